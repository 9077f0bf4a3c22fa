// The thread that reads a workspace for the menus of a conversation, opened as every command opens it: its files, or what
// they define. It only reads. Bundled into a file of its own for the command line.

import { parentPort, workerData } from "node:worker_threads";
import { readSymbols, type FileSymbols } from "../../symbols/index.ts";
import { openLocal, type LocalWorkspace } from "../../workspace/index.ts";
import { openSymbolParser, openWorkspaceCache } from "../symbols.ts";
import { MOST_LISTED } from "./list-files.ts";
import { MOST_SYMBOLS } from "./list-symbols.ts";
import type { FoundSymbols, FromThread, ListedByThread, SymbolsRead, ThreadTask } from "./menu-thread.ts";

// The receiver takes less than a millisecond for so many.
const PER_MESSAGE = 500;

const say = (message: FromThread): void => parentPort?.postMessage(message);

async function run({ what, root, startedIn, config, environment }: ThreadTask): Promise<void> {
  const { signal } = new AbortController();
  // What there is to say about the config was said when the conversation opened.
  const workspace = await openLocal({ root, startedIn, config, environment, signal, note: () => undefined });
  say({ kind: "done", result: what === "files" ? await list(workspace) : await symbols(workspace) });
}

async function list(workspace: LocalWorkspace): Promise<ListedByThread> {
  const { entries, ...rest } = await workspace.approved.glob("**", { mostEntries: MOST_LISTED });
  return {
    ...rest,
    paths: entries.map(({ path }) => path).join("\0"),
    sizes: Float64Array.from(entries, ({ size_bytes }) => size_bytes ?? -1),
  };
}

/** A part of a file is shown here, so only files that are read without asking are looked at. */
async function symbols(workspace: LocalWorkspace): Promise<SymbolsRead> {
  const cache = await openWorkspaceCache(workspace);
  // One thread: the person is typing, and a model may be answering.
  const parser = openSymbolParser({ most: 1 });
  let batch: FoundSymbols[number][] = [];
  let waiting = 0;
  let total = 0;
  const flush = (): void => {
    if (batch.length > 0) say({ kind: "found", symbols: batch });
    batch = [];
    waiting = 0;
  };
  const found = (path: string, { definitions }: FileSymbols): void => {
    const names = new Map(definitions.toReversed().map(({ name, kind, line }) => [name, [name, kind, line] as const]));
    total += names.size;
    if (names.size === 0 || total > MOST_SYMBOLS) return;
    batch.push({ path, names: [...names.values()].reverse() });
    waiting += names.size;
    if (waiting >= PER_MESSAGE) flush();
  };
  const read = await readSymbols({ files: workspace.readable, parser, cache, mostFiles: MOST_LISTED, found });
  flush();
  parser.close();
  // A cache that cannot be written costs the next one its time, and this one nothing.
  if (read.parsed > 0) cache.save({ whole: !read.truncated });
  return { leftOut: read.leftOut.size, truncated: read.truncated || total > MOST_SYMBOLS };
}

run(workerData as ThreadTask).catch((error: unknown) => {
  throw error;
});
