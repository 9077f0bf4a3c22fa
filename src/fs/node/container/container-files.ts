// The files inside a container's image: a Filesystem whose every step is done by the resident program in there, with
// the host backend's own walk. What comes back is checked; a change with an unknown result is reported as such.

import { asReal, versionOf, type RealPath, type Target } from "../../../base/index.ts";
import { spell } from "../../search/dialect.ts";
import { compileFileGlob, compileGlob } from "../../search/glob.ts";
import { ownPath, requireBytes, requireNotAborted, requirePage, requireSize } from "../../pages.ts";
import type {
  EntryKind,
  FileBytes,
  Filesystem,
  GrepOptions,
  GrepResult,
  Listing,
  RealFiles,
  SearchOptions,
} from "../../protocol.ts";
import { requireTempName } from "../../temp-name.ts";
import { pathError } from "../../error-messages.ts";
import * as answers from "./answers.ts";
import type { Bridge, Reply } from "./bridge.ts";
import type { WireSearch } from "./serve.ts";

export type ContainerFiles = Filesystem & { kindOf(path: string): EntryKind | null };

export type ContainerFilesOptions = {
  readonly bridge: Bridge;
  readonly name: string;
  readonly maxFileBytes: number;
};

export function createContainerFiles({ bridge, name, maxFileBytes: limit }: ContainerFilesOptions): ContainerFiles {
  const { ask, glob, grep, readBytes } = callsOf(bridge, limit);
  const done = answers.oneOf(["done", "stale"]);
  return {
    maxFileBytes: limit,
    kindOf: (path) => answers.readKind(bridge.callNow("kindOf", [given(path)])),
    read: async (path, options) => {
      const page = requirePage(options);
      return answers.readContent(await ask("read", [given(path), page], { signal: options?.signal }));
    },
    readBytes: async (path) => readBytes(path),
    list: async (path = "") => answers.readListing(await ask("list", [given(path)])),
    glob: async (pattern, options = {}) => glob(pattern, options),
    grep: async (pattern, options = {}) => grep(pattern, options),
    write: async (path, content) => {
      const own = given(path);
      const body = requireBytes(ownPath(path).path, content, limit);
      return answers.count(await ask("write", [own], { body }));
    },
    delete: async (path) => answers.count(await ask("delete", [given(path)])),
    real: realFiles(bridge, limit),
    staging: {
      address: (path) => ({ root: { kind: "container", name }, path: asReal(ownPath(path).path) }),
      look: async (path) => {
        const reply = await bridge.call("look", [given(path)]);
        const seen = answers.readSeen(reply.value);
        return seen.kind === "file" ? { kind: "file", ...fileOf(path, seen, reply, limit) } : seen;
      },
      makeParents: async (path) => answers.readPaths(await ask("makeParents", [given(path)])).map(asReal),
      stage: async (path, temp, bytes, { mode }) => {
        requireSize(ownPath(path).path, bytes.length, limit);
        await ask("stage", [given(path), requireTempName(temp), mode], { body: bytes });
      },
      replace: async (path, temp, { expect }) =>
        done(await ask("replace", [given(path), requireTempName(temp), expect])),
      create: async (path, temp) =>
        answers.oneOf(["done", "exists", "temp-left"])(await ask("create", [given(path), requireTempName(temp)])),
      remove: async (path, { expect }) => done(await ask("remove", [given(path), expect])),
      removeLink: async (path) => answers.bool(await ask("removeLink", [given(path)])),
      discard: async (path, temp) => void (await ask("discard", [given(path), requireTempName(temp)])),
      removeDirectory: async (path) => answers.bool(await ask("removeDirectory", [given(path)])),
      flush: async (path) => void (await ask("flush", [given(path)])),
    },
  };
}

function realFiles(bridge: Bridge, limit: number): RealFiles {
  const { ask, glob, grep, readBytes } = callsOf(bridge, limit);
  return {
    maxFileBytes: limit,
    resolve: (path, { last = "follow" } = {}) => {
      const own = ownPath(path).path;
      // The root is where it is, whether the container runs or not.
      return { path: own, real: own === "" ? asReal(own) : realOf(bridge.callNow("resolve", [given(path), last])) };
    },
    kindOf: ({ path, real }) => answers.readKind(bridge.callNow("kindOf", [given(path), given(real)])),
    read: async ({ path, real }, options) => {
      const call = [given(path), requirePage(options), given(real)];
      return answers.readContent(await ask("read", call, { signal: options?.signal }));
    },
    readBytes: async ({ path, real }) => readBytes(path, real),
    list: async ({ path, real }) => answers.readListing(await ask("list", [given(path), given(real)])),
    glob: async (pattern, { target, ...options } = {}) => glob(pattern, options, target),
    grep: async (pattern, { target, ...options } = {}) => grep(pattern, options, target),
  };
}

/** Calls that reading by name and reading by target share. With a target, what it was resolved to goes along. */
function callsOf(bridge: Bridge, limit: number) {
  const ask = async (...call: Parameters<Bridge["call"]>): Promise<unknown> => (await bridge.call(...call)).value;
  return {
    ask,
    readBytes: async (path: string, real?: RealPath): Promise<FileBytes> => {
      const reply = await bridge.call("readBytes", [given(path), ...(real === undefined ? [] : [given(real)])]);
      return fileOf(path, answers.readBytesFacts(reply.value), reply, limit);
    },
    glob: async (pattern: string, options: SearchOptions, target?: Target): Promise<Listing> => {
      compileGlob(pattern);
      const call = [pattern, wireSearch(options, target)];
      const found = answers.readListing(await ask("glob", call, { signal: options.signal }));
      return { ...found, entries: found.entries.filter(({ path }) => accepts(options, path)) };
    },
    grep: async (pattern: string, options: GrepOptions, target?: Target): Promise<GrepResult> => {
      spell(pattern);
      if (options.fileGlob !== undefined && options.fileGlob !== null) compileFileGlob(options.fileGlob);
      const call = [pattern, wireSearch(options, target)];
      const found = answers.readGrep(await ask("grep", call, { signal: options.signal }));
      return { ...found, matches: found.matches.filter(({ path }) => accepts(options, path)) };
    },
  };
}

function realOf(value: unknown): RealPath {
  return asReal(answers.pathOf(value));
}

/** Refused here already when no path may be so. A slash at the end goes along: it means something. */
function given(path: string): string {
  const own = ownPath(path);
  return own.directory && own.path !== "" ? `${own.path}/` : own.path;
}

/** The version is ours to compute: it names the bytes that are here now. */
function fileOf(path: string, facts: answers.BytesFacts, { body }: Reply, limit: number): FileBytes {
  if (body.length > limit) throw pathError("TOO_LARGE", { path: ownPath(path).path, size: body.length, limit });
  return { bytes: body, version: versionOf(body), mode: facts.mode, links: facts.links, target: facts.target };
}

function wireSearch(options: GrepOptions, target?: Target): WireSearch {
  requireNotAborted(options.signal);
  const {
    path = target?.path ?? "",
    includeIgnored = false,
    fileGlob = null,
    maxFileBytes,
    suffixes,
    hidden,
  } = options;
  return {
    path: given(path),
    ...(target === undefined ? {} : { real: given(target.real) }),
    includeIgnored,
    fileGlob,
    ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
    ...(suffixes === undefined ? {} : { suffixes }),
    ...(hidden === undefined ? {} : { hidden }),
  };
}

/** A rule that is more than suffixes cannot be asked in there; it holds for what comes out. */
function accepts({ accept }: SearchOptions, path: string): boolean {
  return accept === undefined || accept(path);
}
