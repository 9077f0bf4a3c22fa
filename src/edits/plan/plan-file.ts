// Edits that concern whole files: create, overwrite, delete, move. A file that is there is never replaced by accident.

import type { WorkspacePath } from "../../base/index.ts";
import { diffLines, splitLines, withoutEnding, type Text } from "../../text/index.ts";
import { alignLines } from "../match/align.ts";
import { endAll, keptNote } from "../match/asked-endings.ts";
import type { Draft, LineEdit } from "./draft/draft.ts";
import { withEndings } from "../match/endings.ts";
import { BOM, contentsOf } from "../match/locate.ts";
import {
  alreadyExists,
  blocked,
  leftOut,
  mayBeQuotation,
  missOf,
  noChange,
  noFile,
  unsure,
} from "../diagnose/misses.ts";
import { gapIn, isChange, placeKeptParts } from "./kept-parts.ts";
import { missed, type EditStep, type Outcome } from "./edit-step.ts";
import { isSmallPart, quotedIn } from "./quotation.ts";
import type { Change, Edit } from "../types.ts";
import type { Entry } from "./draft/draft-files.ts";
import { againOf } from "../diagnose/wording.ts";

export function applyCreate(
  { edit, shown, drafts, context }: EditStep,
  { content }: Extract<Change, { kind: "create" }>,
): Outcome {
  const entry = drafts.entry(edit.path);
  if (entry.found.kind === "refused") return missed(noFile(entry, shown));
  if (entry.draft !== null) {
    if (isSameContent(entry.draft, content))
      return { kind: "already", line: null, message: `${shown} already exists with this content.` };
    // An empty file holds nothing that could be lost.
    return entry.draft.text === "" ? fill(entry, entry.draft, edit, content) : missed(alreadyExists(shown));
  }
  const inTheWay = drafts.inTheWay(edit.path);
  if (inTheWay) return missed(blocked(shown, context.show(inTheWay.path), inTheWay.code));
  return fill(entry, drafts.create(entry), edit, content);
}

export function applyOverwrite(step: EditStep, { content, doubt }: Extract<Change, { kind: "overwrite" }>): Outcome {
  const { edit, shown, drafts } = step;
  const entry = drafts.entry(edit.path);
  const { draft } = entry;
  const shownOnly = edit.likely === undefined ? null : quotedIn(entry, shown, content);
  if (shownOnly !== null) return shownOnly;
  if (edit.likely?.canConfirm === false) return missed(unsure(edit.likely.why));
  if (entry.found.kind === "refused") return missed(noFile(entry, shown));
  if (draft === null) return applyCreate(step, { kind: "create", content });
  const isBeside = doubt?.kind === "mixed" || doubt?.kind === "unapplied";
  const quoted =
    isBeside || (doubt?.kind === "quotation" && isSmallPart(draft, content)) ? quotedIn(entry, shown, content) : null;
  if (isBeside && draft.text !== "" && !isSameContent(draft, content))
    return quoted ?? missed(unsure(mayBeQuotation(shown)));
  if (quoted !== null && !isSameContent(draft, content)) return quoted;
  const gap = edit.source.format === "tool" ? null : gapIn(draft.lines, contentsOf(content), edit.path);
  if (gap !== null && showsOnly(draft, content, edit.path)) {
    const message = `${shown} has all the lines that are shown, so this was read as a quotation, not as an edit.`;
    return { kind: "already", line: null, message, isQuoted: true };
  }
  if (gap !== null) return missed(leftOut(shown, { line: gap + 1, text: contentsOf(content)[gap]! }));
  // A tool's content is exact. A file shown in an answer says nothing of line endings, so those stay.
  const isExact = edit.source.format === "tool";
  const isCall = edit.source.format === "tool-call";
  const changes = isExact
    ? exactChanges(draft, content)
    : isCall
      ? exactChanges(draft, inEndingsOf(draft, content))
      : lineChanges(draft, content);
  const bom = isExact ? bomOf(content) : draft.bom;
  // A file that is shown with CRLF makes that explicit; plain breaks are how answers are written.
  const asked = { from: "\n", to: "\r\n" } as const;
  const isOther = !isExact && !isCall && endAll(splitLines(content), asked.to) && endAll(draft.lines, asked.from);
  const note = isOther ? { note: keptNote(shown, asked) } : {};
  if (changes.length === 0 && bom === draft.bom)
    return {
      kind: "already",
      line: null,
      message: `${shown} already has this content.${isOther ? ` ${keptNote(shown, asked)}` : ""}`,
    };
  draft.setBom(edit.id, bom);
  draft.apply(edit.id, changes);
  entry.edits.add(edit.id);
  const linesChanged = changes.reduce((sum, { from, to, lines }) => sum + Math.max(to - from, lines.length), 0);
  return {
    kind: "change",
    line: (changes[0]?.from ?? 0) + 1,
    matchLine: 1,
    linesChanged: Math.max(linesChanged, 1),
    replacements: 0,
    ...note,
  };
}

