// Starts the thread that reads a workspace for the menus of a conversation, and passes on what it finds. The main thread
// has only keys and rows to care about.

import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Listing } from "../../fs/index.ts";
import type { DefinitionKind } from "../../symbols/index.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";
import type { Settings } from "../settings.ts";

/** A listing in a form that is sent fast: one long string, and -1 where a size is not known. */
export type ListedByThread = Omit<Listing, "entries"> & { readonly paths: string; readonly sizes: Float64Array };

/** The names that each file defines, each once. */
export type FoundSymbols = readonly {
  readonly path: string;
  readonly names: readonly (readonly [name: string, kind: DefinitionKind, line: number])[];
}[];

export type SymbolsRead = {
  /** Files that could not be read or parsed. */
  readonly leftOut: number;
  /** There are more files or symbols than are listed. */
  readonly truncated: boolean;
};

type Results = { readonly files: ListedByThread; readonly symbols: SymbolsRead };

export type ThreadTask = Pick<Settings, "root" | "startedIn" | "config" | "environment"> & {
  readonly what: keyof Results;
};

/** What the thread says: something it found, or all of the result. */
export type FromThread<What extends keyof Results = keyof Results> =
  | { readonly kind: "found"; readonly symbols: FoundSymbols }
  | { readonly kind: "done"; readonly result: Results[What] };

/** A thread opens a workspace of its own, which it can only do for files on this machine's disk. */
export function isOnDisk({ config, addresses, containers }: LocalWorkspace): boolean {
  return config.sandboxes.every(({ name }) => addresses.has(name)) && containers.size === 0;
}

export function runThread<What extends keyof Results>(
  what: What,
  { root, startedIn, config, environment, signal }: Settings,
  found: (symbols: FoundSymbols) => void = () => undefined,
): Promise<Results[What]> {
  const task: ThreadTask = { what, root, startedIn, config, environment };
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
    thread.on("message", (message: FromThread<What>) => {
      if (message.kind === "found") found(message.symbols);
      else end(() => resolve(message.result));
    });
    thread.once("error", (error) => end(() => reject(error)));
    thread.once("exit", () => end(() => reject(new Error("the search was stopped"))));
  });
}

declare const __filename: string; // The command line is bundled as CommonJS, which knows its own name.

function ownThread(): string {
  return join(dirname(__filename), "list-thread.js");
}
