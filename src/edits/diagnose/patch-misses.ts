// Why a chunk of a patch has no place, in words that let its author fix the patch.

import { Bug, counted } from "../../base/index.ts";
import type { Draft } from "../plan/draft/draft.ts";
import { explainMany, explainNone } from "./explain.ts";
import type { EditStep } from "../plan/edit-step.ts";
import { missOf, pinLost } from "./misses.ts";
import type { ChunkPlace } from "../plan/place-chunks.ts";
import { contentsOf } from "../match/locate.ts";
import type { Candidate, Cause, Change, Miss } from "../types.ts";
import type { Rule } from "./candidate.ts";
import { againOf, shortLine, subjectOf } from "./wording.ts";

export type LostChunk = { readonly find: string; readonly put: string; readonly hunk: number };

export type Unplaced = {
  /** Counts chunks from 0. */
  readonly at: number;
  readonly place: Exclude<ChunkPlace, { kind: "at" }>;
  /** The other chunks that match nowhere; null when one has another problem. */
  readonly others: readonly LostChunk[] | null;
};

export function chunkMiss({ edit, shown, context }: EditStep, draft: Draft, { at, place, others }: Unplaced): Miss {
  if (edit.change.kind !== "patch") throw new Bug("only a patch has chunks");
  const chunk = edit.change.chunks[at]!;
  const hunk = at + 1;
  const subject = subjectOf(edit, hunk);
  const again = againOf(edit);
  const { line } = chunk.at;
  switch (place.kind) {
    case "pin-lost":
      return pinLost(shown);
    case "none":
      return withoutCandidate(
        explainNone(context, draft, { edit, shown, hunk, ...chunk, match: "lines", others: others ?? [] }),
        others === null,
      );
    case "many": {
      const why = explainMany(context, draft, { edit, shown, hunk, lines: place.lines, overlapping: false });
      return { ...why, message: `${why.message}${whyNotByLine(line, place)}` };
    }
    case "other-end": {
      const { noFinalNewline } = chunk;
      const speaksOfNewline = noFinalNewline.old || noFinalNewline.new;
      const sentence = speaksOfNewline ? endSentence(draft) : "its text is not at the end of the file";
      return textMiss(
        "line_ending",
        `${subject} does not fit ${shown}: ${sentence}. Read the end of the file again, and ${again}.`,
      );
    }
    case "no-context": {
      const name = JSON.stringify(shortLine(place.name));
      const why = textMiss(
        "not_found",
        `${subject} does not fit ${shown}: the line after @@, ${name}, does not come before its text. Copy that line from the file exactly, and ${again}.`,
      );
      const candidate = context.disclose ? withoutContextLine(draft, edit.change, at) : null;
      return candidate === null ? why : { ...why, diagnostics: { ...why.diagnostics!, candidate } }; // It has them.
    }
    case "no-place": {
      const why =
        line === null
          ? "does not say where"
          : `says line ${line}, which cannot be relied on: the file has ${counted(draft.length, "line")}, or another hunk's number is wrong`;
      return textMiss(
        "not_found",
        `${subject} only adds lines to ${shown} and ${why}. Add a line that comes before or after them, and ${again}.`,
      );
    }
  }
  place satisfies never;
}

/** The patch without the lines after @@ of this chunk, when its text is in the file exactly once. */
function withoutContextLine(draft: Draft, change: Extract<Change, { kind: "patch" }>, at: number): Candidate | null {
  const chunks = change.chunks.map((chunk, index) => {
    if (index < at || chunk.at.after.length === 0 || chunk.find === "") return chunk;
    const { count, places } = draft.find(contentsOf(chunk.find), { keep: 1 });
    if (count !== 1) return chunk;
    return { ...chunk, at: { ...chunk.at, after: [], line: places[0]! + 1 } };
  });
  const { line } = chunks[at]!.at;
  if (chunks[at] === change.chunks[at] || line === null) return null;
  return { rule: "context-line" satisfies Rule, line, unified_diff: "", change: { ...change, chunks } };
}

function withoutCandidate(miss: Miss, isMoot: boolean): Miss {
  if (!isMoot || miss.diagnostics === null) return miss;
  return { ...miss, diagnostics: { ...miss.diagnostics, candidate: null } };
}

export function partlyAppliedMiss({ edit, shown }: EditStep, at: number, line: number): Miss {
  return textMiss(
    "already_applied",
    `${subjectOf(edit, at + 1)} is in ${shown} already, at line ${line + 1}, but another hunk is not. Nothing was changed. Leave out the hunks that are there already, and ${againOf(edit)}.`,
  );
}

/** Two chunks, counted from 0. `adds`: both only add, at one place. */
export type Overlap = { readonly chunks: readonly [number, number]; readonly adds: boolean };

export function overlapMiss({ edit, shown }: EditStep, { chunks: [first, second], adds }: Overlap): Miss {
  const what = adds
    ? `add lines at the same place of ${shown}, and it is not certain which come first, or whether both are meant`
    : `change the same lines of ${shown}`;
  const message = `Hunks ${first + 1} and ${second + 1} of block ${edit.id} ${what}. Nothing was changed. Merge them into one hunk, and ${againOf(edit)}.`;
  return textMiss("ambiguous", message, "NOT_UNIQUE");
}

/** Each reading of the parts fits, but they give different files. */
export function twoReadingsMiss({ edit, shown }: EditStep): Miss {
  const message = `Block ${edit.id} has several parts for ${shown}. Read as changes of the file as it is, they give another result than read one after the other. Nothing was changed. Merge them into one part, and ${againOf(edit)}.`;
  return textMiss("ambiguous", message, "NOT_UNIQUE");
}

function whyNotByLine(line: number | null, { lines, headersAreOff }: Extract<ChunkPlace, { kind: "many" }>): string {
  if (line === null) return "";
  if (headersAreOff) return " Another hunk's header names a line its text is not at, so line numbers cannot choose.";
  return lines.includes(line - 1)
    ? ` The header names line ${line}, but the hunk looks like one for the start or the end of the file, where it fits, too.`
    : ` The header names line ${line}, which is none of them.`;
}

function endSentence(draft: Draft): string {
  return draft.isUnterminated
    ? "the file has no newline at its end, but the hunk says it has"
    : "the hunk says that the file has no newline after these lines, but it has";
}

function textMiss(cause: Cause, message: string, code: "NO_MATCH" | "NOT_UNIQUE" = "NO_MATCH"): Miss {
  const diagnostics = { cause, nearest: [], matches: [], candidate: null };
  return { ...missOf(code, message), diagnostics };
}
