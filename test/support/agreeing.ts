// A reviewer that applies everything it is asked about, and remembers what that was.

import type { ApprovalPayload, Reviewer } from "../../src/approval/index.ts";
import { answerWhole } from "../../src/review/index.ts";

export function agreeing(): { readonly reviewer: Reviewer; readonly asked: readonly ApprovalPayload[] } {
  const asked: ApprovalPayload[] = [];
  const reviewer: Reviewer = {
    ask: async (payload) => {
      asked.push(payload);
      const answered = answerWhole(payload, { kind: "apply" });
      if (answered.kind === "refused") throw new Error(answered.why);
      return answered.decision;
    },
  };
  return { reviewer, asked };
}
