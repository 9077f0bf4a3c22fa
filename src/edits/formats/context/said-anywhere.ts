// What words that are not next to an edit say of it, wherever they are: a sentence that takes back all above it or
// announces several ways below, an addendum ("Update: …", "Nachtrag: …") and the last paragraph that rejects what was
// shown. Never looks at the edits themselves.

import type { Answer } from "../answer.ts";
import { rejects } from "./afterthought.ts";
import { saidOfEdits } from "./withdrawals.ts";

export type SaidAnywhere = {
  /** The last line that takes back what is above it; -1 for none. */
  readonly withdrawal: number;
  /** The first line that announces several ways; Infinity for none. */
  readonly announcement: number;
  /** The last words of the answer, where they reject: of the last edits, with other words between or not; -1 for none. */
  readonly rejection: number;
};

/** `outside`: the lines of words, in order. */
export function saidAnywhere(answer: Answer, outside: readonly number[]): SaidAnywhere {
  let withdrawal = -1;
  let announcement = Infinity;
  for (const [index, line] of outside.entries()) {
    const words = answer.line(line);
    const found = saidOfEdits(words);
    const isAddendum = MAY_LABEL.test(words) && rejectsBelow(answer, outside, index);
    if (found?.withdraws === true || isAddendum) withdrawal = line;
    if (found?.announces === true) announcement = Math.min(announcement, line);
  }
  return { withdrawal, announcement, rejection: lastWords(answer, outside) };
}

const LONGEST_LABEL = 40;
/** The first words of a line, up to the sign that ends a label. */
const MAY_LABEL = new RegExp(String.raw`^[^\p{L}]{0,8}\p{L}[^:：—–]{1,${LONGEST_LABEL}}[:：—–]`, "u");
const LABEL =
  /^[^\p{L}]*(?:late |my |a )?(?:edit|update|addendum|p\.? ?s|post ?script(?:um)?|correction|corrigendum|erratum|nachtrag|korrektur|berichtigung|nachbemerkung|rectificatif|correctif|correction|mise à jour|post-scriptum|corrección|actualización|posdata|correção|atualização|correzione|aggiornamento|errata|poprawka|aktualizacja|correctie|naschrift|rättelse|обновление|поправка|补充|更正|更新|追记|追記|訂正|정정|추가)(?: \d+)?\.? ?(?:\([^()]*\))?[\s*_]*[:：—–]/iu;

const MOST_LINES = 6;

/** Whether the paragraph that begins at a line of words has the label of an addendum, and rejects. */
function rejectsBelow(answer: Answer, outside: readonly number[], index: number): boolean {
  const label = LABEL.exec(answer.line(outside[index]!));
  if (label === null) return false;
  const lines: string[] = [];
  for (let at = index; at < outside.length && lines.length < MOST_LINES; at += 1) {
    if (outside[at] !== outside[index]! + lines.length) break;
    lines.push(answer.line(outside[at]!).trim());
  }
  return rejects(lines.join(" ").slice(label[0].length));
}

/** What is offered besides: "Let me know if I should apply this to the other files as well." */
const ADDS = /\b(?:also|too|as well|same|others?|another|similar|elsewhere|additional(?:ly)?|further)\b/i;

/** The first line of the last paragraph, if the answer ends in words that reject; else -1. */
function lastWords(answer: Answer, outside: readonly number[]): number {
  const last = outside.at(-1);
  if (last === undefined) return -1;
  for (let at = last + 1; at < answer.length; at += 1) if (!answer.isBlank(at)) return -1;
  let index = outside.length - 1;
  while (index > 0 && outside[index - 1] === outside[index]! - 1 && outside.length - index < MOST_LINES) index -= 1;
  const words = outside.slice(index).map((line) => answer.line(line).trim());
  const text = words.join(" ");
  return !ADDS.test(text) && rejects(text) ? outside[index]! : -1;
}
