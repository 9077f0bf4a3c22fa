import { describe, expect, test } from "vitest";
import type { RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { payloadOf, shellPayload, type ApprovalPayload, type Decision, type Reviewer } from "../approval/index.ts";
import { asReal, versionOf, type WorkspacePath } from "../base/index.ts";
import { planEdits, type Change, type EditId, type Found } from "../edits/index.ts";
import { encode, type Text } from "../text/index.ts";
import { editorReviewer } from "./permission.ts";

const BEFORE = "one\ntwo\n";

/** A question about these files, each with this change. */
function question(change: Change, ...names: readonly string[]): ApprovalPayload {
  const found = new Map<WorkspacePath, Found>();
  const edits = names.map((name, at) => {
    const path = name as WorkspacePath;
    const version = versionOf(encode(BEFORE as Text));
    const snapshot = { path, real: asReal(path), text: BEFORE as Text, version, mode: null, links: 1 };
    found.set(path, { kind: "text", snapshot });
    return { id: String(at + 1) as EditId, path, source: { format: "tool", from: 0, to: 0 } as const, change };
  });
  const plan = planEdits(edits, found);
  return payloadOf(plan, plan.files, { approvalId: "q1" });
}

const EDIT: Change = { kind: "replace", find: "two", put: "TWO", match: "chars", all: false };
const COMMAND = (where: "host" | "confined"): ApprovalPayload =>
  shellPayload({
    approvalId: "q1",
    tool: "shell",
    command: "ls\u202E",
    cwd: { path: "ws" as WorkspacePath, real: asReal("ws") },
    environment: {},
    timeoutMs: 1,
    place: { where, image: null, network: false, workspace: "read-only" },
  });

type Asked = Omit<RequestPermissionRequest, "sessionId">;

/** Asks an editor that chooses these options, one after another. */
async function ask(payload: ApprovalPayload, ...chosen: readonly string[]) {
  const asked: Asked[] = [];
  const inInbox: Decision = { approval_id: "q1", items: [] };
  const inbox: Reviewer = { ask: async () => inInbox };
  const reviewer = editorReviewer({
    toolCallId: "call",
    fileOf: (path) => `/project/${path}`,
    askReason: null,
    inbox,
    request: async (request) => {
      asked.push(request);
      return { outcome: { outcome: "selected", optionId: chosen[asked.length - 1] ?? "reject" } };
    },
  });
  const decision = await reviewer.ask(payload, {});
  const actions = decision.items.map(({ action, by }) => `${action} by ${by.kind}`);
  return { asked, actions, decision, isInbox: decision === inInbox };
}
const offered = ({ options }: Asked): string => options.map(({ optionId }) => optionId).join(" ");

describe("what an editor is offered", () => {
  test.each<[string, ApprovalPayload, string]>([
    ["an edit", question(EDIT, "ws/a.ts"), "apply session always reject review"],
    ["a deletion", question({ kind: "delete" }, "ws/a.ts"), "apply session always reject review"],
    ["a protected path", question(EDIT, "ws/.envrc"), "review reject"],
    ["one of several files: no rule", question(EDIT, "ws/a.ts", "ws/b.ts"), "apply reject review"],
    ["more than can be shown", question({ ...EDIT, put: "x\n".repeat(1_000_001) }, "ws/a.ts"), "review reject"],
    ["a command on the host", COMMAND("host"), "review reject"],
    ["a confined command", COMMAND("confined"), "apply session always reject review"],
  ])("%s", async (_, payload, expected) => {
    expect(offered((await ask(payload)).asked[0]!)).toBe(expected);
  });

  test("a command is shown with what is hidden in it, and its answer is bound to it", async () => {
    const { asked, decision } = await ask(COMMAND("confined"), "apply");
    expect(JSON.stringify(asked[0]!.toolCall.content)).toContain("ls⟨RLO⟩");
    expect(decision.items).toMatchObject([{ action: "apply", digest: COMMAND("confined").digest }]);
  });
});

describe("what its answers mean", () => {
  test("each file has its own answer, and its own call", async () => {
    const { asked, actions } = await ask(question(EDIT, "ws/a.ts", "ws/b.ts"), "apply", "reject");
    expect(actions).toEqual(["apply by person", "reject by person"]);
    expect(asked.map(({ toolCall }) => toolCall.toolCallId)).toEqual(["call", "call/2"]);
  });

  test("review, at any file, is about the whole question", async () => {
    expect((await ask(question(EDIT, "ws/a.ts", "ws/b.ts"), "apply", "review")).isInbox).toBe(true);
  });

  test("always is the rule that was named, and the yes is bound to the bytes", async () => {
    const { decision } = await ask(question(EDIT, "ws/a.ts"), "always");
    expect(decision).toMatchObject({
      remember: { scope: "file", path: "ws/a.ts", tool: "edit_file" },
      items: [{ action: "apply", after: versionOf(encode("one\nTWO\n" as Text)) }],
    });
  });

  test.each(["apply", "always", "session"])("%s, not offered for a protected path, is none", async (option) => {
    const { actions, decision } = await ask(question(EDIT, "ws/.envrc"), option);
    expect([actions, decision.remember]).toEqual([["reject by nobody"], undefined]);
  });

  test("one protected file among others leads to the inbox, whatever was chosen before", async () => {
    expect((await ask(question(EDIT, "ws/a.ts", "ws/.envrc"), "apply", "review")).isInbox).toBe(true);
  });
});
