// The resident program's answers: every call is one method of the host backend, which runs inside the container with
// its race-proof walk, its atomic writes and its codes. Nothing here builds a command line out of a name.

import { must } from "../../../base/index.ts";
import { decode } from "../../../text/index.ts";
import type { Version } from "../../../base/index.ts";
import { endsAsAllowed } from "../../suffixes.ts";
import type { FileBytes, GrepOptions } from "../../protocol.ts";
import { changesBetween, surveyFolder } from "../commands/changed-files.ts";
import type { HostFiles } from "../host.ts";
import type { CommandEnd, CommandOptions } from "./run-command.ts";
import type { Call, Method, Stream } from "./wire.ts";

export type Answer = { readonly value: unknown; readonly body?: Uint8Array };

export type Serving = {
  readonly files: HostFiles;
  readonly signal: AbortSignal;
  readonly body: Uint8Array;
  readonly onOutput: (stream: Stream, bytes: Uint8Array) => void;
  readonly runCommand: (options: CommandOptions) => Promise<CommandEnd>;
  /** The folder that the files are in, for telling what a command changed. */
  readonly root: string;
  /** How Node is started here. */
  readonly node: readonly string[];
};

/** A search as it crosses: without functions. */
export type WireSearch = Pick<
  GrepOptions,
  "path" | "includeIgnored" | "fileGlob" | "maxFileBytes" | "suffixes" | "hidden"
>;

export type WireCommand = Omit<CommandOptions, "signal" | "input" | "onOutput"> & { readonly node: boolean };

/** Throws what the file system throws. Our own side has checked the arguments' types before it sent them. */
export async function answer(call: Call, serving: Serving): Promise<Answer> {
  return answers[call.method](serving, ...(call.args as never[])); // The caller's half is typed by the same table.
}

const answers: Record<Method, (serving: Serving, ...args: never[]) => Promise<Answer>> = {
  read: async ({ files }, path: string, page: object) => ({ value: await files.read(path, page) }),
  readBytes: async ({ files }, path: string) => withBody({ kind: "file", ...(await files.readBytes(path)) }),
  list: async ({ files }, path: string) => ({ value: await files.list(path) }),
  glob: async ({ files, signal }, pattern: string, search: WireSearch) => ({
    value: await files.glob(pattern, { ...searchOf(search), signal }),
  }),
  grep: async ({ files, signal }, pattern: string, search: WireSearch) => ({
    value: await files.grep(pattern, { ...searchOf(search), signal }),
  }),
  kindOf: async ({ files }, path: string) => ({ value: files.kindOf(path) }),
  address: async ({ files }, path: string) => ({ value: files.staging.address(path).path }),
  look: async ({ files }, path: string) => {
    const seen = await files.staging.look(path);
    return seen.kind === "file" ? withBody(seen) : { value: seen };
  },
  write: async ({ files, body }, path: string) => {
    const decoded = decode(body);
    must(decoded.kind === "text", "a written content was text when it was sent");
    return { value: await files.write(path, decoded.text) };
  },
  delete: async ({ files }, path: string) => ({ value: await files.delete(path) }),
  makeParents: async ({ files }, path: string) => ({ value: await files.staging.makeParents(path) }),
  stage: async ({ files, body }, path: string, temp: string, mode: number | null) => {
    await files.staging.stage(path, temp, body, { mode });
    return { value: null };
  },
  replace: async ({ files }, path: string, temp: string, expect: Version) => ({
    value: await files.staging.replace(path, temp, { expect }),
  }),
  create: async ({ files }, path: string, temp: string) => ({ value: await files.staging.create(path, temp) }),
  remove: async ({ files }, path: string, expect: Version) => ({
    value: await files.staging.remove(path, { expect }),
  }),
  discard: async ({ files }, path: string, temp: string) => {
    await files.staging.discard(path, temp);
    return { value: null };
  },
  removeDirectory: async ({ files }, path: string) => ({ value: await files.staging.removeDirectory(path) }),
  flush: async ({ files }, path: string) => {
    await files.staging.flush(path);
    return { value: null };
  },
  run: async (serving, { node: isNode, argv: given, ...command }: WireCommand) => {
    const { runCommand, root, node, signal, body: input, onOutput } = serving;
    const argv = isNode ? [...node, ...given] : given;
    const before = surveyFolder(root);
    const end = await runCommand({ ...command, argv, input, signal, onOutput });
    return { value: { ...end, changed: changesBetween(before, surveyFolder(root)) } };
  },
};

function withBody({ bytes, mode, links, target, kind }: FileBytes & { readonly kind: "file" }): Answer {
  return { value: { kind, mode, links, target }, body: bytes };
}

function searchOf({ suffixes, ...search }: WireSearch): GrepOptions {
  return suffixes === undefined ? search : { ...search, accept: (path) => endsAsAllowed(path, suffixes) };
}
