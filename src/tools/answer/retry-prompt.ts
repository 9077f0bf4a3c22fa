// What to say to the model about the blocks that were not applied: each of them with its path and its reason. Offered to
// the user, never sent by itself. Says only what the results prove: nothing is "in place" that is not in the files.

import { counted, oneLine } from "../../base/index.ts";
import type { BlockResult } from "../../commit/index.ts";
import { editInstructions } from "../../edits/index.ts";
import { countOutcomes, outcomesOf, type Applying, type BlockOutcome } from "./block-outcome.ts";

export type RetryPrompt = {
  readonly text: string;
  /** The entry of each result that the text lists, by the result's index: its number there, and what it says. */
  readonly entries: ReadonlyMap<number, { readonly number: number; readonly message: string }>;
};

/** Null when there is nothing the model could correct, and no comment for it. `results` as for the model. */
export function retryPrompt(results: readonly BlockResult[], applying: Applying): RetryPrompt | null {
  const outcomes = outcomesOf(results, applying);
  const blocks = results.map((result, at) => ({ result, at, group: groupOf(result, outcomes[at]!) }));
  const toCorrect = blocks.filter(({ group }) => group === "correct");
  const explained = blocks.filter(({ group }) => group === "explained");
  const comments = commentLines(results);
  if (toCorrect.length + explained.length === 0)
    return comments.length === 0 ? null : { text: comments.join("\n"), entries: new Map() };
  const final = blocks.filter(({ group }) => group === "final");
  const listed = [...toCorrect, ...explained, ...final];
  const entries = new Map(
    listed.map(({ at, result }, index) => [at, { number: index + 1, message: messageFor(result) }]),
  );
  const entry = ({ result, at }: (typeof blocks)[number]): string[] => {
    const { number, message } = entries.get(at)!; // Every listed block has one.
    return [`${number}. ${nameOf(result)}: ${message}`, ...candidateLines(result), ""];
  };
  const isHeld = blocks.some(({ group }) => group === "held");
  const head = { all: blocks.length, unapplied: listed.length, wanted: toCorrect.length, isHeld };
  const lines = [`${headOf(head)} ${wantedOf(head)}`, "", ...toCorrect.flatMap(entry)];
  if (explained.length > 0) lines.push(...explainedLines(explained.length), "", ...explained.flatMap(entry));
  if (final.length > 0)
    lines.push(`Do not send ${final.length === 1 ? "this one" : "these"} again:`, "", ...final.flatMap(entry));
  const count = countOutcomes(outcomes);
  if (!isHeld) lines.push(...inPlaceLines(count("applied", "already"), count("in-part")));
  if (toCorrect.some(({ result }) => isMiss(result)))
    lines.push(
      "Copy the text to replace exactly from the file as it is now, with enough lines around it to be unique.",
      "",
    );
  lines.push(...comments);
  return { text: lines.join("\n"), entries };
}

/** For an answer without any edit: why none was read, and how to write one. */
export function noEditPrompt(why: readonly string[]): RetryPrompt {
  const again = "If you meant to change files, send the changes again, written as described here.";
  const text = [...why, "", again, "", editInstructions("search-replace")].join("\n");
  return { text, entries: new Map() };
}

const NO_EDIT = "No edit was recognised";

/** What the user wrote about edits that were applied. */
function commentLines(results: readonly BlockResult[]): readonly string[] {
  const said = results.flatMap((result) =>
    result.comments === undefined ? [] : [`${nameOf(result)}:`, ...result.comments.split("\n"), ""],
  );
  return said.length === 0
    ? []
    : ["The user applied edits and commented on them. Please address the comments:", "", ...said];
}

/** Whether a text begins with the first sentence of a retry prompt, for any number of edits. */
export function isRetryPrompt(text: string): boolean {
  const [unapplied = 1, all = 1] = text.slice(0, LONGEST_HEAD).match(/\d+/g)?.map(Number) ?? [];
  const heads = [headOf({ all: 1, unapplied: 1 }), headOf({ all, unapplied })];
  return text.startsWith(NO_EDIT) || heads.some((head) => text.startsWith(`${head} `));
}

