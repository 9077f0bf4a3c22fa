// Wanted text that was damaged on its way: line numbers or diff signs in front of every line, fences or markers of an
// edit format inside. Recognised so that the message can name it; never repaired silently.

import type { Draft } from "../plan/draft.ts";
import { isBlank } from "./soften.ts";

/** A line that begins or divides an edit of some format, or a merge conflict. */
export function isMarker(line: string): boolean {
  return MARKERS.some((marker) => marker.test(line));
}

const MARKERS = [
  /^\u00ab{3,} EDIT$/u,
  /^\u2550{7,} REPL$/u,
  /^\u00bb{3,} EDIT END$/u,
  /^<{5,9}(?: (?:SEARCH|ORIGINAL|HEAD|Updated upstream|ours).*|)$/u,
  /^>{5,9}(?: (?:REPLACE|UPDATED|Stashed changes|theirs).*|)$/u,
  /^-{5,9} SEARCH$/u,
  /^\+{5,9} REPLACE$/u,
  /^<{7} \S/u,
  /^>{7} \S/u,
  /^\|{7} \S/u,
  /^\*{3} (?:Begin Patch|End Patch|(?:Add|Update|Delete) File: .*|End of File)$/u,
];

/** A sentence that says what the damage is, or null. */
export function damageOf(draft: Draft, find: readonly string[]): string | null {
  const marker = find.find(isMarker);
  if (marker !== undefined)
    return "It contains a marker line of an edit format or a merge conflict; markers are never part of the text.";
  for (const { name, undo } of DAMAGES) {
    const plain = undo(find);
    if (plain !== null && draft.find(plain, { keep: 1 }).count > 0) return `${name} Without them it is in the file.`;
  }
  return null;
}

type Damage = { readonly name: string; readonly undo: (lines: readonly string[]) => readonly string[] | null };

const NUMBERED = /^ {0,6}\d{1,7}(?:\t| ?\| ?| ?: ?|→)/u;

const DAMAGES: readonly Damage[] = [
  {
    name: "Its lines begin with line numbers.",
    undo: (lines) =>
      lines.every((line) => isBlank(line) || NUMBERED.test(line))
        ? lines.map((line) => line.replace(NUMBERED, ""))
        : null,
  },
  {
    name: "Its lines begin with the signs of a diff (+, - or a space).",
    undo: (lines) =>
      lines.every((line) => line === "" || /^[-+ ]/u.test(line)) ? lines.map((line) => line.slice(1)) : null,
  },
  {
    name: "It includes the fence (```) around it.",
    undo: (lines) => {
      const plain = lines.filter((line, at) => !(isFence(line) && (at === 0 || at === lines.length - 1)));
      return plain.length < lines.length && plain.length > 0 ? plain : null;
    },
  },
];

function isFence(line: string): boolean {
  return /^ {0,3}(?:`{3,}|~{3,})[\w+-]*$/u.test(line);
}
