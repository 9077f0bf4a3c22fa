// A command's output, kept in bounded memory: of each stream its beginning and its end, with a word on what is missing
// between. Errors are at the end, what was meant to be read mostly at the beginning.

import { counted } from "../../../base/index.ts";
import type { CommandCall, CommandResult } from "../../commands.ts";
import type { CommandEnd } from "../container/run-command.ts";

type Stream = "stdout" | "stderr";

/** Keeps what arrives, and passes it on to the caller. */
export class KeptStreams {
  readonly #kept: Readonly<Record<Stream, KeptOutput>> = { stdout: new KeptOutput(), stderr: new KeptOutput() };
  readonly #call: Pick<CommandCall, "onOutput">;

  constructor(call: Pick<CommandCall, "onOutput">) {
    this.#call = call;
  }

  readonly onOutput = (stream: Stream, bytes: Uint8Array): void => {
    this.#kept[stream].push(bytes);
    this.#call.onOutput?.(stream, bytes);
  };

  resultOf(
    { exitCode, ended, dropped }: Pick<CommandEnd, "exitCode" | "ended" | "dropped">,
    about: Pick<CommandResult, "changed" | "notes" | "warnings"> & Partial<Pick<CommandResult, "lost">>,
  ): CommandResult {
    const stdout = this.#kept.stdout.text(dropped.stdout);
    const stderr = this.#kept.stderr.text(dropped.stderr);
    return {
      exitCode,
      stdout: stdout.text,
      stderr: stderr.text,
      truncated: stdout.truncated || stderr.truncated,
      timedOut: ended === "out of time",
      cancelled: ended === "cancelled",
      lost: null,
      ...about,
    };
  }
}

const HEAD_BYTES = 96 * 1024;
const TAIL_BYTES = 32 * 1024;

export class KeptOutput {
  readonly #head: Uint8Array[] = [];
  #headBytes = 0;
  #tail: Uint8Array[] = [];
  #tailBytes = 0;
  #total = 0;

  push(bytes: Uint8Array): void {
    this.#total += bytes.length;
    const room = Math.min(HEAD_BYTES - this.#headBytes, bytes.length);
    if (room > 0) {
      this.#head.push(bytes.slice(0, room));
      this.#headBytes += room;
    }
    if (room === bytes.length) return;
    this.#tail.push(bytes.slice(Math.max(room, bytes.length - TAIL_BYTES)));
    this.#tailBytes += this.#tail.at(-1)!.length;
    while (this.#tailBytes - this.#tail[0]!.length >= TAIL_BYTES) this.#tailBytes -= this.#tail.shift()!.length;
  }

  /** `dropped`: bytes that were thrown away before they came here. */
  text(dropped = 0): { readonly text: string; readonly truncated: boolean } {
    const tail = joined(this.#tail).slice(-TAIL_BYTES);
    const missing = this.#total - this.#headBytes - tail.length + dropped;
    const head = joined(this.#head);
    if (missing === 0) return { text: decoded([...this.#head, tail]), truncated: false };
    return {
      text: `${decoded([head])}\n[… ${counted(missing, "byte")} left out …]\n${decoded([tail])}`,
      truncated: true,
    };
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

// What a program prints need not be UTF-8; a broken character becomes U+FFFD, as in any terminal.
function decoded(chunks: readonly Uint8Array[]): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(joined(chunks));
}
