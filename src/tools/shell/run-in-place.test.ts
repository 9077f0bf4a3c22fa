// What is asked about a command and how it is run after that, with a stand-in for the place it runs in.

import { describe, expect, test } from "vitest";
import type { Answer, Remember, Reviewer, Rule } from "../../approval/index.ts";
import { createSessionRules, type SessionRules } from "../../ask/index.ts";
import type { WorkspacePath } from "../../base/index.ts";
import type { CommandCall, CommandPlace, CommandResult } from "../../fs/index.ts";
import { runTool } from "../run.ts";
import type { ToolContext } from "../context.ts";
import type { SafeCommand } from "./safe-commands.ts";
import { shell } from "./shell.ts";

const none = { created: [], modified: [], deleted: [] };
const ended = (more: Partial<CommandResult>): CommandResult => ({
  exitCode: 0,
  stdout: "",
  stderr: "",
  truncated: false,
  timedOut: false,
  cancelled: false,
  changed: { ...none, guarded: none, complete: true, searched: true },
  lost: null,
  warnings: [],
  notes: [],
  ...more,
});

type Facts = {
  readonly where?: CommandPlace["where"];
  readonly whyAsk?: string;
  readonly unasked?: "never" | "read-only";
  readonly safe?: readonly SafeCommand[];
  readonly rules?: readonly Rule[];
  /** Rules that a person kept for this session. */
  readonly session?: SessionRules;
  /** The rule that comes with every yes. */
  readonly remember?: Remember;
  readonly by?: "person";
  readonly yes?: true;
  /** What is said to each question; no more are asked than there are. */
  readonly answers?: readonly ("yes" | "no")[];
  /** How the command ends, by whether it may write. */
  readonly ends?: (call: CommandCall) => Partial<CommandResult>;
};

const NEEDS_WRITE = (call: CommandCall): Partial<CommandResult> =>
  call.workspace === "writable" ? { stdout: "done" } : { exitCode: 1, stderr: "touch: x: Read-only file system" };

/** Every question and every run, in order, and the message at the end. */
async function played(facts: Facts, args: object = { command: "make it" }): Promise<readonly string[]> {
  const lines: string[] = [];
  const answers = [...(facts.answers ?? [])];
  const place: CommandPlace = {
    where: facts.where ?? "confined",
    image: null,
    network: false,
    workspace: "writable",
    whyAsk: async () => facts.whyAsk ?? (facts.where === "host" ? "host" : null),
    run: async (call) => {
      lines.push(`runs ${call.workspace}${call.asked ? "" : ", unasked"}: ${call.argv.at(-1)}`);
      return ended(facts.ends?.(call) ?? {});
    },
  };
  const reviewer: Reviewer = {
    ask: async (payload) => {
      const said = answers.shift() ?? "no";
      const rules = facts.session && payload.rules?.kept === "none" ? ` (no rule: ${payload.rules.why})` : "";
      const risks = `${payload.risks.map(({ kind }) => ` (${kind})`).join("")}${rules}`;
      lines.push(`asks${risks}: ${said}`);
      const head = { digest: payload.digest as Answer["digest"], by: { kind: "person" } } as const;
      const item: Answer =
        said === "no" ? { ...head, action: "reject", reason: "not now" } : { ...head, action: "apply", after: null };
      const remember = said === "yes" && facts.remember ? { remember: facts.remember } : {};
      return { approval_id: payload.approval_id, items: [item], ...remember };
    },
  };
  const context = {
    resolve: () => "ws" as WorkspacePath,
    files: {
      resolve: () => ({ path: "ws", real: "ws" }),
      kindOf: () => "directory",
    } as unknown as ToolContext["files"], // Nothing is read.
    gate: {
      policy: { user: facts.rules ?? [], project: [], remembered: [], matches: () => true },
      flagsOf: () => ({ read_approval: false, write_approval: false, edit_approval: false }),
      ...(facts.session && { session: facts.session }),
    },
    reviewer,
    yes: facts.yes === true,
    commands: {
      place: async () => place,
      unasked: { commands: facts.unasked ?? "never", safe: facts.safe ?? [] },
      home: null,
    },
    ...(facts.by ? { commandsBy: facts.by } : {}),
    newId: () => "q1",
  } satisfies Partial<ToolContext> as unknown as ToolContext; // A command needs no more of it.
  const result = await runTool(shell, args, context);
  return [...lines, result.message];
}

const READ_ONLY = expect.stringContaining("The workspace was mounted read-only");

