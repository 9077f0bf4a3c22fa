// Lists the files of a workspace without keeping the terminal waiting: on a thread of its own, where the files are on
// this machine's disk. Walking a large tree takes a second or two, in steps that would each be felt while typing.

import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { FileEntry, Listing } from "../../fs/index.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";
import type { Settings } from "../settings.ts";

/** As many as the page of `galley web` lists. */
export const MOST_LISTED = 100_000;

export type ListTask = Pick<Settings, "root" | "startedIn" | "config" | "environment">;

/** A listing in a form that is sent fast: one long string, and -1 where a size is not known. */
export type ListedByThread = Omit<Listing, "entries"> & { readonly paths: string; readonly sizes: Float64Array };

export async function listFiles(
  { root, startedIn, config, environment, signal }: Settings,
  workspace: LocalWorkspace,
): Promise<Listing> {
  const isOnDisk = workspace.config.sandboxes.every(({ name }) => workspace.addresses.has(name));
  if (!isOnDisk || workspace.containers.size > 0)
    return workspace.approved.glob("**", { mostEntries: MOST_LISTED, signal });
  const { paths, sizes, ...rest } = await listed({ root, startedIn, config, environment }, signal);
  const names = paths === "" ? [] : paths.split("\0");
  const entries = names.map((path, at): FileEntry => {
    const size = sizes[at] ?? -1;
    return { path, kind: "file", size_bytes: size < 0 ? null : size };
  });
  return { ...rest, entries };
}

function listed(task: ListTask, signal: AbortSignal): Promise<ListedByThread> {
  return new Promise((resolve, reject) => {
    // No options of this process: they may name files that are not there for a thread.
    const thread = new Worker(ownThread(), { workerData: task, execArgv: [], stdout: true, stderr: true });
    thread.unref();
    const stop = (): void => void thread.terminate();
    signal.addEventListener("abort", stop, { once: true });
    const end = (settle: () => void): void => {
      signal.removeEventListener("abort", stop);
      stop();
      settle();
    };
    thread.once("message", (message: ListedByThread) => end(() => resolve(message)));
    thread.once("error", (error) => end(() => reject(error)));
    thread.once("exit", () => end(() => reject(new Error("the search was stopped"))));
  });
}

declare const __filename: string; // The command line is bundled as CommonJS, which knows its own name.

function ownThread(): string {
  return join(dirname(__filename), "list-thread.js");
}
