// The thread that lists the files of a workspace for the menu of a conversation, opened as every command opens it. It only
// reads. Bundled into a file of its own for the command line.

import { parentPort, workerData } from "node:worker_threads";
import { openLocal } from "../../workspace/index.ts";
import { MOST_LISTED, type ListedByThread, type ListTask } from "./list-files.ts";

async function list({ root, startedIn, config, environment }: ListTask): Promise<ListedByThread> {
  const { signal } = new AbortController();
  // What there is to say about the config was said when the conversation opened.
  const workspace = await openLocal({ root, startedIn, config, environment, signal, note: () => undefined });
  const { entries, ...rest } = await workspace.approved.glob("**", { mostEntries: MOST_LISTED });
  return {
    ...rest,
    paths: entries.map(({ path }) => path).join("\0"),
    sizes: Float64Array.from(entries, ({ size_bytes }) => size_bytes ?? -1),
  };
}

list(workerData as ListTask).then(
  (listed) => parentPort?.postMessage(listed),
  (error: unknown) => {
    throw error;
  },
);
