// The events of a conversation so far, for a page that is loaded in the middle of it: deltas of text that is complete
// are gone, what was taken back by a retry is gone, and pieces that follow each other are one. Reading this record
// shows the same as having seen every event. Bounded: the oldest turns are dropped, and a note says so.

import type { TurnEvent } from "../protocol.ts";

const MOST_CHARS = 16_000_000;

export class TurnRecord {
  readonly #mostChars: number;
  #events: TurnEvent[] = [];
  #chars = 0;
  #next = 0;
  #isCut = false;

  constructor({ mostChars = MOST_CHARS }: { readonly mostChars?: number } = {}) {
    this.#mostChars = mostChars;
  }

  /** The number of events added so far. */
  get next(): number {
    return this.#next;
  }

  events(): readonly TurnEvent[] {
    return this.#isCut ? [CUT, ...this.#events] : [...this.#events];
  }

  /** Returns the event's number. */
  add(event: TurnEvent): number {
    if (event.type === "text-commit") this.#drop(isDelta, endsText);
    if (event.type === "retry") this.#drop(isAnswer, startsAnswer);
    // Nothing was said, and what was being written goes on.
    if ((event.type === "text-delta" || event.type === "reasoning-delta") && event.text === "") return this.#next++;
    const last = this.#events.at(-1);
    const joined = last === undefined ? null : join(last, event);
    if (joined !== null) this.#events[this.#events.length - 1] = joined;
    else this.#events.push(event);
    this.#chars += JSON.stringify(event).length;
    this.#cut();
    return this.#next++;
  }

  /** Takes back those at the end, up to one that stops it. */
  #drop(isGone: (event: TurnEvent) => boolean, stops: (event: TurnEvent) => boolean): void {
    let from = this.#events.length;
    while (from > 0 && !stops(this.#events[from - 1]!)) from -= 1;
    this.#events.push(...this.#events.splice(from).filter((event) => !isGone(event)));
  }

  #cut(): void {
    if (this.#chars <= this.#mostChars) return;
    // Counted anew: joined and dropped events were counted as they came.
    this.#chars = sizeOf(this.#events);
    while (this.#chars > this.#mostChars) {
      const at = this.#events.findIndex((event, index) => index > 0 && event.type === "user-message");
      if (at < 0) return; // One turn is never cut in the middle.
      this.#events = this.#events.slice(at);
      this.#isCut = true;
      this.#chars = sizeOf(this.#events);
    }
  }
}

const CUT: TurnEvent = { type: "note", message: "Earlier turns are not shown here any more; the model knows them." };

function sizeOf(events: readonly TurnEvent[]): number {
  return events.reduce((sum, event) => sum + JSON.stringify(event).length, 0);
}

function isDelta({ type }: TurnEvent): boolean {
  return type === "text-delta";
}

/** Nothing before these belongs to the text that is being committed. */
function endsText({ type }: TurnEvent): boolean {
  return type === "text-commit" || type === "block-end" || type === "tool-result" || startsAnswer({ type });
}

function isAnswer({ type }: TurnEvent): boolean {
  return ANSWER.has(type);
}

const ANSWER: ReadonlySet<TurnEvent["type"]> = new Set([
  "text-delta",
  "text-commit",
  "reasoning-delta",
  "block-start",
  "block-text",
  "block-end",
]);

/** An answer that is tried again began after the last of these. */
function startsAnswer({ type }: Pick<TurnEvent, "type">): boolean {
  return type === "user-message" || type === "run-start" || type === "usage" || type === "retry";
}

/** Two pieces of the same thing as one; null for two things. */
function join(last: TurnEvent, next: TurnEvent): TurnEvent | null {
  if (last.type === "text-delta" && next.type === "text-delta") return { ...last, text: last.text + next.text };
  if (last.type === "reasoning-delta" && next.type === "reasoning-delta")
    return { ...last, text: last.text + next.text };
  if (last.type === "block-text" && next.type === "block-text" && last.section === next.section)
    return { ...last, text: last.text + next.text };
  if (
    last.type === "tool-output" &&
    next.type === "tool-output" &&
    last.call_id === next.call_id &&
    last.stream === next.stream
  )
    return { ...last, text: last.text + next.text };
  return null;
}
