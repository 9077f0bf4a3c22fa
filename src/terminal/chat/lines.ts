// A conversation one line after another: for screen readers, for terminals that cannot move their cursor, and for a pipe.
// Nothing that was written is ever changed. A line typed while the model answers waits in the terminal.

import * as fs from "node:fs";
import type { Readable } from "node:stream";
import * as tty from "node:tty";
import { joinPrintable, plain, printable, reveal, type Plain, type Printable } from "../../text/index.ts";
import { createPaint, type Paint } from "../paint.ts";
import { AnswerStream } from "./answer.ts";
import { groupOf, itemRows, type Group, type ItemOptions } from "./items.ts";
import { mentionsIn } from "./mentions.ts";
import type { ChatOptions, ChatScreen, EditEvent, Item, ChatRequest } from "./types.ts";

/** The next line without its break; null at the end of input, and when the signal fires because it is not needed. */
export type ReadLine = (signal: AbortSignal) => Promise<string | null>;

export type LinesOptions = Pick<ChatOptions, "colour"> & {
  readonly read: ReadLine;
  readonly write: (text: Printable) => void;
  readonly width: () => number;
  /** What is printed before a line that is wanted. */
  readonly mark: Plain;
  /** For screen readers: no frames and no columns. */
  readonly inWords: boolean;
};

export function openChatLines(options: LinesOptions): ChatScreen {
  return new LinearChat(options);
}

class LinearChat implements ChatScreen {
  readonly keys = [
    ["\\ at the end of a line", "continues it on the next one"],
    ["Ctrl-C", "interrupts; twice quits, and so does the end of the input"],
  ] as const;
  readonly #options: LinesOptions;
  readonly #paint: Paint;
  #answer = new AnswerStream();
  /** It was said that the answer begins. */
  #isAnnounced = false;
  #last: Group | null = null;
  #word = "";
  #isBusy = false;
  #idle: (() => void) | null = null;
  /** Ctrl-C, passed on to the code that waits. */
  #signalled: (() => void) | null = null;
  #signals = 0;
  readonly #closing = new AbortController();
  /** A line that is being read already, when something else came first. */
  #line: Promise<ChatRequest> | null = null;

