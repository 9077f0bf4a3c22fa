// What the person is typing: a text, a place in it, and what was typed before. Pure. Nothing typed is ever lost: a text
// that was left for an older one is there again on the way back.

import { graphemesOf } from "../graphemes.ts";
import { NOTHING_TYPED, originAfter, type Origin } from "./origin.ts";

export type Draft = Origin & {
  readonly text: string;
  /** Where the next character goes. Never inside of one. */
  readonly at: number;
  /** What was deleted last, for putting it back. */
  readonly killed: string;
  /** What was sent before, the oldest first. */
  readonly past: readonly string[];
  /** Which of them is being looked at; `past.length` is the new text. */
  readonly place: number;
  /** What was made of them, and the new text, while others are looked at. */
  readonly left: ReadonlyMap<number, string>;
};

export type Move = "left" | "right" | "word-left" | "word-right" | "home" | "end" | "up" | "down" | "older" | "newer";
export type Deletion = "backspace" | "delete" | "delete-word" | "delete-to-start" | "delete-to-end";

export type DraftEvent =
  | { readonly kind: "typed"; readonly text: string }
  /** Text that came in one piece, from anywhere. */
  | { readonly kind: "pasted"; readonly text: string }
  | { readonly kind: "moved"; readonly to: Move }
  | { readonly kind: "deleted"; readonly what: Deletion }
  | { readonly kind: "yanked" }
  | { readonly kind: "completed"; readonly from: number; readonly to: number; readonly text: string }
  /** A text comes back; what is there already is kept among the older ones. */
  | { readonly kind: "put-back"; readonly text: string }
  /** The text is among the older ones now. A new text that was left for it comes back. */
  | { readonly kind: "sent" }
  /** Cleared: this text, and what was left for it, are among the older ones now. */
  | { readonly kind: "cleared" };

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const WORD = /[\p{L}\p{N}_]/u;

export function newDraft(past: readonly string[] = []): Draft {
  return { text: "", at: 0, killed: "", past, place: past.length, left: new Map(), ...NOTHING_TYPED };
}

export function edit(draft: Draft, event: DraftEvent): Draft {
  const next = changed(draft, event);
  return { ...next, ...originAfter(draft, event, next) };
}

function changed(draft: Draft, event: DraftEvent): Draft {
  switch (event.kind) {
    case "typed":
    case "pasted":
      return insert(draft, event.text);
    case "moved":
      return move(draft, event.to);
    case "deleted":
      return remove(draft, event.what);
    case "yanked":
      return insert(draft, draft.killed);
    case "completed": {
      const { from, to, text } = event;
      return { ...draft, text: draft.text.slice(0, from) + text + draft.text.slice(to), at: from + text.length };
    }
    case "put-back":
      return draft.text.trim() === "" ? { ...draft, text: event.text, at: event.text.length } : keep(draft, event.text);
    case "sent":
      return { ...started(draft, unsent(draft, { andNew: false })), ...placed(newTextOf(draft)) };
    case "cleared":
      return started(draft, unsent(draft, { andNew: true }));
    default:
      return event satisfies never;
  }
}

/** Enter after a backslash at the end goes on in a new line; null: the text is to be sent. */
export function continued(draft: Draft): Draft | null {
  const backslashes = /\\*$/.exec(draft.text)![0].length; // Matches always.
  if (draft.at !== draft.text.length || backslashes % 2 === 0) return null;
  const text = `${draft.text.slice(0, -1)}\n`;
  return { ...draft, text, at: text.length };
}

function insert(draft: Draft, text: string): Draft {
  const clean = text.replaceAll(/\r\n?/g, "\n");
  const { at } = draft;
  return { ...draft, text: draft.text.slice(0, at) + clean + draft.text.slice(at), at: at + clean.length };
}

function started({ past, text, killed }: Draft, others: readonly string[]): Draft {
  return { ...newDraft([...others, text].reduce(withNew, past)), killed };
}

function placed(text: string): Pick<Draft, "text" | "at"> {
  return { text, at: text.length };
}

/** The new text, when it was left for an older one. */
function newTextOf({ past, place, left }: Draft): string {
  return place === past.length ? "" : (left.get(past.length) ?? "");
}

/** What was typed and left to look at others: older ones that were changed, and the new text. */
function unsent({ past, place, left }: Draft, { andNew }: { readonly andNew: boolean }): readonly string[] {
  return [...left]
    .filter(([at, text]) => at !== place && text !== past[at] && (andNew || at < past.length))
    .sort(([one], [other]) => one - other)
    .map(([, text]) => text);
}

