// What went wrong with text that has no match: tries the likely causes from the plainest to the vaguest, and proposes
// the one place a softer rule finds. Only looks.

import { counted } from "../../base/index.ts";
import { diffLines, withoutEnding } from "../../text/index.ts";
import { candidateOf, candidateOfChars } from "./candidate-change.ts";
import { propose, proposeUndamaged, softPlaces, type Proposal } from "./candidate.ts";
import { damageOf } from "./damage.ts";
import { differenceOf, formSentence } from "./difference.ts";
import type { Draft } from "../plan/draft/draft.ts";
import { charSpans, contentsOf } from "../match/locate.ts";
import type { Near } from "./nearest.ts";
import { comparableText, isBlank, type SoftLines } from "./soften.ts";
import type { Candidate, Cause, Edit, EditId } from "../types.ts";
import { againOf, asText, linesAt } from "./wording.ts";

export type Wanted = {
  readonly edit: Edit;
  /** What messages call the file. */
  readonly shown: string;
  /** The text as it was written. */
  readonly find: string;
  readonly put: string;
  readonly match: "chars" | "lines";
  /** 1-based number of the hunk in a patch, else null. */
  readonly hunk: number | null;
  /** The other hunks of the patch that match nowhere. */
  readonly others?: readonly { readonly find: string; readonly put: string; readonly hunk: number }[];
};

export type Finding = {
  readonly cause: Cause;
  readonly sentence: string;
  readonly next: string;
  /** The lines that were meant, when they are known; 0-based and half open. */
  readonly place?: { readonly from: number; readonly to: number };
  readonly candidate?: Candidate | null;
};

export function findCause(soft: SoftLines, draft: Draft, wanted: Wanted, near: Near | null): Finding {
  return (
    brokenEarlier(draft, wanted) ??
    damaged(soft, draft, wanted) ??
    softlyThere(soft, draft, wanted) ??
    lookAlike(draft, wanted) ??
    loneReturns(draft, wanted) ??
    alreadyThere(draft, wanted) ??
    fromNearest(draft, wanted, near)
  );
}

/** Text that was there until an earlier edit of the same answer changed it. */
function brokenEarlier(draft: Draft, { find, match }: Wanted): Finding | null {
  if (!draft.isChanged) return null;
  const from = draft.firstInBase(find, match);
  if (from === null) return null;
  const to = from + contentsOf(find).length;
  const culprits = new Set<EditId>();
  for (const run of draft.touched()) {
    if (run.old.from <= to && run.old.to >= from) for (const id of run.edits) culprits.add(id);
  }
  const blocks = [...culprits].toSorted((a, b) => Number(a) - Number(b));
  const names = `${blocks.length === 1 ? "block" : "blocks"} ${blocks.slice(0, 5).join(", ")}`;
  return {
    cause: "stale",
    sentence: `It was at ${linesAt(from, to)} until ${names} of this answer changed it; edits are made in order, each on the result of those before.`,
    next: `Merge it with ${names} into one edit, written against the file as it was, and send that instead.`,
  };
}

function damaged(soft: SoftLines, draft: Draft, wanted: Wanted): Finding | null {
  const find = contentsOf(wanted.find);
  const damage = damageOf(draft, find);
  if (damage === null) return null;
  const { sentence, place } = damage;
  const proposal = proposeUndamaged(draft, { find, put: contentsOf(wanted.put) });
  return {
    cause: "marker_damage",
    sentence,
    next: `Write the text alone, and ${againOf(wanted.edit)}.`,
    ...(place === null ? {} : { place }),
    candidate: proposal === null ? null : candidateFor(soft, draft, wanted, proposal),
  };
}

/** Lines that match except for whitespace, look-alikes, blank lines or lines left out. */
function softlyThere(soft: SoftLines, draft: Draft, wanted: Wanted): Finding | null {
  const find = contentsOf(wanted.find);
  const proposal = propose(draft, soft, { find, put: contentsOf(wanted.put) });
  const places = softPlaces(draft, soft, find);
  if (proposal === null && places.length === 0) return null;
  const candidate = proposal === null ? null : candidateFor(soft, draft, wanted, proposal);
  const next = `Copy ${find.length > 1 ? "the lines" : "the line"} from the file exactly, and ${againOf(wanted.edit)}.`;
  if (places.length > 0) {
    const from = proposal?.from ?? places[0]!;
    const place = { from, to: from + find.length };
    const found = draft.lines.slice(from, place.to).map(withoutEnding);
    const { cause, sentence } = differenceOf(find, found, from) ?? { cause: "whitespace" as const, sentence: "" };
    const what = cause === "look_alike" ? "a look-alike" : "whitespace";
    const others = places.length > 1 ? ` (${counted(places.length, "place")} like this)` : "";
    const fits = `${linesAt(from, place.to, "L")} would match except for ${what}${others}.`;
    return { cause, sentence: `${fits} ${sentence}`.trimEnd(), next, place, candidate };
  }
  const { rule, from, to } = proposal!;
  const place = { from, to };
  if (rule === "unicode-form") {
    const sentence = `${linesAt(from, to, "L")} would match in another Unicode form. ${formSentence(find, draft.lines.slice(from, to).map(withoutEnding), from)}`;
    return { cause: "look_alike", sentence, next, place, candidate };
  }
  if (rule === "elision") {
    const sentence = `It leaves lines out with "..."; ${linesAt(from, to)} would match if that meant the lines in between.`;
    const whole = `Write every line out, and ${againOf(wanted.edit)}.`;
    return { cause: "not_found", sentence, next: whole, place, candidate };
  }
  const sentence = `${linesAt(from, to, "L")} would match if blank lines were ignored.`;
  return { cause: "whitespace", sentence, next, place, candidate };
}