test.each<[string, Facts, readonly unknown[]]>([
  ["by default it is asked about", { answers: ["yes"] }, ["asks: yes", "runs writable: make it", expect.anything()]],
  ["a no is a no", { answers: ["no"] }, ["asks: no", "not now"]],
  ["unasked it is read-only", { unasked: "read-only" }, ["runs read-only, unasked: make it", READ_ONLY]],
  [
    "a failure that has nothing to do with that is the result",
    { unasked: "read-only", ends: () => ({ exitCode: 1, stderr: "no rule" }) },
    ["runs read-only, unasked: make it", expect.stringContaining("exit code 1")],
  ],
  [
    "one that needs to write is asked about and run again",
    { unasked: "read-only", ends: NEEDS_WRITE, answers: ["yes"] },
    [
      "runs read-only, unasked: make it",
      "asks (runs_again): yes",
      "runs writable: make it",
      expect.stringContaining("It first ran with the workspace read-only"),
    ],
  ],
  [
    "after a no the first run is the result",
    { unasked: "read-only", ends: NEEDS_WRITE, answers: ["no"] },
    [
      "runs read-only, unasked: make it",
      "asks (runs_again): no",
      "It ended with exit code 1. The workspace was mounted read-only, and it was not run again with write access: not now.",
    ],
  ],
  [
    "what was interrupted or out of time is not run again",
    { unasked: "read-only", ends: () => ({ exitCode: null, timedOut: true, stderr: "Read-only file system" }) },
    ["runs read-only, unasked: make it", expect.stringContaining("was ended after")],
  ],
  ["on the list", { safe: ["make"] }, ["runs read-only, unasked: make it", READ_ONLY]],
  [
    "on the list as writing",
    { safe: [{ command: "make", writes: true }] },
    ["runs writable, unasked: make it", expect.anything()],
  ],
  ["an allow rule", { rules: [{ effect: "allow", tool: "shell" }] }, ["runs read-only, unasked: make it", READ_ONLY]],
  [
    "where it cannot be masked it is asked about",
    { unasked: "read-only", whyAsk: "of a file", answers: ["yes"] },
    ["asks: yes", "runs writable: make it", expect.anything()],
  ],
  [
    "on the host it is asked about, whatever there is",
    {
      where: "host",
      unasked: "read-only",
      safe: ["make"],
      rules: [{ effect: "allow", tool: "shell" }],
      answers: ["yes"],
    },
    ["asks (unconfined): yes", "runs writable: make it", expect.anything()],
  ],
  [
    "a flag that says yes to everything says it here too",
    { unasked: "read-only", yes: true },
    ["runs writable: make it", expect.anything()],
  ],
  [
    "what a person typed is asked about",
    { unasked: "read-only", by: "person", answers: ["yes"] },
    ["asks: yes", "runs writable: make it", expect.anything()],
  ],
  [
    "and with a rule of theirs it runs as they expect",
    { by: "person", where: "host", rules: [{ effect: "allow", tool: "shell" }] },
    ["runs writable: make it", expect.anything()],
  ],
])("%s", async (_, facts, expected) => expect(await played(facts)).toEqual(expected));

test("protected paths come first and whole; of other names twenty are shown", async () => {
  const many = (name: string): string[] => Array.from({ length: 50 }, (_, at) => `${name}${at}`);
  const changed = {
    created: many("c"),
    modified: [],
    deleted: [],
    guarded: { ...none, created: many("g"), modified: [".envrc"] },
  };
  const lines = await played({
    answers: ["yes"],
    ends: () => ({ changed: { ...changed, complete: false, searched: true } }),
  });
  const message = lines.at(-1)!;
  expect(message).toMatch(
    new RegExp(`^It changed protected paths: created ${many("g").join(", ")}; modified \\.envrc\\. `),
  );
  expect(message).toMatch(
    /It created c0, .* and 30 more\. Undo does not cover this\. Not every file here could be checked/,
  );
});

test("a command that changed only protected paths is not covered by undo either", async () => {
  const changed = { created: [], modified: [], deleted: [], guarded: { ...none, created: [".envrc"] } };
  const lines = await played({
    answers: ["yes"],
    ends: () => ({ changed: { ...changed, complete: true, searched: true } }),
  });
  expect(lines.at(-1)).toMatch(/^It changed protected paths: created \.envrc\. .* Undo does not cover this\. /);
});

describe("a rule for exactly this command", () => {
  const remember: Remember = {
    effect: "allow",
    scope: "command",
    path: "ws",
    tool: "shell",
    command: "make it",
    where: "confined",
    image: null,
    session: "this",
  };
  const kept = async (more: Partial<Facts> = {}): Promise<SessionRules> => {
    const session = createSessionRules();
    await played({ session, remember, answers: ["yes"], ...more });
    return session;
  };

  test("from then on it runs unasked and read-only, until the rule is revoked", async () => {
    const session = await kept();
    expect(session.rules().map(({ id }) => id)).toEqual(["session-1"]);
    expect(await played({ session })).toEqual(["runs read-only, unasked: make it", READ_ONLY]);
    session.revoke("session-1");
    expect(await played({ session })).toEqual(["asks: no", "not now"]);
  });

  test.each(["make it ", "make it; rm x", "make  it", "make", "make it\n"])("not %j", async (command) => {
    expect(await played({ session: await kept() }, { command })).toEqual(["asks: no", "not now"]);
  });

  test("what needs to write is asked about, and no rule can be kept for that", async () => {
    const session = await kept();
    expect(await played({ session, remember, ends: NEEDS_WRITE, answers: ["yes"] })).toEqual([
      "runs read-only, unasked: make it",
      expect.stringMatching(/^asks \(runs_again\) \(no rule: A rule would have no effect, because it ran .*\): yes$/),
      "runs writable: make it",
      expect.stringContaining("It first ran with the workspace read-only"),
    ]);
    expect(session.rules()).toHaveLength(1);
  });

  test.each<[string, Partial<Facts>]>([
    ["on the host", { where: "host" }],
    ["where it cannot be masked", { whyAsk: "of a file" }],
    ["for another place", { remember: { ...remember, where: "container", image: "x" } }],
    ["for another command", { remember: { ...remember, command: "make" } }],
    ["where a rule of the config asks", { rules: [{ effect: "ask", tool: "shell" }] }],
  ])("none is kept %s", async (_, facts) => expect((await kept(facts)).rules()).toEqual([]));
});
