// Whether a decision is an answer to a question: bound to its approval_id, to its digests, and to the bytes it showed.
// A store refuses any other, so that an answer to an old question never reaches a new one. Pure.

import { versionOf } from "../base/index.ts";
import { isEditable, type Answer, type ApprovalPayload, type Decision } from "../approval/index.ts";
import { contentOf, openReview } from "../review/index.ts";
import { asText, encode, isReadable } from "../text/index.ts";

/** Null when it is, else why not. */
export function bindingProblem(payload: ApprovalPayload, decision: Decision): string | null {
  if (decision.approval_id !== payload.approval_id) return "The answer belongs to another question.";
  const items = payload.type === "batch" ? payload.items : [payload];
  const byDigest = new Map<string, Single>(items.map((item) => [item.digest, item]));
  const answered = new Set<string>();
  for (const answer of decision.items) {
    const item = byDigest.get(answer.digest);
    if (item === undefined) return "The answer is about a change that is not in this question.";
    if (answered.has(answer.digest)) return `There are two answers for ${item.path}.`;
    answered.add(answer.digest);
    const problem = answerProblem(item, answer);
    if (problem !== null) return problem;
  }
  const open = payload.type === "batch" ? payload.open_edits : [];
  const isUnknown = ({ edit, place }: { readonly edit: string; readonly place: number }): boolean =>
    (open.find((one) => one.edit === edit)?.places[place] ?? null) === null;
  return decision.places?.some(isUnknown) ? "The answer chooses a place that is not in this question." : null;
}

type Single = Exclude<ApprovalPayload, { readonly type: "batch" }>;

function answerProblem(item: Single, answer: Answer): string | null {
  switch (answer.action) {
    case "reject":
      return null;
    case "modify": {
      const content = asText(answer.content);
      const canEdit = "after" in item && isEditable(item);
      if (canEdit && content !== null && versionOf(encode(content)) === answer.after) return null;
      return `The edited content for ${item.path} is not what the answer is bound to.`;
    }
    case "apply": {
      if (answer.hunks !== undefined) return partProblem(item, { ...answer, hunks: answer.hunks });
      const shown = "after" in item ? item.after : null;
      return answer.after === shown ? null : `The answer for ${item.path} is bound to other content.`;
    }
    default:
      return answer satisfies never;
  }
}

type Part = { readonly hunks: readonly number[]; readonly after: string | null };

/** Of some of the changes: what they alone would write is composed here, as the screen that showed it did. */
function partProblem(item: Single, { hunks, after }: Part): string | null {
  const [page] = openReview(item).pages;
  const changes = page?.kind === "change" ? page.changes : [];
  if (hunks.some((hunk) => hunk >= changes.length) || new Set(hunks).size < hunks.length || page?.kind !== "change")
    return `The answer for ${item.path} names changes that are not in this question.`;
  if (page.proposal === null && hunks.length < changes.length)
    return `${item.path} is to be deleted: that is approved or rejected as a whole.`;
  const content = contentOf({ ...page, chosen: new Set(hunks) });
  if ((content === null ? null : versionOf(encode(content))) !== after)
    return `The answer for ${item.path} is bound to other content.`;
  const isText = content === null || content === page.proposal || isReadable(content);
  return isText ? null : `${item.path} with only these changes would be a binary file.`;
}