/** A candidate makes the whole edit possible: for a patch every hunk that matches nowhere needs a place of its own. */
function candidateFor(soft: SoftLines, draft: Draft, wanted: Wanted, proposal: Proposal): Candidate | null {
  const { edit, hunk, others = [] } = wanted;
  const proposals = [{ proposal, hunk }];
  for (const other of others) {
    const lines = { find: contentsOf(other.find), put: contentsOf(other.put) };
    const more = proposeUndamaged(draft, lines) ?? propose(draft, soft, lines);
    if (more === null) return null;
    proposals.push({ proposal: more, hunk: other.hunk });
  }
  return candidateOf(draft, edit, proposals);
}

/** Characters inside lines that fit but for look-alikes. */
function lookAlike(draft: Draft, { edit, find, put, match }: Wanted): Finding | null {
  if (match !== "chars") return null;
  const candidate = candidateOfChars(draft, { find, put });
  if (candidate === null) return null;
  return {
    cause: "look_alike",
    sentence: "It is there except for look-alike characters (quotes, dashes, other kinds of spaces).",
    next: `Copy the text from the file exactly, and ${againOf(edit)}.`,
    ...(candidate === "several" ? {} : { candidate, place: placeOf(candidate.line - 1, find) }),
  };
}

function placeOf(from: number, find: string): { readonly from: number; readonly to: number } {
  return { from, to: from + contentsOf(find).length };
}

function loneReturns(draft: Draft, { find }: Wanted): Finding | null {
  const text = draft.text;
  const first = contentsOf(find).find((line) => !isBlank(line));
  if (first === undefined || !text.includes("\r") || !/\r(?!\n)/u.test(text)) return null;
  if (!text.split(/\r\n|\r|\n/u).includes(first)) return null;
  return {
    cause: "line_ending",
    sentence: 'The file breaks lines with lone carriage returns. Lines end at "\\n" only, so this is all one line.',
    next: "Replace the whole file, or convert its line endings first.",
  };
}

function alreadyThere(draft: Draft, { put }: Wanted): Finding | null {
  if (!/[\p{L}\p{N}]/u.test(put)) return null;
  const times = charSpans(draft.text, put).length;
  if (times === 0) return null;
  return {
    cause: "already_applied",
    sentence: `The new text is in the file${times > 1 ? `, ${times} times` : ""}, and the old text is not.`,
    next: "If the edit was made before, there is nothing to do; else read the file again.",
  };
}

/** No softer rule fits: what the nearest lines show. */
function fromNearest(draft: Draft, { edit, find, match }: Wanted, near: Near | null): Finding {
  const again = againOf(edit);
  if (near === null) {
    const sentence = draft.lines.length === 0 ? "The file is empty." : "Nothing in the file is similar.";
    return { cause: "not_found", sentence, next: `Check the path, read the file, and ${again}.` };
  }
  const at = linesAt(near.from, near.to);
  const wanted = contentsOf(find);
  const full = wanted.filter((line) => !isBlank(line)).length;
  const region = draft.lines.slice(near.from, near.to).join("");
  if (match === "chars" && comparableText(region).includes(comparableText(find)))
    return {
      cause: "whitespace",
      sentence: `It is in ${at} except for whitespace.`,
      next: `Copy the text from the file exactly, and ${again}.`,
    };
  if (near.shared > 0 && near.shared * 2 >= full)
    return {
      cause: "stale",
      sentence: sharedSentence(wanted, draft.lines.slice(near.from, near.to).map(withoutEnding), at),
      next: `Read ${at} again, copy them as they are now, and ${again}.`,
    };
  return {
    cause: "not_found",
    sentence: `The nearest is ${at}.`,
    next: `Read the file again, copy the text as it is now, and ${again}.`,
  };
}

/** Counted as the small diff shows them: blank lines are lines. */
function sharedSentence(wanted: readonly string[], found: readonly string[], at: string): string {
  const changed = diffLines(asText(wanted), asText(found)).reduce((sum, { old }) => sum + old.to - old.from, 0);
  const shared = wanted.length - changed;
  if (shared === 0) return `The nearest is ${at}.`;
  return `${shared} of its ${counted(wanted.length, "line")} ${shared === 1 ? "is" : "are"} at ${at}; the rest is different in the file.`;
}
