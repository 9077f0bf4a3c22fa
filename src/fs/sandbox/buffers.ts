// The files of a sandbox as an editor has them: the text of a buffer, saved or not, in place of the bytes on disk. What is
// no text, and what is not on this machine's disk, is read and written as before. Names, folders and searches are the
// disk's; an editor offers no more than reading and writing one file.

import { failure, messageOf, newId, versionOf, type RealPath } from "../../base/index.ts";
import { asText, decode, encode } from "../../text/index.ts";
import { cutPage, requirePage, requireText } from "../pages.ts";
import type { FileBytes, Filesystem, Seen } from "../protocol.ts";
import { glanceAt } from "./staging.ts";

/** An editor's files, by their absolute path on this machine. What it throws is reported as IO. */
export type Buffers = {
  readonly read: (file: string) => Promise<string>;
  /** Creates the file when there is none. */
  readonly write: (file: string, content: string) => Promise<void>;
};

export type BufferedFiles = Pick<Filesystem, "real" | "staging">;

/** Every step compares with the buffer. What is written is read again: an editor that keeps another text is an IO failure. */
export function throughBuffers({ real, staging }: BufferedFiles, buffers: Buffers): BufferedFiles {
  const root = { kind: "custom", backend: "editor", name: newId() } as const;
  const staged = new Map<string, Uint8Array>();
  const fileOf = (path: RealPath): string | null => {
    const at = staging.address(path);
    return at.root.kind === "host" ? `${at.root.root.replace(/\/$/, "")}/${at.path}` : null;
  };
  const readBuffer = async (path: string, file: string): Promise<Uint8Array> => {
    const text = asText(await asked(path, () => buffers.read(file)));
    if (text === null)
      throw failure("IO", `The editor's text of ${path} contains a lone surrogate.`, { data: { path } });
    return encode(text);
  };
  const withBuffer = async <T extends FileBytes>(path: string, found: T, file: string | null): Promise<T> => {
    if (file === null || decode(found.bytes).kind === "binary") return found;
    const bytes = await readBuffer(path, file);
    return { ...found, bytes, version: versionOf(bytes) };
  };
  const look = async (path: RealPath): Promise<Seen> => {
    const seen = await staging.look(path);
    return seen.kind === "file" ? withBuffer(path, seen, fileOf(path)) : seen;
  };
  const put = async (path: RealPath, file: string, bytes: Uint8Array): Promise<void> => {
    const text = requireText(path, bytes);
    await asked(path, () => buffers.write(file, text));
    if (versionOf(await readBuffer(path, file)) === versionOf(bytes)) return;
    throw failure(
      "IO",
      `The editor keeps another text of ${path} than the one that was written to it. Look at the file.`,
      {
        data: { path, fate: "unknown" },
      },
    );
  };
  /** IO where the editor has text of a file that is not on disk: no one was shown that it would be replaced. */
  const requireNoText = async (path: RealPath, file: string): Promise<void> => {
    const text = await buffers.read(file).catch(() => ""); // An editor has no text of a file that is nowhere.
    if (text !== "")
      throw failure("IO", `${path} has unsaved text in the editor and is not on disk. Save it first, then try again.`, {
        data: { path },
      });
  };
  const keyOf = (path: RealPath, temp: string): string => `${temp}\0${path}`;
  const takeStaged = (path: RealPath, temp: string): { readonly file: string; readonly bytes: Uint8Array } | null => {
    const file = fileOf(path);
    const bytes = staged.get(keyOf(path, temp));
    return file === null || bytes === undefined ? null : { file, bytes };
  };
  const readBytes = async (target: Parameters<typeof real.readBytes>[0]): Promise<FileBytes> =>
    withBuffer(target.path, await real.readBytes(target), fileOf(target.real));
  return {
    real: {
      ...(real.maxFileBytes === undefined ? {} : { maxFileBytes: real.maxFileBytes }),
      resolve: (path, options) => real.resolve(path, options),
      kindOf: (target) => real.kindOf(target),
      list: (target) => real.list(target),
      glob: (pattern, options) => real.glob(pattern, options),
      grep: (pattern, options) => real.grep(pattern, options),
      readBytes,
      read: async (target, options) => {
        const page = requirePage(options);
        if (fileOf(target.real) === null) return real.read(target, options);
        return cutPage(target.path, requireText(target.path, (await readBytes(target)).bytes), page);
      },
    },
    staging: {
      // No later process can reach a buffer: nothing of this is undone or recovered from the journal.
      address: (path) => (fileOf(path) === null ? staging.address(path) : { root, path: staging.address(path).path }),
      look,
      glance: async (path, since) => {
        if (fileOf(path) === null) return glanceAt(staging, path, since);
        const seen = await look(path);
        if (seen.kind !== "file") return seen;
        const { version, mode, target, bytes } = seen;
        return { kind: "file", version, mode, target, size: bytes.length, stamp: null };
      },
      makeParents: (path) => staging.makeParents(path),
      stage: async (path, temp, bytes, options) => {
        if (fileOf(path) === null) return staging.stage(path, temp, bytes, options);
        await staging.makeParents(path); // It checks that the sandbox may be written.
        staged.set(keyOf(path, temp), bytes.slice());
      },
      replace: async (path, temp, { expect }) => {
        const ready = takeStaged(path, temp);
        if (ready === null) return staging.replace(path, temp, { expect });
        const seen = await look(path);
        if (seen.kind !== "file" || seen.version !== expect) return "stale";
        await put(path, ready.file, ready.bytes);
        staged.delete(keyOf(path, temp));
        return "done";
      },
      create: async (path, temp) => {
        const ready = takeStaged(path, temp);
        if (ready === null) return staging.create(path, temp);
        if ((await staging.look(path)).kind !== "absent") return "exists";
        await requireNoText(path, ready.file);
        await put(path, ready.file, ready.bytes);
        staged.delete(keyOf(path, temp));
        return "done";
      },
      remove: async (path, { expect }) => {
        if (fileOf(path) !== null) {
          const seen = await look(path);
          if (seen.kind !== "file" || seen.version !== expect) return "stale";
          const disk = await staging.look(path);
          if (disk.kind !== "file" || disk.version !== expect)
            throw failure("STALE", `${path} has unsaved changes in the editor. Save it first, then try again.`, {
              data: { path },
            });
        }
        return staging.remove(path, { expect });
      },
      removeLink: (path) => staging.removeLink(path),
      discard: async (path, temp) => {
        if (!staged.delete(keyOf(path, temp))) await staging.discard(path, temp);
      },
      removeDirectory: (path) => staging.removeDirectory(path),
      flush: (path) => staging.flush(path),
    },
  };
}

async function asked<T>(path: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw failure("IO", `The editor could not be asked about ${path}: ${messageOf(error)}`, {
      cause: error,
      data: { path },
    });
  }
}
