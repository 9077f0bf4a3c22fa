// A proposal as the exact edit a person would accept. It is planned like any other edit before it is shown.

import { withoutEnding } from "../../text/index.ts";
import type { Proposal } from "./candidate.ts";
import type { Draft } from "../plan/draft/draft.ts";
import { charSpans } from "../match/locate.ts";
import { foldOneForOne } from "./soften.ts";
import type { Candidate, Chunk, Edit } from "../types.ts";

/** A proposal and the chunk it is for (from 1); null for an edit that is not a patch. */
export type Proposed = { readonly proposal: Proposal; readonly hunk: number | null };

/** The edit with every proposal in place of what has no match. The diff is left to the planner. */
export function candidateOf(draft: Draft, { change }: Edit, proposals: readonly Proposed[]): Candidate {
  const { proposal } = proposals[0]!;
  return {
    rule: [...new Set(proposals.map((each) => each.proposal.rule))].join(", "),
    line: proposal.from + 1,
    unified_diff: "",
    change:
      change.kind === "patch"
        ? { ...change, chunks: change.chunks.map((chunk, at) => replaced(draft, chunk, proposals, at + 1)) }
        : { kind: "replace", ...exactly(draft, proposal), match: "lines", all: false },
  };
}

/** The only place where the characters match when look-alikes count as the same. */
export function candidateOfChars(
  draft: Draft,
  { find, put }: { readonly find: string; readonly put: string },
): Candidate | "several" | null {
  const text = draft.text;
  const spans = charSpans(foldOneForOne(text), foldOneForOne(find));
  if (spans.length !== 1) return spans.length === 0 ? null : "several";
  const { from, to } = spans[0]!;
  return {
    rule: "look-alike",
    line: text.slice(0, from).split("\n").length,
    unified_diff: "",
    change: { kind: "replace", find: text.slice(from, to), put, match: "chars", all: false },
  };
}

function replaced(draft: Draft, chunk: Chunk, proposals: readonly Proposed[], hunk: number): Chunk {
  const mine = proposals.find((each) => each.hunk === hunk);
  if (mine === undefined) return chunk;
  return {
    ...exactly(draft, mine.proposal),
    at: { line: mine.proposal.from + 1, after: [], end: false },
    noFinalNewline: { old: false, new: false },
  };
}

function exactly(draft: Draft, { from, to, put }: Proposal): { readonly find: string; readonly put: string } {
  return { find: asLines(draft.lines.slice(from, to).map(withoutEnding)), put: asLines(put) };
}

function asLines(contents: readonly string[]): string {
  return contents.map((content) => `${content}\n`).join("");
}
