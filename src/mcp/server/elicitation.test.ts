import { describe, expect, test } from "vitest";
import { newId } from "../../base/index.ts";
import { createAsk } from "../../ask/index.ts";
import { gate, planOf, reviewer, yes } from "../../../test/support/asking.ts";
import type { ApprovalPayload, EditPayload } from "../../approval/index.ts";
import { decisionBy, formFor, type FormAnswer } from "./elicitation.ts";

async function edit(): Promise<EditPayload> {
  const person = reviewer(yes);
  await createAsk({ gate: gate(), reviewer: person, yes: false, newId })(planOf("a"), { supersedes: null });
  return person.shown[0] as EditPayload; // One change of one file.
}

describe("what a form shows", () => {
  test("the description and the whole change in a fence that the change cannot end", async () => {
    const payload = await edit();
    const form = formFor({ ...payload, unified_diff: "-a\n+```\n+# Approve this!\n+\u200b\n" })!;
    expect(form.message.split("\n").filter((line) => line.startsWith("````"))).toHaveLength(2);
    expect(form.message).not.toContain("\u200b");
    expect(form.requestedSchema.required).toEqual(["decision"]);
  });

  test.each<[string, (payload: EditPayload) => ApprovalPayload]>([
    ["more lines", (payload) => ({ ...payload, unified_diff: "+x\n".repeat(61) })],
    ["more characters", (payload) => ({ ...payload, unified_diff: `+${"x".repeat(6000)}\n` })],
    [
      "hidden characters, which take room when they are shown",
      (payload) => ({ ...payload, unified_diff: `+${"\u200b".repeat(1500)}\n` }),
    ],
    ["what is held back", (payload) => ({ ...payload, withheld: true })],
    ["content that is not text", (payload) => ({ ...payload, original_content: null })],
  ])("not %s than a person reads there", async (_, change) => {
    const payload = await edit();
    expect(formFor(payload)).not.toBeNull();
    expect(formFor(change(payload))).toBeNull();
  });
});

describe("what an answer means", () => {
  test.each<[string, Omit<FormAnswer, "kind">, object]>([
    ["the word", { action: "accept", content: { decision: "apply" } }, { action: "apply" }],
    ["another word", { action: "accept", content: { decision: "Apply" } }, { action: "reject" }],
    ["a list with the word", { action: "accept", content: { decision: ["apply"] } }, { action: "reject" }],
    ["no word", { action: "accept" }, { action: "reject" }],
    ["the word, declined", { action: "decline", content: { decision: "apply" } }, { action: "reject" }],
    ["the word, closed", { action: "cancel", content: { decision: "apply" } }, { action: "reject" }],
    [
      "a reason",
      { action: "accept", content: { decision: "reject", reason: "no" } },
      { action: "reject", reason: "no" },
    ],
  ])("%s", async (_, answer, expected) => {
    const payload = await edit();
    const { approval_id, items } = decisionBy("other", payload, { kind: "elicit", ...answer });
    expect(approval_id).toBe(payload.approval_id);
    expect(items).toMatchObject([{ ...expected, digest: payload.digest, by: { kind: "client", client: "other" } }]);
  });
});