/** Every text that is only here: typed, and neither sent nor cleared. */
export function unsentOf(draft: Draft): readonly string[] {
  const own = draft.text === draft.past[draft.place] ? [] : [draft.text];
  return [...unsent(draft, { andNew: true }), ...own].filter((text) => text.trim() !== "");
}

/** The text becomes the last of the older ones, without being looked at. */
function keep(draft: Draft, text: string): Draft {
  const past = withNew(draft.past, text);
  if (past === draft.past) return draft;
  const isNew = draft.place === draft.past.length;
  const left = new Map([...draft.left].map(([at, each]) => [at === draft.past.length ? past.length : at, each]));
  return { ...draft, past, left, place: isNew ? past.length : draft.place };
}

function withNew(past: readonly string[], text: string): readonly string[] {
  return text.trim() === "" || past.at(-1) === text ? past : [...past, text];
}

function move(draft: Draft, to: Move): Draft {
  const { text, at } = draft;
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  switch (to) {
    case "left":
      return { ...draft, at: before(text, at) };
    case "right":
      return { ...draft, at: after(text, at) };
    case "word-left":
      return { ...draft, at: wordStart(text, at) };
    case "word-right":
      return { ...draft, at: wordEnd(text, at) };
    case "home":
      return { ...draft, at: at === 0 ? 0 : start };
    case "end":
      return { ...draft, at: end < 0 ? text.length : end };
    case "up":
      return at === 0 || start === 0 ? look(draft, draft.place - 1) : { ...draft, at: sameColumn(text, start, at, -1) };
    case "down":
      return end < 0 ? look(draft, draft.place + 1) : { ...draft, at: sameColumn(text, start, at, 1) };
    case "older":
      return look(draft, draft.place - 1);
    case "newer":
      return look(draft, draft.place + 1);
    default:
      return to satisfies never;
  }
}

function look(draft: Draft, place: number): Draft {
  if (place < 0 || place > draft.past.length || place === draft.place) return draft;
  const left = new Map(draft.left).set(draft.place, draft.text);
  const text = left.get(place) ?? draft.past[place] ?? "";
  return { ...draft, place, left, text, at: text.length };
}

function sameColumn(text: string, start: number, at: number, by: 1 | -1): number {
  const lineStart = by < 0 ? text.lastIndexOf("\n", start - 2) + 1 : text.indexOf("\n", at) + 1;
  const next = text.indexOf("\n", lineStart);
  const lineEnd = next < 0 ? text.length : next;
  const column = [...graphemesOf(text.slice(start, at))].length;
  let place = lineStart;
  for (let count = 0; count < column && place < lineEnd; count += 1) place = after(text, place);
  return Math.min(place, lineEnd);
}

function remove(draft: Draft, what: Deletion): Draft {
  const { text, at } = draft;
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  switch (what) {
    case "backspace":
      return without(draft, before(text, at), at, { kill: false });
    case "delete":
      return without(draft, at, after(text, at), { kill: false });
    case "delete-word":
      return without(draft, wordStart(text, at), at, { kill: true });
    case "delete-to-start":
      return without(draft, at === start ? before(text, at) : start, at, { kill: true });
    case "delete-to-end":
      return without(draft, at, end === at ? at + 1 : end < 0 ? text.length : end, { kill: true });
    default:
      return what satisfies never;
  }
}

function without(draft: Draft, from: number, to: number, { kill }: { readonly kill: boolean }): Draft {
  if (from === to) return draft;
  const { text } = draft;
  const killed = kill ? text.slice(from, to) : draft.killed;
  return { ...draft, text: text.slice(0, from) + text.slice(to), at: from, killed };
}

// Characters are looked for near the place only: a pasted megabyte must not slow down every key.
const NEAR = 200;

function before(text: string, at: number): number {
  const from = wholeAt(text, Math.max(0, at - NEAR));
  let last = from;
  for (const { index } of graphemes.segment(text.slice(from, at))) last = from + index;
  return at === 0 ? 0 : last;
}

function after(text: string, at: number): number {
  const [first] = graphemes.segment(text.slice(at, at + NEAR));
  return at + (first?.segment.length ?? 0);
}

/** Never between the two halves of a character. */
function wholeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

function wordStart(text: string, at: number): number {
  let place = at;
  while (place > 0 && !WORD.test(text[place - 1]!)) place = before(text, place);
  while (place > 0 && WORD.test(text[place - 1]!)) place = before(text, place);
  return place;
}

function wordEnd(text: string, at: number): number {
  let place = at;
  while (place < text.length && !WORD.test(text[place]!)) place = after(text, place);
  while (place < text.length && WORD.test(text[place]!)) place = after(text, place);
  return place;
}
