// A reviewer that applies everything it is asked about, and remembers what that was. With `choice` it chooses that place for
// every edit that has several.

import type { ApprovalPayload, Reviewer } from "../../src/approval/index.ts";
import { answerWhole } from "../../src/review/index.ts";

export function agreeing({ choice = null }: { readonly choice?: number | null } = {}): {
  readonly reviewer: Reviewer;
  readonly asked: readonly ApprovalPayload[];
} {
  const asked: ApprovalPayload[] = [];
  const reviewer: Reviewer = {
    ask: async (payload) => {
      asked.push(payload);
      if (payload.type === "batch" && payload.open_edits.length > 0) {
        const places = choice === null ? [] : payload.open_edits.map(({ edit }) => ({ edit, place: choice }));
        return { approval_id: payload.approval_id, items: [], places };
      }
      const answered = answerWhole(payload, { kind: "apply" });
      if (answered.kind === "refused") throw new Error(answered.why);
      return answered.decision;
    },
  };
  return { reviewer, asked };
}