const LONGEST_HEAD = 100;

/** `explained`: the user rejected it and said why, which a new edit can take into account. */
type Group = "in-place" | "held" | "correct" | "explained" | "final";

// A rejection is final, and so is a rule about a kind of file: sending it again would not change it. Another path may do.
function groupOf({ error_type, reason }: BlockResult, outcome: BlockOutcome): Group {
  switch (outcome) {
    case "applied":
    case "in-part":
    case "already":
      return "in-place";
    case "would-apply":
    case "needs-person":
    case "held":
      return "held";
    case "skipped":
      if (reason !== undefined) return "explained";
      return error_type === "path_refused" ? "correct" : "final";
    case "failed":
      return error_type === "write_error" ? "final" : "correct";
    case "not-seen":
      return "correct";
    default:
      return outcome satisfies never;
  }
}

type Head = {
  readonly all: number;
  readonly unapplied: number;
  readonly wanted: number;
  /** In a dry run, and with --atomic, what fits has not been written either. */
  readonly isHeld: boolean;
};

function headOf({ all, unapplied }: Pick<Head, "all" | "unapplied">): string {
  if (all === 1) return "Your edit was not applied.";
  return `${unapplied} of your ${counted(all, "edit")} ${unapplied === 1 ? "was" : "were"} not applied.`;
}

function wantedOf({ unapplied, wanted, isHeld }: Head): string {
  if (wanted === 0) return isHeld ? "Nothing was written." : "The user gave a reason.";
  const which = wanted === 1 ? "1" : wanted === 2 ? "1 and 2" : `1 to ${wanted}`;
  if (isHeld) {
    const without = unapplied > wanted ? `, without those listed last` : "";
    return `Nothing was written. Please send all your edits again${without}, with ${wanted === 1 ? "number 1" : `numbers ${which}`} corrected, in the same format.`;
  }
  const them = unapplied > wanted ? `only ${which}` : wanted === 1 ? "it" : "only these";
  return `Please send ${them} again, corrected, in the same format.`;
}

function explainedLines(count: number): string[] {
  return count === 1
    ? ["The user rejected this one and said why. Do not send it again as it was; follow the reason in a new edit:"]
    : ["The user rejected these and said why. Do not send them again as they were; follow the reasons in new edits:"];
}

function inPlaceLines(whole: number, inPart: number): string[] {
  const lines: string[] = [];
  if (whole > 0)
    lines.push(
      `The other ${whole === 1 ? "edit is" : `${counted(whole, "edit")} are`} in place; do not send ${whole === 1 ? "it" : "them"} again.`,
      "",
    );
  if (inPart > 0)
    lines.push(
      `${counted(inPart, "edit")} ${inPart === 1 ? "was" : "were"} applied in part: the user left out the rest on purpose. Do not send ${inPart === 1 ? "it" : "them"} again.`,
      "",
    );
  return lines;
}

function messageFor(result: BlockResult): string {
  return result.status === "NOT_IN_CONTEXT"
    ? "You have not seen this file, so the edit was not tried. Ask to see it before you send the edit again."
    : result.message;
}

function isMiss({ error_type }: BlockResult): boolean {
  return error_type === "anchor_not_found" || error_type === "ambiguous_anchor";
}

function nameOf({ file_path }: BlockResult): string {
  return oneLine(file_path ?? "(no path)");
}

function candidateLines(result: BlockResult): string[] {
  const candidate = result.diagnostics?.candidate;
  if (!candidate) return [];
  return [
    `   Did you mean line ${candidate.line}? (${candidate.rule})`,
    ...candidate.unified_diff
      .trimEnd()
      .split("\n")
      .map((line) => `   ${line}`),
  ];
}
