// The person's terminal, opened by itself: standard input may be the model's answer on a pipe.
// Keys typed before a question was painted are thrown away; a terminal that dies has said nothing.

import * as fs from "node:fs";
import * as tty from "node:tty";
import type { Printable } from "../text/index.ts";

export type Terminal = {
  readonly width: number;
  readonly height: number;
  readonly colour: boolean;
  write(text: Printable): void;
  /**
   * Finishes the question with `mark` and gives one line typed after it, without its break; null when the terminal is
   * gone or the wait was aborted. What was typed before the mark was painted is thrown away.
   */
  line(options: { readonly mark: Printable; readonly signal?: AbortSignal }): Promise<string | null>;
  close(): void;
};

/** Null when there is no controlling terminal. */
export function openTerminal(options: { readonly colour: boolean; readonly path?: string }): Terminal | null {
  const path = options.path ?? "/dev/tty";
  let descriptor: number;
  try {
    descriptor = fs.openSync(path, fs.constants.O_RDWR);
  } catch {
    return null;
  }
  if (!tty.isatty(descriptor)) {
    fs.closeSync(descriptor);
    return null;
  }
  return new ControllingTerminal(descriptor, { path, colour: options.colour });
}

class ControllingTerminal implements Terminal {
  readonly colour: boolean;
  readonly #path: string;
  readonly #output: tty.WriteStream;

  constructor(descriptor: number, { path, colour }: { readonly path: string; readonly colour: boolean }) {
    this.#path = path;
    this.#output = new tty.WriteStream(descriptor);
    this.colour = colour;
  }

  get width(): number {
    return this.#output.columns || 80;
  }

  get height(): number {
    return this.#output.rows || 24;
  }

  write(text: Printable): void {
    this.#output.write(text);
  }

  line({ mark, signal }: { readonly mark: Printable; readonly signal?: AbortSignal }): Promise<string | null> {
    const input = openInput(this.#path);
    if (input === null) return Promise.resolve(null);
    this.write(mark);
    return new Promise((resolve) => {
      let typed = "";
      const settle = (answer: string | null): void => {
        input
          .off("data", onData)
          .off("end", onEnd)
          .off("error", onEnd)
          .off("close", onEnd)
          .on("error", () => undefined);
        signal?.removeEventListener("abort", onEnd);
        input.destroy();
        resolve(answer);
      };
      const onData = (chunk: Buffer): void => {
        typed += chunk.toString("utf8");
        const end = typed.indexOf("\n");
        if (end >= 0) settle(typed.slice(0, end).replace(/\r$/, ""));
      };
      const onEnd = (): void => settle(null);
      input.on("data", onData).on("end", onEnd).on("error", onEnd).on("close", onEnd);
      signal?.addEventListener("abort", onEnd);
      if (signal?.aborted) onEnd();
    });
  }

  close(): void {
    this.#output.destroy();
  }
}

/**
 * Opened for one line and closed behind it: a stream that is only paused has already asked for more, and takes the
 * first keys from an editor that has the terminal next. Null when the terminal is gone.
 */
function openInput(path: string): tty.ReadStream | null {
  try {
    const descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const input = new tty.ReadStream(descriptor);
    dropTypeAhead(input, descriptor);
    return input;
  } catch {
    return null;
  }
}

// Raw mode makes a half-typed line readable; what is there now was typed before the question.
function dropTypeAhead(input: tty.ReadStream, descriptor: number): void {
  const scratch = Buffer.alloc(4096);
  input.setRawMode(true);
  try {
    while (fs.readSync(descriptor, scratch, 0, scratch.length, null) > 0);
  } catch {
    // EAGAIN: nothing more was typed. Any other failure shows again when the line is read.
  } finally {
    input.setRawMode(false);
  }
}
