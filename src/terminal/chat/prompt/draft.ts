// What the person is typing: a text, a place in it, and what was typed before. Pure. Nothing typed is ever lost: a text
// that was left for an older one is there again on the way back.

import { placeAfter, rangeOf, type Deletion, type TextMove } from "./cursor.ts";
import { foldsAfter, foldsIn, NOTHING_FOLDED, shapeOf, unfolded, withPaste, type Folded } from "./folds.ts";
import { NOTHING_TYPED, originAfter, type Origin } from "./origin.ts";

export type Draft = Origin &
  Folded & {
    /** All of it, with what is folded. */
    readonly text: string;
    /** Where the next character goes. Never inside of one, nor of a fold. */
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

export type Move = TextMove | "older" | "newer";

export type DraftEvent =
  | { readonly kind: "typed"; readonly text: string }
  /** Text that came in one piece, from anywhere. */
  | { readonly kind: "pasted"; readonly text: string }
  | { readonly kind: "moved"; readonly to: Move }
  | { readonly kind: "deleted"; readonly what: Deletion }
  | { readonly kind: "yanked" }
  /** A folded paste is to be seen. */
  | { readonly kind: "unfolded" }
  | { readonly kind: "completed"; readonly from: number; readonly to: number; readonly text: string }
  /** A text comes back; what is there already is kept among the older ones. */
  | { readonly kind: "put-back"; readonly text: string }
  /** The text is among the older ones now. A new text that was left for it comes back. */
  | { readonly kind: "sent" }
  /** Cleared: this text, and what was left for it, are among the older ones now. */
  | { readonly kind: "cleared" };

export function newDraft(past: readonly string[] = []): Draft {
  return {
    text: "",
    at: 0,
    killed: "",
    past,
    place: past.length,
    left: new Map(),
    ...NOTHING_TYPED,
    ...NOTHING_FOLDED,
  };
}

export function edit(draft: Draft, event: DraftEvent): Draft {
  const next = changed(draft, event);
  return { ...next, ...originAfter(draft, event, next) };
}

function changed(draft: Draft, event: DraftEvent): Draft {
  switch (event.kind) {
    case "typed":
      return insert(draft, event.text);
    case "pasted": {
      const text = event.text.replaceAll(/\r\n?/g, "\n");
      return insert({ ...draft, pastes: withPaste(draft.pastes, text) }, text);
    }
    case "moved":
      return move(draft, event.to);
    case "deleted":
      return remove(draft, event.what);
    case "yanked":
      return insert(draft, draft.killed);
    case "unfolded":
      return { ...draft, ...unfolded(draft, draft.at) };
    case "completed":
      return replaced(draft, event);
    case "put-back":
      return draft.text.trim() === "" ? { ...draft, ...placed(draft, event.text) } : keep(draft, event.text);
    case "sent":
      return { ...started(draft, unsent(draft, { andNew: false })), ...placed(draft, newTextOf(draft)) };
    case "cleared":
      return started(draft, unsent(draft, { andNew: true }));
    default:
      return event satisfies never;
  }
}

/** Enter after a backslash at the end goes on in a new line; null: the text is to be sent. */
export function continued(draft: Draft): Draft | null {
  const backslashes = /\\*$/.exec(draft.text)![0].length; // Matches always.
  const end = draft.text.length;
  // The last character of a folded paste is not typed.
  if (draft.at !== end || backslashes % 2 === 0 || draft.folds.at(-1)?.to === end) return null;
  return replaced(draft, { from: end - 1, to: end, text: "\n" });
}

function insert(draft: Draft, text: string): Draft {
  return replaced(draft, { from: draft.at, to: draft.at, text: text.replaceAll(/\r\n?/g, "\n") });
}

/** Another text in place of a part; the cursor is behind it. */
function replaced(
  draft: Draft,
  { from, to, text }: { readonly from: number; readonly to: number; readonly text: string },
): Draft {
  return {
    ...draft,
    text: draft.text.slice(0, from) + text + draft.text.slice(to),
    at: from + text.length,
    folds: foldsAfter(draft, { from, to, text }),
  };
}

function started({ past, text, killed, pastes }: Draft, others: readonly string[]): Draft {
  return { ...newDraft([...others, text].reduce(withNew, past)), killed, pastes };
}

function placed({ pastes }: Draft, text: string): Pick<Draft, "text" | "at" | "folds"> {
  return { text, at: text.length, folds: foldsIn(text, pastes) };
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
  if (to === "older" || to === "newer") return look(draft, draft.place + (to === "older" ? -1 : 1));
  const shape = shapeOf(draft.text, draft);
  const place = placeAfter(shape.text, shape.toShape(draft.at), to);
  if (place === null) return look(draft, draft.place + (to === "up" ? -1 : 1));
  return { ...draft, at: shape.toText(place) };
}

function look(draft: Draft, place: number): Draft {
  if (place < 0 || place > draft.past.length || place === draft.place) return draft;
  const left = new Map(draft.left).set(draft.place, draft.text);
  return { ...draft, place, left, ...placed(draft, left.get(place) ?? draft.past[place] ?? "") };
}

/** What a key deletes on purpose, and a whole paste, can be put back. */
function remove(draft: Draft, what: Deletion): Draft {
  const { text, folds } = draft;
  const shape = shapeOf(text, draft);
  const range = rangeOf(shape.text, shape.toShape(draft.at), what);
  const [from, to] = [shape.toText(range.from), shape.toText(range.to)];
  if (from === to) return draft;
  const isOne = what === "backspace" || what === "delete";
  const isKept = !isOne || folds.some((fold) => fold.from >= from && fold.to <= to);
  const next = replaced(draft, { from, to, text: "" });
  return isKept ? { ...next, killed: text.slice(from, to) } : next;
}
