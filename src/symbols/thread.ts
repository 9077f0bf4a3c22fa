// Parsing on a thread of its own: a text made to be slow cannot keep the main thread from being interrupted. Each file
// has a time limit; the thread that exceeds it is ended, and another one goes on with the next file. It starts with the
// first file, and never keeps a process alive.

import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { failure } from "../base/index.ts";
import { languageOf } from "./languages.ts";
import type { ParseOptions, ParserParts, SymbolParser } from "./parse.ts";
import type { FileSymbols } from "./types.ts";

export type ParserThreadOptions = {
  /** The compiled grammar of this name. */
  readonly grammar: ParserParts["grammar"];
  /** The thread's program; the one that was built beside this file unless given. */
  readonly thread?: string | URL;
  /** How long one file may take, its grammar loaded; a large one a little longer. */
  readonly limitMs?: number;
};

export type ParserThread = SymbolParser & {
  /** Ends the thread. What is being parsed is given up as ABORTED. */
  close(): void;
};

export type Job = { readonly kind: "parse"; readonly id: number; readonly path: string; readonly text: string };
export type ToThread =
  | Job
  | { readonly kind: "grammar"; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: "grammar"; readonly name: string; readonly why: string };
export type FromThread =
  | { readonly kind: "grammar"; readonly name: string }
  /** Only after a grammar was asked for: otherwise a file begins when the one before it is done. */
  | { readonly kind: "started"; readonly id: number }
  | { readonly kind: "parsed"; readonly id: number; readonly symbols: SentSymbols | null }
  /** `isBroken`: it failed while parsing, which may leave the parser's memory in any state. */
  | { readonly kind: "failed"; readonly id: number; readonly why: string; readonly isBroken: boolean };

/** One long string is sent much faster than many short ones. */
export type SentSymbols = { readonly definitions: FileSymbols["definitions"]; readonly words: string };

const LIMIT_MS = 3_000;
/** Hundreds of times what parsing takes on an idle machine. */
const LIMIT_MS_PER_CHARACTER = 0.01;
/** For the thread to start and to load a grammar, on a machine that is busy. */
const START_MS = 60_000;

type Waiting = Job & {
  readonly resolve: (symbols: FileSymbols | "too-slow" | null) => void;
  readonly reject: (error: unknown) => void;
};

export function openParserThread({
  grammar,
  thread = ownThread(),
  limitMs = LIMIT_MS,
}: ParserThreadOptions): ParserThread {
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;
  let nextId = 1;
  /** In the order they were sent; the first one is being parsed. */
  const jobs: Waiting[] = [];

  const allow = (milliseconds: number, expired: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(expired, milliseconds);
  };
  const end = (): void => {
    clearTimeout(timer);
    const old = worker;
    worker = null;
    old?.removeAllListeners();
    old?.on("error", () => {}); // It is being ended: what it still says does not count.
    void old?.terminate();
  };
  /** Gives up the first job and continues with the others on a new thread. */
  const giveUp = (settle: (job: Waiting) => void): void => {
    const job = jobs.shift();
    end();
    if (jobs.length > 0) start();
    if (job !== undefined) settle(job);
  };
  const broken = (why: string): void => giveUp(({ reject }) => reject(new Error(why)));
  const start = (): void => {
    // No options of the process that starts it: they may name files that are not there for it.
    const started = new Worker(thread, { execArgv: [], stdout: true, stderr: true });
    worker = started;
    const send = (message: ToThread): void => started.postMessage(message);
    started.on("message", (message: FromThread) => {
      if (message.kind !== "grammar") return heard(message);
      const { name } = message;
      allow(START_MS, () => broken("the grammar was not loaded"));
      grammar(name).then(
        (bytes) => send({ kind: "grammar", name, bytes }),
        (error: unknown) =>
          send({ kind: "grammar", name, why: error instanceof Error ? error.message : String(error) }),
      );
    });
    started.on("error", (error) => broken(error.message));
    started.on("exit", (code) => broken(`the parser ended with code ${code}`));
    for (const { kind, id, path, text } of jobs) send({ kind, id, path, text });
    allow(START_MS, () => broken("the parser did not start"));
  };
  const heard = (message: Exclude<FromThread, { kind: "grammar" }>): void => {
    const [job] = jobs;
    if (job?.id !== message.id) return;
    if (message.kind === "started") return limit();
    if (message.kind === "failed" && message.isBroken) return broken(message.why);
    jobs.shift();
    clearTimeout(timer);
    if (jobs.length === 0) worker?.unref();
    else limit();
    if (message.kind === "failed") return job.reject(new Error(message.why));
    const { symbols } = message;
    job.resolve(symbols && { definitions: symbols.definitions, words: symbols.words.split(" ").filter(Boolean) });
  };
  /** The first job is being parsed from now on. */
  const limit = (): void => {
    const length = jobs[0]?.text.length ?? 0;
    allow(limitMs + length * LIMIT_MS_PER_CHARACTER, () => giveUp(({ resolve }) => resolve("too-slow")));
  };
  const abort = (job: Waiting): void => {
    const at = jobs.indexOf(job);
    if (at < 0) return;
    const settle = (): void => job.reject(failure("ABORTED", "Interrupted."));
    if (at === 0) return giveUp(settle);
    jobs.splice(at, 1);
    settle();
  };

  return {
    parse: (path, text, { signal }: ParseOptions = {}) =>
      new Promise((resolve, reject) => {
        if (languageOf(path) === null) return resolve(null);
        if (signal?.aborted === true) return reject(failure("ABORTED", "Interrupted."));
        const stop = (): void => abort(job);
        const settled =
          <T>(then: (value: T) => void) =>
          (value: T): void => {
            signal?.removeEventListener("abort", stop);
            then(value);
          };
        const sent: Job = { kind: "parse", id: nextId, path, text };
        const job: Waiting = { ...sent, resolve: settled(resolve), reject: settled(reject) };
        nextId += 1;
        signal?.addEventListener("abort", stop, { once: true });
        jobs.push(job);
        if (worker === null) return start();
        worker.ref();
        worker.postMessage(sent satisfies ToThread);
        if (jobs.length === 1) limit();
      }),
    close: () => {
      end();
      for (const { reject } of jobs.splice(0)) reject(failure("ABORTED", "Interrupted."));
    },
  };
}

declare const __filename: string | undefined; // The command line is bundled as CommonJS, which knows its own name.

function ownThread(): string | URL {
  const here = typeof __filename === "string" ? __filename : import.meta.url;
  return here.startsWith("file:") ? new URL("./parse-thread.js", here) : join(dirname(here), "symbol-thread.js");
}
