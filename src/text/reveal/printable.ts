// The only strings that may be written to a terminal, as types. Text from anywhere else becomes one in `reveal`; our own
// words and escape sequences become one in a template literal. No other file may make one by a cast, and nothing writes
// to a terminal that is not one (test/architecture.test.ts).
//
//   Plain      letters, marks, tabs and line breaks: every part of it is Plain too, so it can be cut
//   Printable  Plain, and colours and cursor movements of ours: it can only be joined

import { encloseRuns, type Reading } from "./direction.ts";
import { escapeJson } from "./escape-json.ts";
import { lookAlikes } from "./look-alikes.ts";
import { markHidden, type MarkOptions } from "./mark-hidden.ts";

declare const isPrintable: unique symbol;
declare const isPlain: unique symbol;

/** Text that is safe to write to a terminal. Only functions of this module make it. */
export type Printable = string & { readonly [isPrintable]: true };

/** Printable text without any escape sequence. */
export type Plain = Printable & { readonly [isPlain]: true };

export type RevealOptions = Omit<MarkOptions, "also" | "oneLine"> & {
  /** "name" unless given. */
  readonly reading?: Reading;
  /** Part of what the user is typing: its letters are theirs, and a single one says nothing about its word. */
  readonly typed?: boolean;
};

/**
 * Any text in one line, with marks in place of what cannot be seen (line breaks too) and of letters that can be taken for
 * others, and with right-to-left text enclosed. The result can be read back (docs/reading-a-change.md).
 */
export function reveal(text: string, options: RevealOptions = {}): Plain {
  return marked(text, { ...options, oneLine: true });
}

/**
 * The same for a text that has lines, such as an answer or a diff: its line breaks stay. Never for a name, a path, or a
 * message that quotes one, which could draw rows of its own.
 */
export function revealLines(text: string, options: RevealOptions = {}): Plain {
  return marked(text, options);
}

function marked(text: string, options: RevealOptions & Pick<MarkOptions, "oneLine">): Plain {
  const usual = options.oneLine ? ASCII : ASCII_LINES;
  if (usual.test(text) && !options.trailing && !options.spaces && !options.fileEnd) return text as Plain; // Nothing to do.
  const also = options.typed ? [] : lookAlikes(text, options.reading);
  return encloseRuns(markHidden(text, { ...options, also }), options.reading) as Plain; // Nothing hidden, nothing out of order.
}

/** Most of what is shown. */
const ASCII = /^[\x20-\x7e]*$/;
const ASCII_LINES = /^[\x20-\x7e\n]*$/;

/** A path in one line, with every space that could be overlooked marked. */
export function revealPath(path: string): Plain {
  return reveal(path, { reading: "exact", tabs: true, spaces: true });
}

/** Text that `reveal` gave and other code has cut or joined since. Whatever is hidden in it all the same is marked. */
export function revealed(text: string, reading?: Reading): Plain {
  if (ASCII_LINES.test(text)) return text as Plain; // Nothing to do.
  return encloseRuns(markHidden(text, { keepMarks: true, pictures: true }), reading) as Plain; // The same.
}

/** A value as JSON that parses to the same value, with hidden characters and right-to-left letters as escapes. */
export function revealJson(value: unknown, options: { readonly indent?: number } = {}): Plain {
  return escapeJson(JSON.stringify(value, null, options.indent)) as Plain; // Nothing hidden is left.
}

/**
 * Our own words with printable parts between them. Only as a template literal: then the words are in the source, and
 * may hold escape sequences.
 */
export function printable(words: TemplateStringsArray, ...parts: readonly Printable[]): Printable {
  return together(words, parts) as Printable; // Words of the source, and parts that are printable.
}

/** The same without escape sequences; the result can be cut. */
export function plain(words: TemplateStringsArray, ...parts: readonly (Plain | number)[]): Plain {
  return revealed(together(words, parts));
}

export function joinPrintable(parts: readonly Plain[], separator: Plain): Plain;
export function joinPrintable(parts: readonly Printable[], separator: Printable): Printable;
export function joinPrintable(parts: readonly Printable[], separator: Printable): Printable {
  return parts.join(separator) as Printable; // Nothing comes between them that is not.
}

export function slicePlain(text: Plain, from: number, to?: number): Plain {
  return encloseRuns(text.slice(from, to)) as Plain; // A part of what holds nothing hidden.
}

export function splitPlain(text: Plain, at: "\n" | " "): Plain[] {
  return text.split(at).map((part) => encloseRuns(part)) as Plain[]; // Parts of what holds nothing hidden.
}

export function repeatPlain(text: Plain, times: number): Plain {
  return text.repeat(Math.max(0, times)) as Plain; // Nothing comes between them.
}

export function spaces(count: number): Plain {
  return repeatPlain(plain` `, count);
}

/** Spaces at the end are left out. */
export function trimEndOf<Text extends Printable>(text: Text): Text {
  return text.trimEnd() as Text; // Only whitespace is gone.
}

function together(words: TemplateStringsArray, parts: readonly (Printable | number)[]): string {
  let text = words[0] ?? "";
  for (const [at, part] of parts.entries()) text += String(part) + (words[at + 1] ?? "");
  return text;
}
