import { describe, expect, test } from "vitest";
import { offersFor, sessionOffersFor, type Policy, type Remembered } from "../approval/index.ts";
import { asReal, type WorkspacePath } from "../base/index.ts";
import { judgeCall } from "./gate.ts";
import { gate } from "../../test/support/asking.ts";

const target = { path: "ws" as WorkspacePath, real: asReal("ws") };
const call = { tool: "gh__search", access: "write", targets: [target] } as const;
const judged = async (policy: Partial<Policy>) => (await judgeCall(gate(policy), call)).effect;

const kept = (rule: object): Remembered =>
  ({ id: "1", effect: "allow", path: "ws", session: null, ...rule }) as Remembered;

describe("what allows a tool of another program", () => {
  test.each<[string, Partial<Policy>, string]>([
    ["nothing", {}, "ask"],
    ["a rule that names it", { user: [{ effect: "allow", tool: "gh__search" }] }, "allow"],
    ["a rule for another tool of the server", { user: [{ effect: "allow", tool: "gh__delete" }] }, "ask"],
    ["a rule for every tool", { user: [{ effect: "allow" }] }, "ask"],
    ["a rule for every tool, written out", { user: [{ effect: "allow", tool: "*" }] }, "ask"],
    ["a rule for every path", { user: [{ effect: "allow", path: "**" }] }, "ask"],
    ["a rule against it", { user: [{ effect: "deny", tool: "gh__search" }] }, "deny"],
    ["a rule against everything", { project: [{ effect: "deny" }] }, "deny"],
    [
      "allowed, and the project asks",
      { user: [{ effect: "allow", tool: "gh__search" }], project: [{ effect: "ask", tool: "gh__search" }] },
      "ask",
    ],
    ["kept for it", { remembered: [kept({ scope: "tool", tool: "gh__search" })] }, "allow"],
    ["kept for another tool", { remembered: [kept({ scope: "tool", tool: "gh__delete" })] }, "ask"],
    [
      "kept for it in another sandbox",
      { remembered: [kept({ scope: "tool", tool: "gh__search", path: "other" })] },
      "ask",
    ],
    ["kept for the whole root", { remembered: [kept({ scope: "root" })] }, "ask"],
    ["kept for a folder", { remembered: [kept({ scope: "directory", tool: "gh__search" })] }, "ask"],
    ["kept for edits", { remembered: [kept({ scope: "edits" })] }, "ask"],
  ])("%s", async (_, policy, effect) => expect(await judged(policy)).toBe(effect));
});

test("always is offered for the server's tool, and for nothing else", () => {
  const asked = { tool: "gh__search", paths: ["ws"] };
  const rule = { effect: "allow", scope: "tool", path: "ws", tool: "gh__search" };
  expect(offersFor(asked)).toEqual([rule]);
  expect(sessionOffersFor([asked])).toEqual([{ ...rule, session: "this" }]);
});
