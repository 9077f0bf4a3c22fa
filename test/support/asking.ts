// What tests of asking share: a plan of small edits, a gate that asks, and a reviewer that keeps what it was shown.

import type { ApprovalPayload, Decision, Policy, Reviewer } from "../../src/approval/index.ts";
import type { Gate } from "../../src/ask/index.ts";
import { asReal, versionOf, type Digest, type WorkspacePath } from "../../src/base/index.ts";
import { planEdits, type ChangePlan, type Edit, type EditId, type Found } from "../../src/edits/index.ts";
import { encode, type Text } from "../../src/text/index.ts";

export const PERSON = { kind: "person" } as const;

export function planOf(...names: readonly string[]): ChangePlan {
  const found = new Map<WorkspacePath, Found>();
  const edits = names.map((name, at): Edit => {
    const path = `ws/${name}` as WorkspacePath;
    const text = "old\n" as Text;
    found.set(path, {
      kind: "text",
      snapshot: { path, real: asReal(path), text, version: versionOf(encode(text)), mode: null, links: 1 },
    });
    return {
      id: String(at + 1) as EditId,
      path,
      source: { format: "tool", from: 0, to: 0 },
      change: { kind: "replace", find: "old", put: "new", match: "chars", all: false },
    };
  });
  return planEdits(edits, found);
}

export function gate(policy: Partial<Policy> = {}): Gate {
  return {
    policy: { user: [], project: [], remembered: [], matches: (glob, path) => glob === path, ...policy },
    flagsOf: () => ({ read_approval: false, write_approval: true, edit_approval: true }),
  };
}

export const yes = (payload: ApprovalPayload): Decision => ({
  approval_id: payload.approval_id,
  items: (payload.type === "batch" ? payload.items : [payload]).map((item) => ({
    action: "apply",
    digest: item.digest as Digest,
    after: "after" in item ? (item.after as never) : null,
    by: PERSON,
  })),
});
export const reviewer = (answer: (payload: ApprovalPayload) => Decision): Reviewer & { shown: ApprovalPayload[] } => {
  const shown: ApprovalPayload[] = [];
  return { shown, ask: async (payload) => (shown.push(payload), answer(payload)) };
};
export const drawn = (decision: Decision): string[] =>
  decision.items.map((item) => `${item.action} by ${item.by.kind}`);