/** Whether code that leaves lines out shows the rest as it is. */
function showsOnly(draft: Draft, content: string, path: string): boolean {
  const own = draft.lines.map(withoutEnding);
  const places = placeKeptParts(own, contentsOf(content), path);
  return places !== null && !places.some((place) => isChange(own, place));
}

export function applyDelete(
  { edit, shown, drafts }: EditStep,
  { expect }: Extract<Change, { kind: "delete" }>,
): Outcome {
  const entry = drafts.entry(edit.path);
  if (entry.draft === null) return missed(noFile(entry, shown));
  if (expect !== undefined && !isSameContent(entry.draft, expect)) {
    const message = `${shown} is not deleted: its lines differ from those in the edit. Read it again, and ${againOf(edit)}.`;
    const diagnostics = { cause: "stale", nearest: [], matches: [], candidate: null } as const;
    return missed({ ...missOf("NO_MATCH", message), diagnostics });
  }
  const lines = entry.draft.length;
  drafts.remove(entry, edit.id);
  return { kind: "change", line: 1, matchLine: 1, linesChanged: lines, replacements: 0 };
}

export function applyMove(step: EditStep, to: WorkspacePath): Outcome {
  const { edit, shown, drafts } = step;
  const entry = drafts.entry(edit.path);
  if (entry.draft === null) return missed(noFile(entry, shown));
  if (to === edit.path) return missed(noChange(shown, edit));
  const problem = destinationProblem(step, to);
  if (problem !== null) return problem;
  drafts.move(entry, drafts.entry(to), edit.id);
  return { kind: "change", line: 1, matchLine: 1, linesChanged: 0, replacements: 0 };
}

/** Why a file cannot be moved to this path, or null. */
export function destinationProblem({ edit, drafts, context }: EditStep, to: WorkspacePath): Outcome | null {
  const target = drafts.entry(to);
  if (target.found.kind === "refused") return missed(noFile(target, context.show(to)));
  if (target.draft !== null) return missed(alreadyExists(context.show(to)));
  const inTheWay = drafts.inTheWay(to);
  // The file itself leaves its place, so it is not in the way of a path below it on its own account.
  if (inTheWay && inTheWay.path !== edit.path)
    return missed(blocked(context.show(to), context.show(inTheWay.path), inTheWay.code));
  return null;
}

/** The same lines, whatever their endings, a BOM and a final newline. */
export function isSameContent(draft: Draft, content: string): boolean {
  const wanted = contentsOf(withoutBom(content));
  return wanted.length === draft.length && draft.matchesAt(wanted, 0);
}

function fill(entry: Entry, draft: Draft, edit: Edit, content: string): Outcome {
  const lines = splitLines(withoutBom(content));
  draft.setBom(edit.id, bomOf(content));
  draft.apply(edit.id, [{ from: 0, to: draft.length, lines }]);
  entry.edits.add(edit.id);
  return { kind: "change", line: 1, matchLine: 1, linesChanged: lines.length, replacements: 0 };
}

function exactChanges(draft: Draft, content: string): readonly LineEdit[] {
  const after = withoutBom(content);
  const fresh = splitLines(after);
  // Both are well-formed: one a draft's, the other checked before.
  return diffLines(draft.text.slice(draft.bom.length) as Text, after as Text).map((change) => ({
    from: change.old.from,
    to: change.old.to,
    lines: fresh.slice(change.new.from, change.new.to),
  }));
}

/** Calls are written with "\n", whatever the file has; whether the last line ends in a break is part of the content. */
function inEndingsOf(draft: Draft, content: string): string {
  return content.includes("\r\n") || !endAll(draft.lines, "\r\n") ? content : content.replaceAll("\n", "\r\n");
}

function lineChanges(draft: Draft, content: string): readonly LineEdit[] {
  return alignLines(contentsOf(draft.lines.join("")), contentsOf(withoutBom(content))).map((change) =>
    withEndings(draft, change),
  );
}

function bomOf(content: string): "" | typeof BOM {
  return content.startsWith(BOM) ? BOM : "";
}

function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(BOM.length) : text;
}
