import { expect, test } from "vitest";
import { asReal } from "../base/index.ts";
import type { Remembered, Rule } from "../approval/index.ts";
import type { Call } from "./call.ts";
import { judgeCall, type Gate } from "./gate.ts";
import { createSessionRules } from "./session-rules.ts";

const everything: Remembered = { id: "r1", effect: "allow", scope: "root", path: "ws" };
const ofTheTool: Remembered = { id: "r2", effect: "allow", scope: "tool", path: "ws", tool: "shell" };

type Facts = {
  readonly user?: readonly Rule[];
  readonly project?: readonly Rule[];
  readonly cwd?: string;
  readonly outside?: true;
  readonly unasked?: string;
  /** Why it has to be asked about all the same. */
  readonly must?: string;
  /** Sandbox paths that hold our own rules. */
  readonly own?: string;
};

const allow = (more: Partial<Rule> = {}): Rule => ({ effect: "allow", ...more });
const ask = (more: Partial<Rule> = {}): Rule => ({ effect: "ask", ...more });
const deny = (more: Partial<Rule> = {}): Rule => ({ effect: "deny", ...more });

// Whatever a person once said about files is there in every row: it never answers for a command.
async function judged(tool: "shell" | "eval", facts: Facts): Promise<string> {
  const { user = [], project = [], cwd = "ws/src", outside, unasked, must, own } = facts;
  const gate: Gate = {
    policy: {
      user,
      project,
      remembered: [everything, ofTheTool],
      matches: (glob, path) => glob === "**" || path === glob || path.startsWith(glob.replace("**", "")),
    },
    remembered: async () => [everything, ofTheTool],
    session: { ...createSessionRules(), rules: () => [everything, ofTheTool] },
    guards: async (paths) =>
      own !== undefined &&
      paths.some((path) => path === own || own.startsWith(`${path}/`) || path.startsWith(`${own}/`))
        ? { why: null }
        : null,
    flagsOf: () => ({ read_approval: false, write_approval: false, edit_approval: false }),
  };
  const call: Call = {
    tool,
    access: "write",
    targets: [{ path: asReal(cwd), real: asReal(cwd) }],
    ...(outside ? { outside } : {}),
    ...(outside ? {} : { command: { text: "npm test", where: "confined", image: null } }),
    unasked: { reason: unasked ?? null, whyAsk: async () => must ?? null },
  };
  const { effect, personOnly, source } = await judgeCall(gate, call);
  return `${effect}${personOnly ? " a person" : ""} by ${source}`;
}

test.each<[string, Facts, string]>([
  ["flags, remembered and session rules do not answer", {}, "ask by sandbox"],
  ["nor an allow rule for a path", { user: [allow({ path: "ws/**" })] }, "ask by sandbox"],
  ["nor one for any tool on a path", { user: [allow({ tool: "*", path: "**" })] }, "ask by sandbox"],
  ["nor one for another tool", { user: [allow({ tool: "write_file" })] }, "ask by sandbox"],
  ["a rule for everything does, inside a sandbox", { user: [allow()] }, "allow by user-rule"],
  ["but not outside", { user: [allow()], outside: true }, "ask a person by sandbox"],
  ["a rule for the tool does", { user: [allow({ tool: "shell" })] }, "allow by user-rule"],
  [
    "but not outside, whatever it names",
    { user: [allow({ tool: "shell" })], outside: true, must: "host" },
    "ask a person by sandbox",
  ],
  ["nor where it cannot be confined as it must", { user: [allow({ tool: "shell" })], must: "x" }, "ask by sandbox"],
  ["of another folder it does not", { user: [allow({ tool: "shell", path: "ws/docs/**" })] }, "ask by sandbox"],
  ["the last rule counts", { user: [allow({ tool: "shell" }), ask({ tool: "shell" })] }, "ask by user-rule"],
  ["asking outside is asking a person", { user: [ask()], outside: true }, "ask a person by user-rule"],
  ["a command that may run unasked needs no question", { unasked: "listed" }, "allow by user-rule"],
  ["not outside", { unasked: "listed", outside: true, must: "host" }, "ask a person by sandbox"],
  ["not where it cannot be confined as it must", { unasked: "listed", must: "x" }, "ask by sandbox"],
  ["nor when a rule asks", { unasked: "listed", user: [ask({ tool: "shell" })] }, "ask by user-rule"],
  ["or the project's", { unasked: "listed", project: [ask()] }, "ask by project-ask"],
  ["or one denies", { unasked: "listed", user: [allow({ tool: "shell" })], project: [deny()] }, "deny by deny-rule"],
  ["a project's allow is not heard", { project: [allow({ tool: "shell" })] }, "ask by sandbox"],
  ["a protected folder asks a person", { cwd: "ws/.git/hooks", unasked: "listed" }, "ask a person by protected"],
  ["and no rule answers there", { cwd: "ws/.git", user: [allow({ tool: "shell" })] }, "ask a person by protected"],
  ["so does a root with our own rules in it", { own: "ws/.config/galley", cwd: "ws" }, "ask a person by protected"],
  ["from every folder of it", { own: "ws/.config/galley", cwd: "ws/src" }, "ask a person by protected"],
])("shell: %s", async (_, facts, expected) => expect(await judged("shell", facts)).toBe(expected));

test("eval is asked about like shell, under its own name", async () => {
  expect(await judged("eval", { user: [allow({ tool: "shell" })] })).toBe("ask by sandbox");
  expect(await judged("eval", { user: [allow({ tool: "eval" })] })).toBe("allow by user-rule");
});

test("a command that says nothing of how it is confined is asked about, whatever a rule allows", async () => {
  const gate: Gate = {
    policy: { user: [allow({ tool: "shell" })], project: [], remembered: [], matches: () => true },
    flagsOf: () => ({ read_approval: false, write_approval: false, edit_approval: false }),
  };
  const targets = [{ path: asReal("ws"), real: asReal("ws") }];
  expect((await judgeCall(gate, { tool: "shell", access: "write", targets })).effect).toBe("ask");
});

test.each<[string, string, Rule[], string]>([
  ["a tool that shows what is in files", "count_lines", [ask({ tool: "read_file", path: "ws/src" })], "ask"],
  ["grep", "grep", [ask({ tool: "read_file", path: "ws/src" })], "ask"],
  ["one that is denied reading", "count_lines", [deny({ tool: "read_file", path: "ws/src" })], "deny"],
  ["a rule for another path", "count_lines", [ask({ tool: "read_file", path: "ws/other" })], "allow"],
  ["a tool that shows names alone", "ls", [ask({ tool: "read_file", path: "ws/src" })], "allow"],
])("rules about reading count for every tool that reads: %s", async (_, tool, user, effect) => {
  const gate: Gate = {
    policy: { user, project: [], remembered: [], matches: (glob, path) => path === glob },
    flagsOf: () => ({ read_approval: false, write_approval: false, edit_approval: false }),
  };
  const call: Call = { tool, access: "read", targets: [{ path: asReal("ws/src"), real: asReal("ws/src") }] };
  expect((await judgeCall(gate, call)).effect).toBe(effect);
});
