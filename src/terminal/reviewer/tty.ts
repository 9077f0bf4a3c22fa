// The controlling terminal in raw mode: keys in, frames out. Whatever happens, it is restored as it was found.
// It is opened by itself, because standard input may be the model's answer.

import * as fs from "node:fs";
import * as tty from "node:tty";
import { printable, type Printable } from "../../text/index.ts";
import { KeyReader, REVIEW_KEYS, type Key, type KeyName, type KeyTables } from "./keys.ts";

/** What is sent when we take the terminal and when we restore it, and the keys that count in between. */
export type TerminalModes<Name extends string> = {
  readonly enter: Printable;
  readonly leave: Printable;
  readonly keys: KeyTables<Name>;
};

const WHOLE_SCREEN: TerminalModes<KeyName> = {
  enter: printable`\u001b[?1049h\u001b[2J\u001b[H\u001b[?2004h`,
  leave: printable`\u001b[0m\u001b[?2004l\u001b[?25h\u001b[?1049l`,
  keys: REVIEW_KEYS,
};
// How long an ESC waits for the rest of its sequence.
const ESCAPE_MS = 40;

export type Input<Name extends string = KeyName> =
  | { readonly kind: "keys"; readonly keys: readonly Key<Name>[] }
  | { readonly kind: "resized" }
  | { readonly kind: "gone" };

export class RawTerminal<Name extends string = KeyName> {
  readonly #manners: TerminalModes<Name>;
  readonly #path: string;
  readonly #descriptor: number;
  /** Null while another program has the screen. */
  #input: { readonly stream: tty.ReadStream; readonly descriptor: number } | null = null;
  readonly #output: tty.WriteStream;
  #reader: KeyReader<Name>;
  #isRaw = false;
  /** There is no terminal to read from. */
  #isGone = false;
  /** Nothing can be written any more. */
  #isBroken = false;
  #isResized = false;
  #wake: (() => void) | null = null;

  /** Null when there is no terminal, or none that has a raw mode. */
  static open(): RawTerminal | null {
    return RawTerminal.with(WHOLE_SCREEN);
  }

  static with<Name extends string>(manners: TerminalModes<Name>, path = "/dev/tty"): RawTerminal<Name> | null {
    let descriptor: number;
    try {
      descriptor = fs.openSync(path, fs.constants.O_RDWR);
    } catch {
      return null;
    }
    if (tty.isatty(descriptor)) return new RawTerminal(manners, path, descriptor);
    fs.closeSync(descriptor);
    return null;
  }

