// The resident program's answers: every call is one method of the host backend, which runs inside the container with
// its race-proof walk, its atomic writes and its codes. Nothing here builds a command line out of a name.

import { asReal, must, type RealPath, requirePath, type Target, type Version } from "../../../base/index.ts";
import { decode } from "../../../text/index.ts";
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
> & { readonly real?: string };

export type WireCommand = Omit<CommandOptions, "signal" | "input" | "onOutput"> & {
  readonly node: boolean;
  /** Report what it changed. */
  readonly survey: boolean;
};

/** Throws what the file system throws. Our own side has checked the arguments' types before it sent them. */
export async function answer(call: Call, serving: Serving): Promise<Answer> {
  return answers[call.method](serving, ...(call.args as never[])); // The caller's half is typed by the same table.
}

const answers: Record<Method, (serving: Serving, ...args: never[]) => Promise<Answer>> = {
  read: async ({ files }, path: string, page: object, real?: string) => ({
    value: await (real === undefined ? files.read(path, page) : files.real.read(targetOf(path, real), page)),
  }),
  readBytes: async ({ files }, path: string, real?: string) => {
    const found = await (real === undefined ? files.readBytes(path) : files.real.readBytes(targetOf(path, real)));
    return withBody({ kind: "file", ...found });
  },
  list: async ({ files }, path: string, real?: string) => ({
    value: await (real === undefined ? files.list(path) : files.real.list(targetOf(path, real))),
  }),
  glob: async ({ files, signal }, pattern: string, { path = "", real, ...search }: WireSearch) => {
    const options = { ...searchOf(search), signal };
    if (real === undefined) return { value: await files.glob(pattern, { ...options, path }) };
    return { value: await files.real.glob(pattern, { ...options, target: targetOf(path, real) }) };
  },
  grep: async ({ files, signal }, pattern: string, { path = "", real, ...search }: WireSearch) => {
    const options = { ...searchOf(search), signal };
    if (real === undefined) return { value: await files.grep(pattern, { ...options, path }) };
    return { value: await files.real.grep(pattern, { ...options, target: targetOf(path, real) }) };
  },
  kindOf: async ({ files }, path: string, real?: string) => ({
    value: real === undefined ? files.kindOf(path) : files.real.kindOf(targetOf(path, real)),
  }),
  resolve: async ({ files }, path: string, last: "follow" | "keep") => ({
    value: files.real.resolve(path, { last }).real,
  }),
  look: async ({ files }, path: RealPath) => {
    const seen = await files.staging.look(path);
    return seen.kind === "file" ? withBody(seen) : { value: seen };
  },
  write: async ({ files, body }, path: string) => {
    const decoded = decode(body);
    must(decoded.kind === "text", "a written content was text when it was sent");
    return { value: await files.write(path, decoded.text) };
  },
  delete: async ({ files }, path: string) => ({ value: await files.delete(path) }),
  makeParents: async ({ files }, path: RealPath) => ({ value: await files.staging.makeParents(path) }),
  stage: async ({ files, body }, path: RealPath, temp: string, mode: number | null) => {
    await files.staging.stage(path, temp, body, { mode });
    return { value: null };
  },
  replace: async ({ files }, path: RealPath, temp: string, expect: Version) => ({
    value: await files.staging.replace(path, temp, { expect }),
  }),
  create: async ({ files }, path: RealPath, temp: string) => ({ value: await files.staging.create(path, temp) }),
  remove: async ({ files }, path: RealPath, expect: Version) => ({
    value: await files.staging.remove(path, { expect }),
  }),
  removeLink: async ({ files }, path: RealPath) => ({ value: await files.staging.removeLink(path) }),
  discard: async ({ files }, path: RealPath, temp: string) => {
    await files.staging.discard(path, temp);
    return { value: null };
  },
  removeDirectory: async ({ files }, path: RealPath) => ({ value: await files.staging.removeDirectory(path) }),
  flush: async ({ files }, path: RealPath) => {
    await files.staging.flush(path);
    return { value: null };
  },
  run: async (serving, { node: isNode, survey, argv: given, ...command }: WireCommand) => {
    const { runCommand, root, node, signal, body: input, onOutput } = serving;
    const argv = isNode ? [...node, ...given] : given;
    const before = survey ? await surveyFolder(root) : null;
    const end = await runCommand({ ...command, argv, input, signal, onOutput });
    const changed = before === null ? null : changesBetween(before, await surveyFolder(root));
    return { value: { ...end, changed } };
  },
};

function targetOf(path: string, real: string): Target {
  return { path: requirePath(path).path, real: asReal(real) };
}

function withBody({ bytes, mode, links, target, kind }: FileBytes & { readonly kind: "file" }): Answer {
  return { value: { kind, mode, links, target }, body: bytes };
}

function searchOf({ suffixes, ...search }: WireSearch): GrepOptions {
  return suffixes === undefined ? search : { ...search, accept: (path) => endsAsAllowed(path, suffixes) };
}
