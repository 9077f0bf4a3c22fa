// Several parser threads as one parser: a file goes to the thread with the least to do, and another thread starts only
// when there is enough waiting for it. Which thread parses a file changes nothing about what is found in it.

import { availableParallelism } from "node:os";
import { failure } from "../base/index.ts";
import { languageOf } from "./languages.ts";
import type { ParseOptions } from "./parse.ts";
import { openParserThread, type ParserThread, type ParserThreadOptions } from "./thread.ts";
import type { FileSymbols } from "./types.ts";

export type ParserThreadsOptions = ParserThreadOptions & {
  /** At most so many threads. Default: one for each processor, and no more than four. */
  readonly most?: number;
};

const MOST_THREADS = 4;
/** So many files are sent to a thread at a time, so that it never waits for the next one. */
const SENT = 3;
/** A thread takes longer to start than this many files take to parse. */
const WORTH_A_THREAD = 8;

type Waiting = {
  readonly path: string;
  readonly text: string;
  readonly options: ParseOptions;
  readonly resolve: (symbols: FileSymbols | "too-slow" | null) => void;
  readonly reject: (error: unknown) => void;
};

type Busy = { readonly parser: ParserThread; sent: number };

export function openParserThreads({
  most = Math.min(availableParallelism(), MOST_THREADS),
  ...each
}: ParserThreadsOptions): ParserThread {
  const threads: Busy[] = [];
  const waiting = new Set<Waiting>();
  let isClosed = false;

  const free = (): Busy | null => {
    const [least] = threads.toSorted((one, other) => one.sent - other.sent);
    if (least !== undefined && least.sent < SENT) return least;
    if (threads.length >= most || (threads.length > 0 && waiting.size < WORTH_A_THREAD)) return null;
    const started = { parser: openParserThread(each), sent: 0 };
    threads.push(started);
    return started;
  };
  const send = (): void => {
    for (const job of waiting) {
      const thread = free();
      if (thread === null) return;
      waiting.delete(job);
      thread.sent += 1;
      const done = (): void => {
        thread.sent -= 1;
        if (!isClosed) send();
      };
      thread.parser.parse(job.path, job.text, job.options).then(job.resolve, job.reject).then(done, done);
    }
  };

  return {
    parse: (path, text, options = {}) =>
      new Promise((resolve, reject) => {
        if (languageOf(path) === null) return resolve(null);
        const { signal } = options;
        if (isClosed || signal?.aborted === true) return reject(failure("ABORTED", "Interrupted."));
        const stop = (): void => {
          if (waiting.delete(job)) reject(failure("ABORTED", "Interrupted."));
        };
        const settled =
          <T>(then: (value: T) => void) =>
          (value: T): void => {
            signal?.removeEventListener("abort", stop);
            then(value);
          };
        const job: Waiting = { path, text, options, resolve: settled(resolve), reject: settled(reject) };
        signal?.addEventListener("abort", stop, { once: true });
        waiting.add(job);
        send();
      }),
    close: () => {
      isClosed = true;
      for (const { reject } of waiting) reject(failure("ABORTED", "Interrupted."));
      waiting.clear();
      for (const { parser } of threads) parser.close();
    },
  };
}
