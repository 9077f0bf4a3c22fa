// What the host sends, and how long it waits. A host that waits in vain proceeds as if there were no hook, so this process
// ends with a denial before that, whatever it is doing.

import * as fs from "node:fs";
import { failure } from "../../base/index.ts";
import type { Host } from "../../hook/index.ts";
import { plain, reveal } from "../../text/index.ts";
import { writeNow } from "../print-at-exit.ts";
import { processAge } from "./process-age.ts";
import { isGone, startersOf, type Starter } from "./starters.ts";

// Parsing it must take no noticeable time and no more memory than there is. What is reviewed is smaller (src/hook/size.ts).
const MOST_BYTES = 33_554_432;

/** One JSON object, up to the end of standard input. Throws INVALID_ARG when it is too large or not UTF-8. */
export async function readMessage(): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  await eachPiece((piece) => {
    size += piece.length;
    if (size > MOST_BYTES) throw failure("INVALID_ARG", `The message is larger than ${MOST_BYTES} bytes.`);
    chunks.push(piece);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw failure("INVALID_ARG", "Standard input is not UTF-8 text.", { cause: error });
  }
}

const PIECE = 65_536;
const PAUSE_MS = 2;

/**
 * A pipe or a socket is read by itself where that never waits: setting up process.stdin costs as much as the rest of a short
 * hook. A read that waits would keep this process from ending in time, in a thread as well, so there is none. Throws what
 * `take` throws.
 */
async function eachPiece(take: (piece: Uint8Array) => void): Promise<void> {
  const descriptor = openWithoutWaiting();
  if (descriptor === null) return eachOfStdin(take);
  for (;;) {
    const buffer = new Uint8Array(PIECE);
    const count = readNow(descriptor, buffer);
    if (count === 0) return;
    if (count === null) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    else take(buffer.subarray(0, count));
  }
}

/** By its events: iterating over a stream loads more of Node. */
function eachOfStdin(take: (piece: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const { stdin } = process;
    stdin.on("data", (piece: Uint8Array) => {
      try {
        take(piece);
      } catch (error) {
        stdin.destroy();
        reject(error as Error); // It is a failure.
      }
    });
    stdin.once("end", resolve);
    stdin.once("error", reject);
  });
}

/** A descriptor of standard input that never waits; null where process.stdin has to be used. */
function openWithoutWaiting(): number | null {
  try {
    const stats = fs.fstatSync(0);
    // Elsewhere than on Linux the flag would have no effect.
    if (stats.isFIFO() && process.platform === "linux")
      return fs.openSync("/proc/self/fd/0", fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    return (stats.isFIFO() || stats.isSocket()) && holdInput() ? 0 : null;
  } catch {
    return null; // Without /proc, or without the right to it, the usual way remains.
  }
}

type Handle = { readonly open: (descriptor: number) => unknown };
type Internals = { readonly binding: (name: "pipe_wrap") => { readonly Pipe: new (type: number) => Handle } };

/** It closes standard input when it is collected. */
let held: Handle | null = null;

/**
 * A socket, as Node's `spawn` makes it, cannot be opened again. The handle behind process.stdin makes it one that never waits,
 * without the streams around it. It is no public part of Node, so false for whatever is not as expected.
 */
function holdInput(): boolean {
  const { Pipe } = (process as unknown as Internals).binding("pipe_wrap"); // Node has no type for it.
  held = new Pipe(0);
  return held.open(0) === 0;
}

/** Null when there is nothing yet, 0 at the end. */
function readNow(descriptor: number, buffer: Uint8Array): number | null {
  try {
    return fs.readSync(descriptor, buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return null;
    throw error;
  }
}

/** Whether what is printed can reach anyone: Node opens /dev/null in place of a standard output that is closed. */
export function isOutputRead(): boolean {
  try {
    const output = fs.fstatSync(1);
    return !output.isCharacterDevice() || output.rdev !== fs.statSync("/dev/null").rdev;
  } catch {
    return false;
  }
}

/**
 * Measured from the start of this process. A question ends first, so that there is time to say so. What is spared is for a
 * busy machine, on which starting a program and ending it may take seconds.
 */
export function deadlineOf(limitMs: number): { readonly questionMs: number; readonly exitMs: number } {
  const spare = Math.min(10_000, limitMs / 4);
  return { questionMs: limitMs - 2 * spare, exitMs: limitMs - spare };
}

/**
 * Ends this process with a denial when the time is over, when it is asked to end, or when the agent is gone. Call what it returns when the answer
 * is written. `withdraw` takes back what is still asked elsewhere; null: there is nothing. Until then the timer keeps the process alive: one that ended with nothing left to do would be taken for a
 * hook without an opinion.
 */
export function watchTime(host: Host, limitMs: number | null, withdraw: () => Promise<void> | null): () => void {
  const end = (why: string): void => {
    writeNow(2, plain`galley: not approved: ${reveal(why)}.\n`);
    process.exit(2);
  };
  const { exitMs } = deadlineOf(limitMs ?? host.limitMs);
  const late = (): void => end(`${host.title} does not wait longer for an answer`);
  const timer = setTimeout(late, Math.max(0, exitMs - processAge()));
  // The denial first: nothing after it can take it back, also if the host does not wait.
  const ended = (): void => {
    writeNow(2, plain`galley: not approved: the hook was ended.\n`);
    const leave = (): never => process.exit(2);
    const withdrawn = withdraw();
    if (withdrawn === null) return leave();
    setTimeout(leave, LAST_WORD_MS);
    withdrawn.then(leave, leave);
  };
  for (const name of SIGNALS) process.once(name, ended);
  // Looked at only by a hook that waits: most have ended before.
  let starters: readonly Starter[] | null = null;
  const looking = setInterval(() => {
    starters ??= startersOf(host.name);
    if (!starters.some(isGone)) return;
    clearInterval(looking);
    ended();
  }, LOOK_AGAIN_MS);
  return () => {
    clearTimeout(timer);
    clearInterval(looking);
    for (const name of SIGNALS) process.removeListener(name, ended);
  };
}

const LAST_WORD_MS = 300;
const LOOK_AGAIN_MS = 1000;
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
