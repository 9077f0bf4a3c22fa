// The person's terminal, opened by itself: standard input may be the model's answer on a pipe.
// Keys typed before a question was painted are thrown away; a terminal that dies has said nothing.

import * as fs from "node:fs";
import * as tty from "node:tty";

export type Terminal = {
  readonly width: number;
  readonly height: number;
  readonly colour: boolean;
  write(text: string): void;
  /**
   * Finishes the question with `mark` and gives one line typed after it, without its break; null when the terminal is
   * gone or the wait was aborted. What was typed before the mark was painted is thrown away.
   */
  line(options: { readonly mark: string; readonly signal?: AbortSignal }): Promise<string | null>;
  close(): void;
};

/** Null when there is no controlling terminal. */
export function openTerminal(options: { readonly colour: boolean; readonly path?: string }): Terminal | null {
  let descriptor: number;
  try {
    descriptor = fs.openSync(options.path ?? "/dev/tty", fs.constants.O_RDWR | fs.constants.O_NONBLOCK);
  } catch {
    return null;
  }
  if (!tty.isatty(descriptor)) {
    fs.closeSync(descriptor);
    return null;
  }
  return new ControllingTerminal(descriptor, options.colour);
}

class ControllingTerminal implements Terminal {
  readonly colour: boolean;
  readonly #input: tty.ReadStream;
  readonly #output: tty.WriteStream;
  readonly #descriptor: number;

  constructor(descriptor: number, colour: boolean) {
    this.#descriptor = descriptor;
    this.#input = new tty.ReadStream(descriptor);
    this.#input.pause();
    this.#output = new tty.WriteStream(fs.openSync(`/dev/fd/${descriptor}`, "w"));
    this.colour = colour;
  }

  get width(): number {
    return this.#output.columns || 80;
  }

  get height(): number {
    return this.#output.rows || 24;
  }

  write(text: string): void {
    this.#output.write(text);
  }

  line({ mark, signal }: { readonly mark: string; readonly signal?: AbortSignal }): Promise<string | null> {
    this.#dropTypeAhead();
    this.write(mark);
    return new Promise((resolve) => {
      let typed = "";
      const settle = (answer: string | null): void => {
        this.#input.off("data", onData).off("end", onEnd).off("error", onEnd).off("close", onEnd);
        signal?.removeEventListener("abort", onEnd);
        this.#input.pause();
        resolve(answer);
      };
      const onData = (chunk: Buffer): void => {
        typed += chunk.toString("utf8");
        const end = typed.indexOf("\n");
        if (end >= 0) settle(typed.slice(0, end).replace(/\r$/, ""));
      };
      const onEnd = (): void => settle(null);
      this.#input.on("data", onData).on("end", onEnd).on("error", onEnd).on("close", onEnd);
      signal?.addEventListener("abort", onEnd);
      if (signal?.aborted) return onEnd();
      this.#input.resume();
    });
  }

  close(): void {
    this.#input.destroy();
    this.#output.destroy();
  }

  // Raw mode makes a half-typed line readable; what is there now was typed before the question.
  #dropTypeAhead(): void {
    const scratch = Buffer.alloc(4096);
    this.#input.setRawMode(true);
    try {
      while (fs.readSync(this.#descriptor, scratch, 0, scratch.length, null) > 0);
    } catch {
      // EAGAIN: nothing more was typed. Any other failure shows again when the line is read.
    } finally {
      this.#input.setRawMode(false);
    }
  }
}
