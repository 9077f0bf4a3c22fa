// A conversation on a terminal: past messages stay in the scrollback, the prompt is below them. The person can type
// at any time; what they type is theirs until they send it. The terminal is given back whatever happens.

import { plain, printable, repeatPlain, type Printable } from "../../text/index.ts";
import { RawTerminal, type TerminalModes } from "../reviewer/tty.ts";
import { createPaint, type Paint } from "../paint.ts";
import { Activity } from "./activity.ts";
import type { ItemOptions } from "./items.ts";
import { CHAT_KEYS, KEYS, type ChatKey } from "./prompt/keys.ts";
import { LiveRows } from "./live.ts";
import type { MenuKind } from "./menu/menu.ts";
import { PromptInput } from "./prompt/prompt-input.ts";
import { drawScreen, outputRows } from "./screen-view.ts";
import { RequestQueue } from "./request-queue.ts";
import { Spoken } from "./spoken.ts";
import type { ChatOptions, ChatRequest, ChatScreen, EditEvent, FooterPart, Item } from "./types.ts";

const MANNERS: TerminalModes<ChatKey> = {
  enter: printable`\u001b[?2004h`,
  leave: printable`\u001b[0m\u001b[?2004l\u001b[?25h`,
  keys: CHAT_KEYS,
};

// As often as an eye can follow; the terminal and the model have more to do than to paint.
const FRAME_MS = 50;
const KEPT_OUTPUT = 4096;

/** Null when there is no terminal to draw on. */
export function openChatScreen(options: ChatOptions): ChatScreen | null {
  const terminal = RawTerminal.with(MANNERS);
  return terminal === null ? null : new TerminalChat(terminal, options);
}