  private constructor(manners: TerminalModes<Name>, path: string, descriptor: number) {
    this.#manners = manners;
    this.#reader = new KeyReader(manners.keys);
    this.#path = path;
    this.#descriptor = descriptor;
    this.#output = new tty.WriteStream(descriptor);
    this.#output.on("error", () => {
      this.#isBroken = true;
      this.#lose();
    });
  }

  get columns(): number {
    return this.#output.columns || 80;
  }

  get rows(): number {
    return this.#output.rows || 24;
  }

  /** The screen is ours: raw keys, the alternate screen, pastes distinguished from typing. */
  enter(): void {
    if (this.#isRaw || this.#isGone) return;
    this.#openInput();
    if (this.#input === null) return this.#lose();
    this.#isRaw = true;
    this.#reader = new KeyReader(this.#manners.keys);
    this.#input.stream.setRawMode(true);
    this.#refreshSize();
    this.write(this.#manners.enter);
    process.on("SIGWINCH", this.#onResize).on("SIGHUP", this.#onHangUp).on("exit", this.#onExit);
  }

  /** Restores the screen: what was there before is there again. */
  leave(): void {
    if (!this.#isRaw) return;
    this.#isRaw = false;
    process.off("SIGWINCH", this.#onResize).off("SIGHUP", this.#onHangUp).off("exit", this.#onExit);
    // Keys that were not asked for must not end in the shell.
    this.drop();
    // After a hang-up the terminal may still be there for the shell; one that is not says so with an error.
    this.write(this.#manners.leave);
    if (!this.#isBroken) this.#input?.stream.setRawMode(false);
    this.#closeInput();
  }

  write(text: Printable): void {
    if (!this.#isBroken && !this.#output.destroyed) this.#output.write(text);
  }

  /** Throws away what was typed up to now. */
  drop(): void {
    this.take();
    this.#reader = new KeyReader(this.#manners.keys);
  }

  /** What was typed up to now and not read yet. */
  take(): readonly Key<Name>[] {
    if (this.#isGone || this.#input === null) return [];
    const keys: Key<Name>[] = [];
    for (let chunk; (chunk = this.#input.stream.read() as Buffer | null) !== null;)
      keys.push(...this.#reader.feed(chunk));
    const scratch = Buffer.alloc(4096);
    try {
      for (let size; (size = fs.readSync(this.#input.descriptor, scratch, 0, scratch.length, null)) > 0;)
        keys.push(...this.#reader.feed(scratch.subarray(0, size)));
    } catch {
      // EAGAIN: nothing more was typed. Any other failure shows again when a key is read.
    }
    return keys;
  }

  /** The next thing that happens. The terminal is read only while a caller waits here. */
  async next(signal?: AbortSignal): Promise<Input<Name>> {
    for (;;) {
      const input = this.#input?.stream ?? null;
      if (this.#isGone || input === null || signal?.aborted) return { kind: "gone" };
      if (this.#isResized) {
        this.#isResized = false;
        this.#refreshSize();
        return { kind: "resized" };
      }
      const chunk = await this.#read(input, this.#reader.isWaiting ? ESCAPE_MS : null, signal);
      const keys = chunk === null ? [] : chunk === "late" ? this.#reader.flush() : this.#reader.feed(chunk);
      if (keys.length > 0) return { kind: "keys", keys };
    }
  }

  close(): void {
    this.leave();
    this.#isGone = true;
    this.#output.destroy();
  }

  /** Bytes, "late" when none came in time, null when something else woke us. */
  #read(
    input: tty.ReadStream,
    patience: number | null,
    signal: AbortSignal | undefined,
  ): Promise<Buffer | "late" | null> {
    return new Promise((resolve) => {
      const settle = (result: Buffer | "late" | null): void => {
        input.off("data", onData);
        input.pause();
        signal?.removeEventListener("abort", onWake);
        clearTimeout(timer);
        this.#wake = null;
        resolve(result);
      };
      const onData = (chunk: Buffer): void => settle(chunk);
      const onWake = (): void => settle(null);
      const timer = patience === null ? undefined : setTimeout(() => settle("late"), patience);
      this.#wake = onWake;
      signal?.addEventListener("abort", onWake);
      input.on("data", onData);
      input.resume();
    });
  }

  /**
   * Opened for as long as the screen is ours: a stream that is only paused has already asked for more, and takes the
   * first keys from an editor or pager that has the terminal next.
   */
  #openInput(): void {
    try {
      const descriptor = fs.openSync(this.#path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
      const stream = new tty.ReadStream(descriptor);
      stream.pause();
      stream.on("end", this.#onGone).on("error", this.#onGone).on("close", this.#onGone);
      this.#input = { stream, descriptor };
    } catch {
      this.#input = null; // The terminal is gone; the next caller that enters reports it.
    }
  }

  #closeInput(): void {
    const stream = this.#input?.stream;
    this.#input = null;
    stream?.off("end", this.#onGone).off("error", this.#onGone).off("close", this.#onGone);
    // A terminal that is gone may say so once more while it is closed.
    stream?.on("error", () => undefined).destroy();
  }

  #lose(): void {
    this.#isGone = true;
    this.#wake?.();
  }

  // Node follows the size of its own standard output only; this is what it calls there.
  #refreshSize(): void {
    (this.#output as tty.WriteStream & { _refreshSize?: () => void })._refreshSize?.();
  }

  readonly #onGone = (): void => this.#lose();

  readonly #onResize = (): void => {
    this.#isResized = true;
    this.#wake?.();
  };

  readonly #onHangUp = (): void => this.#lose();

  // The process ends while a question is open: the shell gets its terminal back as it was.
  readonly #onExit = (): void => {
    try {
      fs.writeSync(this.#descriptor, this.#manners.leave);
      this.#input?.stream.setRawMode(false);
    } catch {
      this.#isGone = true;
    }
  };
}
