// Wanted text that was damaged on its way: line numbers or diff signs in front of every line, fences or markers of an
// edit format inside. Recognised so that the message can name it; never repaired silently.

import { withoutEntities } from "../../text/index.ts";
import type { Draft } from "../plan/draft/draft.ts";
import { withoutNumbers } from "./line-numbers.ts";

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

/** A sentence that says what the damage is, and where the text is without it; null when it is not damaged. */
export function damageOf(
  draft: Draft,
  find: readonly string[],
): { readonly sentence: string; readonly place: { readonly from: number; readonly to: number } | null } | null {
  const marker = find.find(isMarker);
  if (marker !== undefined)
    return {
      sentence: "It contains a marker line of an edit format or a merge conflict; markers are never part of the text.",
      place: null,
    };
  for (const { name, without = "Without them", undo } of DAMAGES) {
    for (const plain of undo(find)) {
      const { count, places } = draft.find(plain, { keep: 1 });
      if (count === 0) continue;
      const from = places[0]!;
      return { sentence: `${name} ${without} it is in the file.`, place: { from, to: from + plain.length } };
    }
  }
  return null;
}

type Damage = {
  readonly name: string;
  /** Begins the sentence that ends in "it is in the file." */
  readonly without?: string;
  readonly undo: (lines: readonly string[]) => readonly (readonly string[])[];
};

const DAMAGES: readonly Damage[] = [
  {
    name: "Its lines begin with line numbers.",
    undo: withoutNumbers,
  },
  {
    name: "Its lines begin with the signs of a diff (+, - or a space).",
    // Spaces alone are indentation.
    undo: (lines) =>
      lines.every((line) => line === "" || /^[-+ ]/u.test(line)) && lines.some((line) => /^[-+]/u.test(line))
        ? [lines.map((line) => line.slice(1))]
        : [],
  },
  {
    name: 'It is HTML-escaped, as the source of a web page is ("&lt;" for "<").',
    without: "Unescaped,",
    undo: unescaped,
  },
  {
    name: "It includes the fence (```) around it.",
    undo: (lines) => {
      const plain = lines.filter((line, at) => !(isFence(line) && (at === 0 || at === lines.length - 1)));
      return plain.length < lines.length && plain.length > 0 ? [plain] : [];
    },
  },
];

/** One reading, or none where nothing is escaped. */
export function unescaped(lines: readonly string[]): readonly (readonly string[])[] {
  const plain = lines.map(withoutEntities);
  return plain.some((line, at) => line !== lines[at]) ? [plain] : [];
}

function isFence(line: string): boolean {
  return /^ {0,3}(?:`{3,}|~{3,})[\w+-]*$/u.test(line);
}