  constructor(options: LinesOptions) {
    this.#options = options;
    this.#paint = createPaint(options.colour);
    process.on("SIGINT", this.#onSignal);
  }

  show(item: Item): void {
    this.settle();
    // The person's own words are there already.
    if (item.kind !== "person") this.#put(itemRows(item, this.#room()), groupOf(item));
  }

  say(delta: string): void {
    this.#putAnswer(this.#answer.say(delta, this.#room()));
  }

  edit(event: EditEvent): void {
    this.#putAnswer(this.#answer.edit(event, this.#room()));
  }

  settle(): void {
    if (this.#answer.isEmpty) return;
    const rows = this.#answer.end(this.#room());
    this.#answer = new AnswerStream();
    this.#putAnswer(rows);
    this.#isAnnounced = false;
  }

  output(): void {
    // What a command printed is in its result.
  }

  busy(doing: string | null): void {
    // Someone who listens hears that the message was taken.
    if (this.#options.inWords && !this.#isBusy && doing !== null) this.#put([plain`${reveal(doing)}.`], "status");
    this.#isBusy = doing !== null;
    if (this.#isBusy) return;
    this.settle();
    this.#idle?.();
  }

  waiting(silentMs: number): void {
    const seconds = Math.round(silentMs / 1000);
    this.show({
      kind: "note",
      text: `Still waiting for the model: nothing received for ${seconds} s. Ctrl-C interrupts.`,
    });
  }

  mark(word: string): void {
    this.#word = word;
  }

  footer(): void {
    // It changes with every answer; /model, /files and /cost show the same on request.
  }

  readonly hasPrompt = false;

  putBack(text: string): void {
    this.show({ kind: "note", text: `To send again: ${text}`.split("\n") });
  }

  replace(text: string): void {
    this.putBack(text);
  }

  pick(): boolean {
    return false;
  }

  unsent(): readonly string[] {
    return []; // A line is the terminal's until it is sent.
  }

  /** Ctrl-C stops what runs; twice at the prompt leaves. */
  async next(): Promise<ChatRequest> {
    for (let isLeaving = false; ;) {
      if (this.#isBusy) {
        const ended = new Promise<"idle">((resolve) => (this.#idle = () => resolve("idle")));
        if ((await Promise.race([ended, this.#nextSignal()])) === "signal") return { kind: "interrupt" };
        continue;
      }
      this.#line ??= this.#readMessage();
      const wish = await Promise.race([this.#line, this.#nextSignal()]);
      this.#signalled = null;
      if (wish !== "signal") {
        this.#line = null;
        return wish;
      }
      if (isLeaving) return { kind: "leave" };
      isLeaving = true;
      this.#options.write(plain`\nCtrl-C again quits.\n${this.#markNow()}`);
    }
  }

  async pause(): Promise<void> {
    // A question is a line of its own here, and an answer ends with Enter.
  }

  away<T>(work: () => Promise<T>): Promise<T> {
    this.settle();
    return work();
  }

  clear(): void {
    this.#last = null;
  }

  close(): void {
    process.off("SIGINT", this.#onSignal);
    this.#closing.abort();
    this.settle();
  }

  /** A backslash at the end of a line continues it in the next. */
  async #readMessage(): Promise<ChatRequest> {
    const { read, write } = this.#options;
    const mark = this.#markNow();
    let text = "";
    write(this.#last === null || mark === "" ? mark : plain`\n${mark}`);
    // What comes next is separated from what is typed.
    this.#last = "person";
    for (;;) {
      const line = await read(this.#closing.signal);
      if (line === null) return text.trim() === "" ? { kind: "leave" } : sent(text);
      const backslashes = /\\*$/.exec(line)![0].length; // Matches always.
      if (backslashes % 2 === 1) text += `${line.slice(0, -1)}\n`;
      else if ((text + line).trim() !== "") return sent(text + line);
      else write(mark);
    }
  }

  /** A pipe has none. */
  #markNow(): Plain {
    const { mark } = this.#options;
    return mark === "" ? mark : plain`${reveal(this.#word)}${mark}`;
  }

  #nextSignal(): Promise<"signal"> {
    return new Promise((resolve) => {
      this.#signalled = () => resolve("signal");
      if (this.#signals > 0) this.#onSignal();
    });
  }

  readonly #onSignal = (): void => {
    const notify = this.#signalled;
    this.#signalled = null;
    this.#signals = notify === null ? 1 : 0;
    notify?.();
  };

  /** Someone who listens hears whose words begin. */
  #putAnswer(rows: readonly Printable[]): void {
    const isFirst = this.#options.inWords && !this.#isAnnounced && rows.length > 0;
    this.#isAnnounced ||= rows.length > 0;
    this.#put(isFirst ? [plain`Model:`, ...rows] : rows, "words");
  }

  #put(rows: readonly Printable[], group: Group): void {
    if (rows.length === 0) return;
    const apart = this.#last !== null && this.#last !== group ? plain`\n` : plain``;
    this.#last = group;
    this.#options.write(printable`${apart}${joinPrintable(rows, plain`\n`)}\n`);
  }

  #room(): ItemOptions {
    const { width, inWords } = this.#options;
    return { width: Math.max(10, width() - 1), paint: this.#paint, inWords, longWords: "whole" };
  }
}

/** A terminal that gives whole lines does not say what was pasted. */
function sent(text: string): ChatRequest {
  const mentions = mentionsIn(text).map(({ name }) => ({ name, isPasted: false }));
  return { kind: "sent", text, shown: text, typed: null, mentions };
}

/**
 * Lines of the terminal, each read when it is wanted: what is typed before stays in the terminal, and a question
 * asked in between gets the next line. Null when there is no terminal.
 */
export function terminalLines(path = "/dev/tty"): ReadLine | null {
  try {
    fs.closeSync(fs.openSync(path, fs.constants.O_RDWR | fs.constants.O_NOCTTY));
  } catch {
    return null;
  }
  return (signal) =>
    new Promise((resolve) => {
      const input = new tty.ReadStream(fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK));
      let typed = "";
      const settle = (line: string | null): void => {
        signal.removeEventListener("abort", end);
        input.removeAllListeners();
        input.on("error", () => undefined).destroy(); // A terminal that is gone may say so once more.
        resolve(line);
      };
      const end = (): void => settle(typed === "" ? null : typed);
      // A terminal that gives whole lines gives one at a time.
      input.on("data", (chunk: Buffer) => {
        typed += chunk.toString("utf8");
        if (typed.endsWith("\n")) settle(typed.replace(/\r?\n$/, ""));
      });
      input.on("end", end).on("close", end).on("error", end);
      signal.addEventListener("abort", end);
    });
}

/** Lines of a stream that is no terminal. */
export function streamLines(input: Readable): ReadLine {
  const lines = readAll(input);
  return async (signal) => {
    const stop = (): void => void input.destroy();
    signal.addEventListener("abort", stop);
    try {
      const next = await lines.next();
      return next.done === true ? null : next.value;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  };
}

async function* readAll(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of input) {
    rest += typeof chunk === "string" ? chunk : decoder.decode(chunk as Uint8Array, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop()!; // split gives at least one.
    for (const line of lines) yield line.replace(/\r$/, "");
  }
  if (rest !== "") yield rest;
}
