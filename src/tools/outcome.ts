// What commit did to one file, as the tool's success or its error.

import { Bug, counted, failure } from "../base/index.ts";
import { describeRejection } from "../approval/index.ts";
import { userChange, type Carried, type FileOutcome } from "../commit/index.ts";
import type { Change, ChangePlan, EditPlan, FilePlan } from "../edits/index.ts";
import { diffLines, type Text } from "../text/index.ts";

/** What the model hears when a person changed its edit. Others know these exact words. */
export const MODIFIED_NOTE =
  "Note: The user modified your suggested changes before accepting. Do not attempt to revert to your original suggestion.";

export type Written = Extract<FileOutcome, { kind: "written" }>;

/** The one file of a plan as it was written: the plan that was carried out in the end, which may be a later one. */
export type WrittenFile = {
  readonly file: FilePlan;
  readonly edit: { readonly planned: EditPlan; readonly change: Change };
  readonly written: Written;
} & DiscloseOption;

/** Whether the model may read the file: only then does a message show anything of it. */
export type DiscloseOption = { readonly disclose: boolean };

/** Throws the GalleyError that says why the plan's one file was not written. */
export function requireWrittenFile({ plan, receipt }: Carried, { disclose }: DiscloseOption): WrittenFile {
  const [planned] = plan.results;
  const [edit] = plan.edits;
  if (planned === undefined || edit === undefined) throw new Bug("a plan without an edit was carried out");
  const [outcome] = receipt.files;
  if (outcome === undefined || (outcome.kind === "stale" && planned.kind === "miss")) {
    // Planned again on a file that changed meanwhile: there is nothing to do any more, or no place to do it.
    const data = { path: edit.path };
    const changed = `${edit.path} changed after it was read. Nothing was written.`;
    if (planned.kind === "already")
      throw failure("NO_CHANGE", `${changed} ${planned.message}`, { data, hasLines: true });
    const why = planned.kind === "miss" && disclose ? planned.why.message : "Read it again and resend the edit.";
    throw failure("STALE", `${changed} ${why}`, { data, hasLines: true });
  }
  const written = requireWritten(outcome, "Edit");
  const file = plan.files.find(({ path }) => path === written.path);
  if (file === undefined) throw new Bug("a file was written that is not in its plan");
  return { file, edit: { planned, change: edit.change }, written, disclose };
}

/** The written outcome, or the GalleyError that says why there is none. `what` names the change: "Edit". */
export function requireWritten(outcome: FileOutcome, what: string): Written {
  const data = { path: outcome.path };
  switch (outcome.kind) {
    case "written":
      return outcome;
    case "rejected":
      throw failure("REJECTED", describeRejection(outcome, what), { data, hasLines: true });
    case "stale":
      throw failure(
        "STALE",
        `${outcome.path} changed after it was read. Nothing was written. Read it again and resend the edit.`,
        { data },
      );
    case "failed":
      throw failure(outcome.code, outcome.message, { data, hasLines: true });
    case "unknown":
      throw failure("IO", outcome.message, { data, hasLines: true });
    case "held":
      throw failure("ABORTED", `${outcome.path}: cancelled before anything was written.`, { data });
  }
  outcome satisfies never;
}

/** The user edited the text, or left a part of it out. */
export function isModified({ userModified, hunksLeft }: Written): boolean {
  return userModified || hunksLeft.length > 0;
}

/**
 * Added when the user changed the edit, or commented on it: what they changed and wrote. "" when they did neither. Its
 * first line is also for the user, who is shown no other; what follows is for the model.
 */
export function modifiedNote(written: Written, file: FilePlan, { disclose }: DiscloseOption): string {
  const { comments, hunksLeft, userModified } = written;
  const isNoted = isModified(written);
  if (!isNoted && comments === undefined) return "";
  const count = hunksLeft.length;
  const done = [
    ...(count === 0 ? [] : [`The user left out ${count} of its ${counted(file.hunks.length, "change")}.`]),
    ...(userModified ? ["The user's version was written."] : []),
    ...(comments === undefined ? [] : ["The user's comment is sent with it."]),
  ];
  const change = disclose ? userChange(written.path, file.result, written.content) : "Read the file to see it.";
  const note = isNoted ? `\n${MODIFIED_NOTE} ${change}` : "";
  // A diff ends with a line break of its own.
  const said = comments === undefined ? "" : `${note.endsWith("\n") ? "" : "\n"}The user commented on it:\n${comments}`;
  return ` ${done.join(" ")}${note}${said}`;
}

/** The plan as it came out: with the text that was written in place of the one proposed. */
export function asWritten(file: FilePlan, { content, after }: Written): FilePlan {
  if (content === file.result) return file;
  const changes = diffLines(file.before ?? EMPTY, content ?? EMPTY);
  return { ...file, result: content, after, hunks: changes.map((each, index) => ({ ...each, index, edits: [] })) };
}

const EMPTY = "" as Text; // No text is well-formed text.

/** The one file a single-edit plan changes, or the error of its miss. `offersLenient`: the tool has that parameter. */
export function requireFile(plan: ChangePlan, { offersLenient = false } = {}): FilePlan | null {
  const result = plan.results[0];
  if (result?.kind === "miss") {
    const { why } = result;
    const candidate = offersLenient ? (why.diagnostics?.candidate ?? null) : null;
    const offer =
      candidate === null
        ? ""
        : `\nThe rule "${candidate.rule}" finds one place, at line ${candidate.line}. To accept it, call the tool again with "lenient": true. It would change:\n${shortDiff(candidate.unified_diff)}`;
    throw failure(why.code, `${why.message}${offer}`, { data: factsOf(why), hasLines: true });
  }
  return plan.files[0] ?? null;
}

const DIFF_LINES = 40;
const DIFF_UNITS = 4000;

/** A diff in a message; `data.candidate` has all of it. */
function shortDiff(diff: string): string {
  const lines = diff.split("\n");
  const shown = lines.slice(0, DIFF_LINES).join("\n");
  return shown.length <= DIFF_UNITS && lines.length <= DIFF_LINES
    ? shown.trimEnd()
    : `${shown.slice(0, DIFF_UNITS)}\n(cut; error.data.candidate has the whole diff)`;
}

function factsOf(miss: Extract<ChangePlan["results"][number], { kind: "miss" }>["why"]): Record<string, unknown> {
  if (miss.diagnostics === null) return {};
  const { cause, nearest, matches, candidate } = miss.diagnostics;
  return {
    cause,
    nearest,
    matches,
    candidate:
      candidate === null ? null : { rule: candidate.rule, line: candidate.line, unified_diff: candidate.unified_diff },
  };
}
