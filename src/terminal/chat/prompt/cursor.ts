// Places in a typed text: where a key moves to, and what a key deletes. Pure. A mark that is drawn for a folded paste is
// one character, and a word of its own.

import { graphemesOf } from "../../graphemes.ts";
import { FOLD_MARK } from "./folds.ts";

export type TextMove = "left" | "right" | "word-left" | "word-right" | "home" | "end" | "up" | "down";
export type Deletion =
  | "backspace"
  | "delete"
  | "delete-word"
  | "delete-word-right"
  | "delete-to-space"
  | "delete-to-start"
  | "delete-to-end";

const WORD = /[\p{L}\p{N}_]/u;

/** Null above the first line and below the last one. */
export function placeAfter(text: string, at: number, to: TextMove): number | null {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  switch (to) {
    case "left":
      return before(text, at);
    case "right":
      return after(text, at);
    case "word-left":
      return wordStart(text, at);
    case "word-right":
      return wordEnd(text, at);
    case "home":
      return at === 0 ? 0 : start;
    case "end":
      return end < 0 ? text.length : end;
    case "up":
      return at === 0 || start === 0 ? null : sameColumn(text, start, at, -1);
    case "down":
      return end < 0 ? null : sameColumn(text, start, at, 1);
    default:
      return to satisfies never;
  }
}

export function rangeOf(text: string, at: number, what: Deletion): { readonly from: number; readonly to: number } {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  switch (what) {
    case "backspace":
      return { from: before(text, at), to: at };
    case "delete":
      return { from: at, to: after(text, at) };
    case "delete-word":
      return { from: wordStart(text, at), to: at };
    case "delete-word-right":
      return { from: at, to: wordEnd(text, at) };
    case "delete-to-space":
      return { from: spaceBefore(text, at), to: at };
    case "delete-to-start":
      return { from: at === start ? before(text, at) : start, to: at };
    case "delete-to-end":
      return { from: at, to: end === at ? at + 1 : end < 0 ? text.length : end };
    default:
      return what satisfies never;
  }
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

// Characters are looked for near the place only: a pasted megabyte must not slow down every key.
const NEAR = 200;

function before(text: string, at: number): number {
  const from = wholeAt(text, Math.max(0, at - NEAR));
  let last = from;
  for (const { index } of graphemesOf(text.slice(from, at))) last = from + index;
  return at === 0 ? 0 : last;
}

function after(text: string, at: number): number {
  const [first] = graphemesOf(text.slice(at, at + NEAR));
  return at + (first?.segment.length ?? 0);
}

/** Never between the two halves of a character. */
function wholeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

function wordStart(text: string, at: number): number {
  let place = at;
  while (place > 0 && !WORD.test(text[place - 1]!)) {
    place = before(text, place);
    if (text[place] === FOLD_MARK) return place;
  }
  while (place > 0 && WORD.test(text[place - 1]!)) place = before(text, place);
  return place;
}

/** Where the text without whitespace before the cursor begins. */
function spaceBefore(text: string, at: number): number {
  let place = at;
  while (place > 0 && /\s/.test(text[place - 1]!)) place = before(text, place);
  if (text[place - 1] === FOLD_MARK) return place - 1;
  while (place > 0 && !/\s/.test(text[place - 1]!) && text[place - 1] !== FOLD_MARK) place = before(text, place);
  return place;
}

function wordEnd(text: string, at: number): number {
  let place = at;
  while (place < text.length && !WORD.test(text[place]!)) {
    place = after(text, place);
    if (text[place - 1] === FOLD_MARK) return place;
  }
  while (place < text.length && WORD.test(text[place]!)) place = after(text, place);
  return place;
}
