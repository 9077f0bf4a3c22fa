// Editing one change of a file: the editor gets its new lines alone, and what comes back replaces exactly those. Lines
// stay whole: nothing typed there can join the line after it.

import { composedParts, type Text } from "../../text/index.ts";
import type { ChangePage } from "../types.ts";

export type HunkText = {
  /** What is to be edited; "" for a change that only removes lines. */
  readonly text: Text;
  /** The lines it replaces. */
  readonly original: Text;
  /** The file with these lines in place of `text`, and the other changes as they are chosen. */
  readonly whole: (edited: string) => string;
};

/** Null when there is no such change, or no text. */
export function hunkText(page: ChangePage, hunk: number): HunkText | null {
  const { before, proposal, changes, chosen } = page;
  if (before === null || proposal === null || changes[hunk] === undefined) return null;
  const partAt = (taken: ReadonlySet<number>): readonly [string, Text, string] => {
    const parts = composedParts(before, proposal, changes, taken);
    const own = 2 * hunk + 1; // What is between the changes is in the list too.
    // Whole lines of a well-formed text are well-formed.
    return [parts.slice(0, own).join(""), parts[own]! as Text, parts.slice(own + 1).join("")];
  };
  const [head, text, tail] = partAt(new Set([...chosen, hunk]));
  const [, original] = partAt(new Set());
  const whole = (edited: string): string => {
    const isOpen = tail !== "" && edited !== "" && !edited.endsWith("\n");
    return head + edited + (isOpen ? endingIn([edited, text, original, tail]) : "") + tail;
  };
  return { text, original, whole };
}

/** The first line ending there is. */
function endingIn(texts: readonly string[]): "\n" | "\r\n" {
  const found = texts.find((text) => text.includes("\n")) ?? "\n";
  return found[found.indexOf("\n") - 1] === "\r" ? "\r\n" : "\n";
}
