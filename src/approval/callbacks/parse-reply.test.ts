import { describe, expect, test } from "vitest";
import { asReal, versionOf, type WorkspacePath } from "../../base/index.ts";
import { planEdits, type ChangePlan, type EditId, type Found } from "../../edits/index.ts";
import { encode, type Text } from "../../text/index.ts";
import { payloadOf } from "../payload/payload.ts";
import { readPayload } from "../payload/read-payload.ts";
import { decisionFrom, type CallbackAnswer } from "./parse-reply.ts";
import type { ApprovalPayload } from "../schema.ts";
import type { Decision } from "../types.ts";

function plan(...names: readonly string[]): ChangePlan {
  const found = new Map<WorkspacePath, Found>();
  const edits = names.map((name, at) => {
    const path = name as WorkspacePath;
    const text = "old\n" as Text;
    found.set(path, {
      kind: "text",
      snapshot: { path, real: asReal(path), text, version: versionOf(encode(text)), mode: null, links: 1 },
    });
    const change = { kind: "replace", find: "old", put: "new", match: "chars", all: false } as const;
    return { id: String(at + 1) as EditId, path, source: { format: "tool", from: 0, to: 0 } as const, change };
  });
  return planEdits(edits, found);
}
function question(...names: readonly string[]): ApprovalPayload {
  const of = plan(...names);
  return payloadOf(of, of.files, { approvalId: "q1" });
}
const ONE = question("ws/src/a.ts");
const NEW = versionOf(encode("new\n" as Text));
const person = { kind: "person" } as const;

describe("B11 what a callback says, as a decision bound to the question", () => {
  const apply = { action: "apply", digest: ONE.digest, by: person, after: NEW };
  const reject = { action: "reject", digest: ONE.digest, by: person };
  const unknown = (given: string) => ({
    ...reject,
    by: { kind: "nobody", why: `the approval callback answered ${given}, which is not an answer` },
  });
  const modify = (content: string) => ({
    action: "modify",
    digest: ONE.digest,
    by: person,
    content,
    after: versionOf(new TextEncoder().encode(content)),
  });
  const file = { effect: "allow", scope: "file", path: "ws/src/a.ts", tool: "edit_file" };
  const session = { effect: "allow", scope: "root", path: "ws", session: "this" };

  test.each<[string, unknown, Record<string, unknown>]>([
    ["true", true, { items: [apply] }],
    ["false", false, { items: [reject] }],
    ["S1-7 'apply'", "apply", { items: [apply] }],
    ["S1-7 'reject'", "reject", { items: [reject] }],
    ["S1-7 {modified}", { modified: "mine\n" }, { items: [modify("mine\n")] }],
    ["S1-5 once", "once", { items: [apply] }],
    ["S1-5 always keeps the narrowest rule", "always", { remember: file, items: [apply] }],
    ["cancel ends the run", "cancel", { stop_run: true, items: [reject] }],
    ["S1-14 apply", { action: "apply" }, { items: [apply] }],
    ["S1-14 reject", { action: "reject" }, { items: [reject] }],
    ["S1-14 reject with a reason", { action: "reject", reason: "no" }, { items: [{ ...reject, reason: "no" }] }],
    ["S1-14 an empty reason is none", { action: "reject", reason: "" }, { items: [reject] }],
    ["S1-14 modify", { action: "modify", content: "mine\n" }, { items: [modify("mine\n")] }],
    ["T15 an emptied file is a content", { action: "modify", content: "" }, { items: [modify("")] }],
    ["T15 the same in the short form", { modified: "" }, { items: [modify("")] }],
    ["S3 approved", { approved: true }, { items: [apply] }],
    ["S3 not approved", { approved: false }, { items: [reject] }],
    ["T53 yolo is this sandbox, this session", { approved: true, yolo: true }, { remember: session, items: [apply] }],
    ["yolo without a yes is a no", { approved: false, yolo: true }, { items: [reject] }],
    ["nothing", undefined, { items: [unknown("undefined")] }],
    ["null", null, { items: [unknown("null")] }],
    ["a truthy word", "yes please", { items: [unknown('"yes please"')] }],
    ["a truthy field", { approved: "false" }, { items: [unknown("an object with approved")] }],
    [
      "a content that is none",
      { action: "modify", content: 1 },
      { items: [unknown("an object with action, content")] },
    ],
  ])("%s", (_, reply, expected) => {
    expect(decisionFrom(ONE, reply as CallbackAnswer)).toEqual({ approval_id: "q1", ...expected });
  });

  test("a decision stays as it is", () => {
    const decision: Decision = { approval_id: "another", items: [] };
    expect(decisionFrom(ONE, decision)).toBe(decision);
  });

  test("a batch: a word is for every file, a new content for none", () => {
    const batch = question("ws/a", "ws/b");
    expect(decisionFrom(batch, "apply").items.map((item) => item.action)).toEqual(["apply", "apply"]);
    expect(decisionFrom(batch, "always").remember).toBeUndefined();
    expect(decisionFrom(batch, { approved: true, yolo: true }).remember).toEqual(session);
    expect(decisionFrom(question("ws/a", "other/b"), { approved: true, yolo: true }).remember).toBeUndefined();
    expect(() => decisionFrom(batch, { modified: "x" })).toThrow("One new content was given for 2 files");
  });

  test("a read can be allowed or not, never rewritten", () => {
    const read = readPayload({
      tool: "read_file",
      target: { path: "ws/a" as WorkspacePath, real: asReal("ws/a") },
      approvalId: "q2",
      digest: ONE.digest as never,
      lines: 1,
      bytes: 1,
      exists: true,
    });
    expect(decisionFrom(read, true).items).toEqual([{ action: "apply", digest: ONE.digest, by: person, after: null }]);
    expect(() => decisionFrom(read, { modified: "x" })).toThrow("changes no file");
  });
});
