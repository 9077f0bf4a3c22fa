// Reads and commands at the line prompt: what is answered, and that a rule is read before it is kept.

import { expect, test } from "vitest";
import { readPayload, shellPayload, type ApprovalPayload, type Decision } from "../../approval/index.ts";
import { asReal, digestOf } from "../../base/index.ts";
import type { Terminal } from "../console.ts";
import { createLineReviewer } from "./reviewer.ts";

const target = (path: string): { path: ReturnType<typeof asReal>; real: ReturnType<typeof asReal> } => ({
  path: asReal(path),
  real: asReal(path),
});
const read = readPayload({
  tool: "grep",
  target: target("ws/src"),
  approvalId: "q1",
  digest: digestOf(["grep"]),
  lines: null,
  bytes: null,
  exists: true,
});
const command = (where: "confined" | "host", text = "npm test"): ApprovalPayload =>
  shellPayload({
    approvalId: "q1",
    tool: "shell",
    command: text,
    cwd: target("ws"),
    environment: {},
    timeoutMs: 1000,
    place: { where, image: null, network: false, workspace: "writable" },
  });

async function typed(
  payload: ApprovalPayload,
  lines: readonly string[],
): Promise<{ readonly decision: Decision; readonly screen: string }> {
  const left = [...lines];
  let screen = "";
  const terminal: Terminal = {
    width: 80,
    height: 24,
    colour: false,
    write: (text) => void (screen += text),
    line: async ({ mark }) => ((screen += mark), left.shift() ?? null),
    close: () => undefined,
  };
  const decision = await createLineReviewer({ terminal, show: String, pager: null }).ask(payload, {});
  expect(left).toEqual([]);
  return { decision, screen };
}

const grep = { effect: "allow", scope: "directory", path: "ws/src", tool: "grep" };
const ran = { effect: "allow", scope: "command", path: "ws", tool: "shell", command: "npm test", where: "confined" };
const long = Array.from({ length: 100 }, (_, at) => `echo ${at}`).join("\n");

test.each<[string, ApprovalPayload, readonly string[], string, unknown]>([
  ["a read: yes", read, ["y"], "apply", undefined],
  ["a read: no, and why", read, ["n not this folder"], "reject: not this folder", undefined],
  ["a read: a reason that is asked for", read, ["r", "why"], "reject: why", undefined],
  ["a read: a word that means nothing, then yes", read, ["what", "y"], "apply", undefined],
  ["a read: gone", read, [], "reject: The terminal closed before an answer.", undefined],
  ["a read: always", read, ["a", "1"], "apply", grep],
  ["a read: this session", read, ["A", "1"], "apply", { ...grep, session: "this" }],
  ["a read: a rule that was not picked", read, ["a", "", "n"], "reject", undefined],
  ["a command: always", command("confined"), ["a", "1"], "apply", { ...ran, image: null }],
  ["a command: this session", command("confined"), ["A", "1"], "apply", { ...ran, image: null, session: "this" }],
  ["a command on the host has no rules", command("host"), ["a", "A", "y"], "apply", undefined],
  ["a long command is viewed first", command("confined", long), ["a", "y", "n"], "reject", undefined],
])("%s", async (_, payload, lines, answer, remember) => {
  const { decision } = await typed(payload, lines);
  const [item] = decision.items;
  const said = item?.action === "reject" && item.reason !== undefined ? `: ${item.reason}` : "";
  expect([`${item?.action}${said}`, decision.remember]).toEqual([answer, remember]);
});

test("the rule is on the screen in full, and only what is on offer is named", async () => {
  const { screen } = await typed(command("confined"), ["a", "", "n"]);
  const words = screen.replaceAll("\n", " ");
  expect(words).toContain("a shows rules that would allow this from now on; A those that end with this session.");
  expect(words).toContain("1) shell `npm test` in ws, confined on this machine, with the workspace read-only");
  const host = (await typed(command("host"), ["a", "what", "n"])).screen;
  expect(host).not.toContain("a shows rules");
  expect(host).not.toContain("a: allow it and keep");
  expect(host).toContain("A command that nothing confines is asked about every time.");
});
