// The words for an edit without one exact place, the same on every screen: what is asked, what each choice is, and what
// choosing it does. A rule's name is as it came: a screen reveals what it shows.

import { counted } from "../base/index.ts";
import type { OpenEdit, Place } from "../approval/index.ts";

/** Whether the choice is between versions of one edit, not between places. */
function isOfVersions({ places }: Pick<OpenEdit, "places">): boolean {
  return places.some(({ answer_line }) => answer_line !== undefined);
}

/** "Where?" and "2 places", or "Which one?" and "2 versions". */
export function openWords(edit: Pick<OpenEdit, "places">): { readonly question: string; readonly count: string } {
  const { length } = edit.places;
  return isOfVersions(edit)
    ? { question: "Which one?", count: counted(length, "version") }
    : { question: "Where?", count: counted(length, "place") };
}

/** "line 4 · the same text is here" */
export function placeWords({ line, rule, answer_line }: Place): string {
  if (answer_line !== undefined) return `line ${line} · as on line ${answer_line} of the answer`;
  return `line ${line} · ${rule === null ? "the same text is here" : `found by the rule "${rule}"`}`;
}

/** "Put it at line 4", "Change it as on line 20 of the answer" */
export function choiceWords({ line, answer_line }: Place): string {
  return answer_line === undefined ? `Put it at line ${line}` : `Change it as on line ${answer_line} of the answer`;
}

/** Completes "you chose": "line 4", "the version on line 20 of the answer". */
export function chosenWords({ line, answer_line }: Place): string {
  return answer_line === undefined ? `line ${line}` : `the version on line ${answer_line} of the answer`;
}
