// Edits of one answer that cannot both be meant: they replace the same text of a file by different texts, or give one
// file two contents. They are alternatives, or one corrects the other; which one, only a person can say.

import { contentsOf } from "../match/locate.ts";
import type { Edit, EditId } from "../types.ts";
import { claimOf, excludes, type Claim } from "./claims.ts";

export type RivalOptions = {
  readonly show: (path: Edit["path"]) => string;
  /** A file before any edit; null where there is none. */
  readonly textOf: (path: Edit["path"]) => string | null;
  /** How often a file has a text before any edit, overlaps included. */
  readonly timesIn: (path: Edit["path"], text: string) => number;
  /** A file that the answer shows, as it would be read if it were the only edit. */
  readonly read: (edit: Edit) => Edit;
};

/**
 * The edits, with those that have a rival as likely ones. Each of them can be chosen by a person, and no other is made then.
 * Equal edits are no rivals, nor are those of which each finds its text once the one before is made, or whose text the
 * file has in several places.
 */
export function doubtRivals(given: readonly Edit[], options: RivalOptions): readonly Edit[] {
  const edits = withChoices(given);
  const groups = new Map<string, Place[]>();
  for (const [at, edit] of edits.entries()) {
    const key = edit.rivals === undefined && edit.likely?.isThought !== true ? keyOf(edit) : null;
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [{ edit, at }]);
    else group.push({ edit, at });
  }
  const doubted = new Map<EditId, Edit>();
  for (const group of groups.values())
    for (const rivals of rivalsIn(group, edits, options)) {
      const all = rivals.map(({ edit }) => edit.id);
      for (const [index, { edit, isWhole }] of rivals.entries()) {
        const other = rivals[index === 0 ? 1 : index - 1]!;
        const likely = edit.likely ?? likelyOf(edit, { rival: other.edit, isWhole, shown: options.show(edit.path) });
        doubted.set(edit.id, { ...edit, likely, rivals: { all, chosen: null } });
      }
    }
  return doubted.size === 0 ? edits : edits.map((edit) => doubted.get(edit.id) ?? edit);
}

/** Edits among a model's thoughts, of text that an edit of its answer changes: drafts of that. */
export function draftsIn(edits: readonly Edit[]): ReadonlySet<EditId> {
  const isThought = ({ likely }: Edit): boolean => likely?.isThought === true;
  if (!edits.some(isThought)) return new Set();
  const answered = new Set(edits.flatMap((edit) => (isThought(edit) ? [] : (keyOf(edit) ?? []))));
  const changed = new Set(edits.flatMap((edit) => (isThought(edit) ? [] : [edit.path])));
  // Code that is only shown in the thoughts, of a file that the answer changes, is what the model began with.
  const isDraft = (edit: Edit): boolean =>
    answered.has(keyOf(edit) ?? "") || (edit.change.kind === "overwrite" && changed.has(edit.path));
  return new Set(edits.filter((edit) => isThought(edit) && isDraft(edit)).map(({ id }) => id));
}

/** Rivals that are planned again know which of them was chosen meanwhile. */
function withChoices(edits: readonly Edit[]): readonly Edit[] {
  const chosen = new Map<EditId, NonNullable<Edit["rivals"]>["chosen"]>();
  for (const { id, rivals, placed } of edits) {
    const line =
      placed?.by === "person" ? placed.choices.findLast(({ answerLine }) => answerLine)?.answerLine : undefined;
    if (rivals !== undefined && line !== undefined) for (const each of rivals.all) chosen.set(each, { edit: id, line });
  }
  if (chosen.size === 0) return edits;
  return edits.map((edit) => {
    const choice = edit.rivals && chosen.get(edit.id);
    return choice === undefined ? edit : { ...edit, rivals: { ...edit.rivals!, chosen: choice } };
  });
}

/** Runs of edits, each of which excludes another one of its run. */
function rivalsIn(
  group: readonly Place[],
  edits: readonly Edit[],
  { textOf, timesIn, read }: RivalOptions,
): readonly (readonly Rival[])[] {
  const [{ edit: first }] = group as readonly [Place, ...Place[]]; // A group is never empty.
  if (group.length < 2 || isInSeveral(first, timesIn)) return [];
  if (first.change.kind === "replace") return otherTexts(group, edits, contentsOf(first.change.find).join("\n").trim());
  const own = textOf(first.path);
  return otherClaims(
    group.flatMap(({ edit, at }) => {
      const claim = claimOf(edit, own, read);
      return claim === null ? [] : [{ edit, at, claim }];
    }),
  );
}

/** Of edits that replace one text: those with several new texts, while no edit between them writes the old one anew. */
function otherTexts(group: readonly Place[], edits: readonly Edit[], find: string): readonly (readonly Rival[])[] {
  const runs: Edit[][] = [];
  for (const [index, { edit, at }] of group.entries()) {
    const between = edits.slice(group[Math.max(0, index - 1)]!.at, at);
    const isAnew = between.some((each) => each.path === edit.path && newText(each).includes(find));
    if (index === 0 || isAnew) runs.push([edit]);
    else runs.at(-1)!.push(edit);
  }
  const several = runs.filter((run) => new Set(run.map(newText)).size > 1);
  return several.map((run) => run.map((edit) => ({ edit, isWhole: false })));
}

function otherClaims(group: readonly Claiming[]): readonly (readonly Rival[])[] {
  const runs: Claiming[][] = [];
  for (const later of group) {
    const run = runs.findLast((each) => each.some(({ claim }) => excludes(claim, later.claim)));
    if (run === undefined) runs.push([later]);
    else run.push(later);
  }
  const several = runs.filter((run) => run.length > 1);
  return several.map((run) => run.map(({ edit, claim }) => ({ edit, isWhole: claim.kind === "whole" })));
}

/** An edit, and which one of the answer it is. */
type Place = { readonly edit: Edit; readonly at: number };
type Claiming = Place & { readonly claim: Claim };
type Rival = { readonly edit: Edit; readonly isWhole: boolean };

/** Edits with one key may be about the same text; null for those that have no rival. */
function keyOf({ path, change, origin }: Edit): string | null {
  // What is not from an answer is made one after another, each with its own result.
  if (origin === undefined) return null;
  if (change.kind === "replace")
    return change.find.trim() === "" || change.all ? null : JSON.stringify([path, contentsOf(change.find)]);
  return change.kind === "overwrite" && change.doubt?.kind !== "mixed" ? JSON.stringify([path]) : null;
}

function isInSeveral({ path, change }: Edit, timesIn: RivalOptions["timesIn"]): boolean {
  if (change.kind !== "replace") return false;
  return timesIn(path, contentsOf(change.find).join("\n")) > 1;
}

function newText({ change }: Edit): string {
  switch (change.kind) {
    case "replace":
      return contentsOf(change.put).join("\n");
    case "patch":
      return change.chunks.map(({ put }) => contentsOf(put).join("\n")).join("\n");
    case "create":
    case "overwrite":
      return contentsOf(change.content).join("\n");
    default:
      return "";
  }
}

function likelyOf(
  edit: Edit,
  { rival, isWhole, shown }: { readonly rival: Edit; readonly isWhole: boolean; readonly shown: string },
): NonNullable<Edit["likely"]> {
  const { line, canConfirm } = edit.origin!; // Only edits of an answer are compared.
  const where = `the edit on line ${rival.origin!.line} of the answer`;
  const what = `${isWhole ? "all" : "the same text"} of ${shown} in another way`;
  const why = `This and ${where} change ${what}, so one may correct the other. Send only the one that is meant.`;
  return { reading: `${where} changes ${what}`, line, why, canConfirm };
}
