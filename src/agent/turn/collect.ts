// One answer of a model while it streams in: deltas go to the display at once, parts are kept for the history.
// A text is committed when something other than text follows, and once more at the end; nothing shown is lost.

import type { GuardedDisplay } from "../display/display.ts";
import { textOf, type AssistantPart, type CallPart } from "../history/messages.ts";
import { NO_USAGE, type FinishReason, type ModelEvent, type Usage } from "../model.ts";
import { freeName } from "../history/repair.ts";

export type Answer = {
  readonly parts: readonly AssistantPart[];
  readonly text: string;
  readonly reason: FinishReason;
  readonly usage: Usage;
};

export type CollectOptions = {
  readonly display: GuardedDisplay;
  /** Ids that the conversation has used. A call that brings one again gets another. */
  readonly used: ReadonlySet<string>;
  /** Sees the text as well, before the display does; `end` when it is committed, and when it counts for nothing. */
  readonly blocks?: { readonly push: (delta: string) => void; readonly end: () => void };
};

type Open = { readonly kind: "text" | "reasoning"; readonly pieces: string[] };

export class Collector {
  readonly #options: CollectOptions;
  readonly #parts: AssistantPart[] = [];
  readonly #used: Set<string>;
  /** Shown since the last commit. */
  #shown: string[] = [];
  #open: Open | null = null;
  /** Half of a character, held until the other half comes: a display cannot show it, a pipe would lose it. */
  #half = "";
  #reason: FinishReason = "other";
  #usage: Usage = NO_USAGE;

  constructor(options: CollectOptions) {
    this.#options = options;
    this.#used = new Set(options.used);
  }

  take(event: ModelEvent): void {
    switch (event.kind) {
      case "text":
        this.#text(event.delta);
        break;
      case "reasoning":
        this.#commit();
        this.#opened("reasoning").pieces.push(event.delta);
        this.#options.display.tell("onReasoningDelta", event.delta);
        break;
      case "text-end":
      case "reasoning-end":
        this.#close(event.provider);
        break;
      case "call":
        this.#commit();
        this.#close();
        this.#parts.push(this.#call(event));
        break;
      case "finish":
        this.#reason = event.reason;
        this.#usage = event.usage;
        break;
      default:
        event satisfies never;
    }
  }

  /** What came, whole or cut. Commits the text that is still open. */
  end(): Answer {
    this.#commit();
    this.#close();
    return { parts: [...this.#parts], text: textOf(this.#parts), reason: this.#reason, usage: this.#usage };
  }

  /** All text that was shown, committed or not: it counts for nothing when the answer starts again. */
  discard(): string {
    this.#close();
    this.#options.blocks?.end();
    return textOf(this.#parts);
  }

  #text(delta: string): void {
    const text = this.#half === "" ? delta : `${this.#half}${delta}`;
    const whole = endsInHalf(text) ? text.slice(0, -1) : text;
    // Showing the first words closes what was open before them, and a half that belongs to it.
    this.#half = "";
    this.#show(whole);
    this.#half = text.slice(whole.length);
  }

  #show(text: string): void {
    if (text === "") return;
    this.#opened("text").pieces.push(text);
    this.#shown.push(text);
    const { blocks, display } = this.#options;
    blocks?.push(text);
    if (blocks === undefined) display.tell("onTextDelta", text);
    else display.tell("onTextDelta", text, { inBlocks: true });
  }

  #opened(kind: Open["kind"]): Open {
    if (this.#open?.kind !== kind) {
      this.#close();
      this.#open = { kind, pieces: [] };
    }
    return this.#open!;
  }

  #close(provider?: AssistantPart["provider"]): void {
    this.#endHalf();
    if (this.#open === null) return;
    const { kind, pieces } = this.#open;
    this.#open = null;
    this.#parts.push({ kind, text: pieces.join(""), ...(provider ? { provider } : {}) });
  }

  /** Its other half never came: the replacement character takes its place. */
  #endHalf(): void {
    if (this.#half === "") return;
    this.#half = "";
    this.#show("\u{fffd}");
  }

  #commit(): void {
    this.#endHalf();
    if (this.#shown.length === 0) return;
    this.#options.blocks?.end();
    this.#options.display.tell("onTextCommit", this.#shown.join(""));
    this.#shown = [];
  }

  #call({ id, tool, input, provider }: Extract<ModelEvent, { kind: "call" }>): CallPart {
    const name = freeName(id, this.#used);
    this.#used.add(name);
    return { kind: "call", id: name, tool, ...readArguments(input), ...(provider ? { provider } : {}) };
  }
}

function endsInHalf(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}

/** Models send an object; some send it as text inside a string, and some send nothing, or null, for no arguments. */
export function readArguments(input: string): { readonly args: unknown; readonly unparsed?: string } {
  if (input.trim() === "") return { args: {} };
  const value = parsed(input);
  if (value === undefined || isDeep(value)) return { args: null, unparsed: input };
  if (value === null) return { args: {} };
  if (typeof value !== "string") return { args: value };
  const inner = value.trim() === "" ? {} : parsed(value);
  return isObject(inner) && !isDeep(inner) ? { args: inner } : { args: value };
}

// No tool's arguments go deeper than a few levels. Parsing takes any depth, but writing JSON overflows the stack.
const MAX_DEPTH = 100;

function isDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return false;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // JSON has no undefined, so this says "not JSON".
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