class TerminalChat implements ChatScreen {
  readonly #terminal: RawTerminal<ChatKey>;
  readonly #live: LiveRows;
  readonly #paint: Paint;
  readonly keys = KEYS;
  readonly hasPrompt = true;
  readonly #requests = new RequestQueue();
  readonly #input: PromptInput;
  readonly #spoken: Spoken;
  readonly #activity = new Activity(() => this.#draw());
  #output = "";
  #footer: readonly FooterPart[] = [];
  #mark = "";
  #timer: NodeJS.Timeout | null = null;
  /** Below the scrollback, as it was painted last: the end of an answer, or of what a command prints. */
  #tail: readonly Printable[] = [];
  /** While another program has the terminal. */
  #isAway = false;
  #reading = new AbortController();
  /** The keys that were read last: one of them may wait for a search, and those after it wait for that one. */
  #handling: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(terminal: RawTerminal<ChatKey>, options: ChatOptions) {
    this.#terminal = terminal;
    this.#live = new LiveRows(terminal, options);
    this.#paint = createPaint(options.colour);
    this.#spoken = new Spoken({
      layout: () => this.#scrollback(),
      onChange: () => this.#soon(),
      onSettled: () => {
        this.#output = "";
      },
    });
    this.#input = new PromptInput({
      ...options,
      isDoing: () => this.#activity.text !== null,
      draw: () => this.#draw(),
      drawSoon: () => this.#soon(),
      wish: (wish) => this.#requests.add(wish),
      clear: () => this.clear(),
      // The whole job, as the terminal itself would do it. Reading continues when it is back.
      suspend: () => void this.#leave(async () => void process.kill(0, "SIGTSTP")),
    });
    terminal.enter();
    process.on("SIGINT", this.#onSignal);
    this.#draw();
    void this.#read();
  }

  show(item: Item): void {
    this.#spoken.show(item);
  }

  say(delta: string): void {
    this.#spoken.say(delta);
  }

  edit(event: EditEvent): void {
    this.#spoken.edit(event);
  }

  settle(): void {
    this.#spoken.afterwards(() => this.#spoken.settleNow());
  }

  output(text: string): void {
    this.#output = (this.#output + text).slice(-KEPT_OUTPUT);
    this.#soon();
  }

  /** Only when what came before is on the screen: the person waits for that too. */
  busy(doing: string | null): void {
    this.#spoken.afterwards(() => this.#busy(doing));
    this.#spoken.prepare();
  }

  #busy(doing: string | null): void {
    // Called with every word of an answer.
    if (doing === this.#activity.text) return;
    this.#activity.set(doing);
    if (doing !== null) return this.#soon();
    this.#spoken.settleNow();
    this.#input.sendWaiting();
    this.#draw();
  }

  waiting(): void {
    // The row above the prompt counts the seconds.
  }

  mark(word: string): void {
    this.#mark = word;
    this.#soon();
  }

  footer(parts: readonly FooterPart[]): void {
    this.#footer = parts;
    this.#soon();
  }

  putBack(text: string): void {
    this.#input.putBack(text);
    this.#draw();
  }

  replace(text: string): void {
    this.#input.replace(text);
    this.#draw();
  }

  pick(text: string, menu: MenuKind): boolean {
    this.#input.pick(text, menu);
    this.#draw();
    return true;
  }

  unsent(): readonly string[] {
    return this.#input.unsent();
  }

  next(): Promise<ChatRequest> {
    return this.#requests.next();
  }

  async pause(signal: AbortSignal | undefined): Promise<void> {
    const before = this.#activity.text;
    const left = (): number => (this.#input.prompt.draft.text === "" ? 0 : this.#input.times.msToPause);
    if (left() <= 0) return;
    this.busy("A question waits until you stop typing");
    while (left() > 0 && signal?.aborted !== true && !this.#isClosed)
      await new Promise((resolve) => setTimeout(resolve, Math.min(left(), FRAME_MS)));
    if (before !== null) this.busy(before);
  }

  async away<T>(work: () => Promise<T>): Promise<T> {
    this.#spoken.finish();
    if (this.#isClosed || this.#isAway) return work();
    this.#spoken.settleNow();
    // What the other program leaves behind is separated from what was said.
    this.#spoken.separate("work");
    return this.#leave(work);
  }

  /** What has arrived of an unfinished answer stays open. */
  async #leave<T>(work: () => Promise<T>): Promise<T> {
    this.#draw();
    this.#isAway = true;
    this.#reading.abort();
    await this.#handling;
    // What was typed up to now is part of the prompt, not of what comes.
    void this.#input.handle(this.#terminal.take().filter(({ kind }) => kind !== "named"));
    this.#live.clear();
    this.#terminal.leave();
    try {
      return await work();
    } finally {
      this.#isAway = false;
      if (!this.#isClosed) {
        this.#terminal.enter();
        this.#live.forget();
        this.#draw();
        void this.#read();
      }
    }
  }

  /** What is on the screen moves up into the scrollback: nothing that was said is lost. */
  clear(): void {
    this.#spoken.finish();
    this.#draw();
    this.#spoken.startAnew();
    if (!this.#isAway) {
      this.#live.clear();
      this.#terminal.write(printable`${repeatPlain(plain`\n`, this.#terminal.rows)}\u001b[H\u001b[J`);
    }
    this.#draw();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#spoken.finish();
    this.#busy(null);
    this.#draw();
    this.#isClosed = true;
    process.off("SIGINT", this.#onSignal);
    this.#input.close();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#reading.abort();
    this.#live.clear();
    this.#terminal.close();
  }

  /** One reader at a time, from entering the terminal to leaving it. */
  async #read(): Promise<void> {
    const reading = new AbortController();
    this.#reading = reading;
    for (;;) {
      const input = await this.#terminal.next(reading.signal);
      if (reading.signal.aborted) return;
      if (input.kind === "gone") return this.#requests.add({ kind: "gone" });
      if (input.kind === "resized") this.#live.resized();
      else this.#input.times.typed();
      if (input.kind === "keys") await (this.#handling = this.#input.handle(input.keys));
      // What was typed is on the screen before anything is looked for, and before more of an answer is.
      if (input.kind === "keys" && this.#timer !== null) this.#paintWith([]);
      else this.#draw();
      this.#input.lookUp();
    }
  }

  /** Ctrl-C in a program that has the terminal, or from elsewhere. */
  readonly #onSignal = (): void => {
    void this.#input.handle([{ kind: "named", name: "interrupt" }]);
    this.#draw();
  };

  /** For rows that stay: the terminal folds a long word or a line of code, so that it is copied as it was. */
  #scrollback(): ItemOptions {
    return { ...this.#room(), longWords: "whole" };
  }

  #room(): { readonly width: number; readonly paint: Paint } {
    // The last column stays free: terminals disagree about what happens behind it.
    return { width: Math.max(10, Math.min(this.#terminal.columns - 1, MAX_WIDTH)), paint: this.#paint };
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => this.#draw(), FRAME_MS);
  }

  #draw(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#isAway || this.#isClosed) return;
    const room = this.#room();
    this.#tail = [...this.#spoken.tail(room, this.#terminal.rows), ...outputRows(this.#output, room)];
    this.#paintWith(this.#spoken.take());
  }

  /** What is `above` is written for good. */
  #paintWith(above: readonly Printable[]): void {
    if (this.#isAway || this.#isClosed) return;
    const { draft, waiting, hint, menu } = this.#input.prompt;
    const { rows, cursor } = drawScreen({
      ...this.#room(),
      height: this.#terminal.rows - 1,
      tail: this.#tail,
      doing: this.#activity.shown(),
      draft,
      waiting: waiting.map(({ shown }) => shown),
      mark: this.#mark,
      isApart: this.#spoken.isAny,
      hint,
      footer: this.#footer,
      menu: menu === null ? null : { menu, note: this.#input.noteOf(menu.kind) },
    });
    this.#live.paint(above, rows, cursor);
  }
}

// Longer lines are hard to read.
const MAX_WIDTH = 120;
