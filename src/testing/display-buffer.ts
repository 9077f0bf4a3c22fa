// A display without a screen: it keeps its calls, in order, for a test to check.

import type { Display } from "../agent/index.ts";

type Told = {
  [Name in keyof Display]-?: readonly [name: Name, ...args: Parameters<NonNullable<Display[Name]>>];
}[keyof Display];

/** A display that keeps what it was shown, for tests. */
export class DisplayBuffer implements Required<Display> {
  readonly told: Told[] = [];
  /** Called with every event as it comes, before it is kept. */
  readonly #watch: (told: Told) => void;

  constructor(watch: (told: Told) => void = () => undefined) {
    this.#watch = watch;
  }

  /** Text as it streamed. */
  get streamed(): string {
    return this.of("onTextDelta")
      .map(([, delta]) => delta)
      .join("");
  }

  /** Text as it was committed, one entry per commit. */
  get committed(): readonly string[] {
    return this.of("onTextCommit").map(([, text]) => text);
  }

  /** Every call of one method. */
  of<Name extends Told[0]>(name: Name): readonly Extract<Told, readonly [Name, ...unknown[]]>[] {
    return this.told.filter((one): one is Extract<Told, readonly [Name, ...unknown[]]> => one[0] === name);
  }

  readonly onTextDelta: Required<Display>["onTextDelta"] = (delta) => this.#keep(["onTextDelta", delta]);
  readonly onTextCommit: Required<Display>["onTextCommit"] = (text) => this.#keep(["onTextCommit", text]);
  readonly onToolCall: Required<Display>["onToolCall"] = (call) => this.#keep(["onToolCall", call]);
  readonly onToolResult: Required<Display>["onToolResult"] = (result) => this.#keep(["onToolResult", result]);
  readonly onToolOutput: Required<Display>["onToolOutput"] = (call, stream, text) =>
    this.#keep(["onToolOutput", call, stream, text]);
  readonly onReasoningDelta: Required<Display>["onReasoningDelta"] = (delta) => this.#keep(["onReasoningDelta", delta]);
  readonly onBlock: Required<Display>["onBlock"] = (event) => this.#keep(["onBlock", event]);
  readonly onNotApplied: Required<Display>["onNotApplied"] = (results) => this.#keep(["onNotApplied", results]);
  readonly onApplied: Required<Display>["onApplied"] = (report) => this.#keep(["onApplied", report]);
  readonly onFilesChanged: Required<Display>["onFilesChanged"] = (paths) => this.#keep(["onFilesChanged", paths]);
  readonly onStreamComplete: Required<Display>["onStreamComplete"] = (complete) =>
    this.#keep(["onStreamComplete", complete]);
  readonly onWaiting: Required<Display>["onWaiting"] = (silentMs) => this.#keep(["onWaiting", silentMs]);
  readonly onApproval: Required<Display>["onApproval"] = (approval) => this.#keep(["onApproval", approval]);
  readonly onRetry: Required<Display>["onRetry"] = (retry) => this.#keep(["onRetry", retry]);
  readonly onUsage: Required<Display>["onUsage"] = (usage, sum) => this.#keep(["onUsage", usage, sum]);
  readonly onNote: Required<Display>["onNote"] = (note) => this.#keep(["onNote", note]);

  #keep(told: Told): void {
    this.#watch(told);
    this.told.push(told);
  }
}
