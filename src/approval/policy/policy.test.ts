import { describe, expect, test } from "vitest";
import { judge, type Operation, type Policy, type Rule } from "./policy.ts";
import type { Remembered } from "./remember.ts";

const RULES: Record<string, Rule> = {
  deny: { effect: "deny", path: "ws/a" },
  ask: { effect: "ask", path: "ws/a" },
  allow: { effect: "allow", path: "ws/a" },
};

const KEPT: Remembered = { id: "k1", effect: "allow", scope: "file", path: "ws/a", tool: "edit_file" };

// A source in conflict is drawn as "source:effect"; the flag is always there.
type Draw = {
  user?: string;
  project?: string;
  remembered?: string;
  /** "everything this session" was said. */
  session?: boolean;
  protected?: boolean;
  flag?: boolean;
};

const SESSION: Remembered = { id: "session-1", effect: "allow", scope: "root", path: "ws", session: "this" };

function decide({ user, project, remembered, session, protected: isProtected, flag }: Draw): string {
  const rules = (names: string | undefined): Rule[] => (names ? names.split(" ").map((name) => RULES[name]!) : []);
  const policy: Policy = {
    user: rules(user),
    project: rules(project),
    // A file of state could hold anything; only "allow" may count.
    remembered: [
      ...rules(remembered).map(({ effect }) => ({ ...KEPT, effect }) as Remembered),
      ...(session ? [SESSION] : []),
    ],
    matches: (glob, path) => glob === path,
  };
  const operation: Operation = {
    tool: "edit_file",
    access: "edit",
    paths: ["ws/a"],
    isProtected: isProtected ?? false,
    flags: { read_approval: false, write_approval: true, edit_approval: flag ?? true },
  };
  const verdict = judge(operation, policy);
  return `${verdict.effect}${verdict.personOnly ? " a person" : ""} by ${verdict.source}`;
}

describe("every pair of sources in conflict", () => {
  const rows: readonly (readonly [string, Draw, string])[] = [
    ["flag on alone", {}, "ask by sandbox"],
    ["flag off alone", { flag: false }, "allow by sandbox"],
    ["user deny > protected", { user: "deny", protected: true }, "deny by deny-rule"],
    ["user deny > project ask", { user: "deny", project: "ask" }, "deny by deny-rule"],
    ["user deny > later user allow", { user: "deny allow" }, "deny by deny-rule"],
    ["user deny > remembered", { user: "deny", remembered: "allow" }, "deny by deny-rule"],
    ["user deny > flag off", { user: "deny", flag: false }, "deny by deny-rule"],
    ["project deny > protected", { project: "deny", protected: true }, "deny by deny-rule"],
    ["project deny > user allow", { project: "deny", user: "allow" }, "deny by deny-rule"],
    ["project deny > remembered", { project: "deny", remembered: "allow" }, "deny by deny-rule"],
    ["project deny > project ask", { project: "ask deny" }, "deny by deny-rule"],
    ["project deny > flag off", { project: "deny", flag: false }, "deny by deny-rule"],
    ["protected > project ask", { protected: true, project: "ask" }, "ask a person by protected"],
    ["protected > user allow", { protected: true, user: "allow" }, "ask a person by protected"],
    ["protected > remembered", { protected: true, remembered: "allow" }, "ask a person by protected"],
    ["protected > flag off", { protected: true, flag: false }, "ask a person by protected"],
    ["project ask > user allow", { project: "ask", user: "allow" }, "ask by project-ask"],
    ["project ask > remembered", { project: "ask", remembered: "allow" }, "ask by project-ask"],
    ["project ask > flag off", { project: "ask", flag: false }, "ask by project-ask"],
    ["project allow is no rule", { project: "allow" }, "ask by sandbox"],
    ["last user rule wins: allow", { user: "ask allow" }, "allow by user-rule"],
    ["last user rule wins: ask", { user: "allow ask" }, "ask by user-rule"],
    ["user ask > remembered", { user: "ask", remembered: "allow" }, "ask by user-rule"],
    ["user allow > flag on", { user: "allow" }, "allow by user-rule"],
    ["user ask > flag off", { user: "ask", flag: false }, "ask by user-rule"],
    ["remembered > flag on", { remembered: "allow" }, "allow by remembered"],
    ["user allow > remembered", { user: "allow", remembered: "allow" }, "allow by user-rule"],
    ["remembered > flag off", { remembered: "allow", flag: false }, "allow by remembered"],
    ["remembered ask is not a thing", { remembered: "ask", flag: false }, "allow by sandbox"],
    ["remembered deny is not a thing", { remembered: "deny", flag: false }, "allow by sandbox"],
    ["user deny > this session", { user: "deny", session: true }, "deny by deny-rule"],
    ["project deny > this session", { project: "deny", session: true }, "deny by deny-rule"],
    ["protected > this session", { protected: true, session: true }, "ask a person by protected"],
    ["project ask > this session", { project: "ask", session: true }, "ask by project-ask"],
    ["user ask > this session", { user: "ask", session: true }, "ask by user-rule"],
    ["user allow > this session", { user: "allow", session: true }, "allow by user-rule"],
    ["this session > flag on", { session: true }, "allow by remembered"],
  ];
  test.each(rows)("%s", (_, drawn, expected) => expect(decide(drawn)).toBe(expected));
});

test("reading a protected path follows read_approval; allowing needs every path, denying one", () => {
  const operation: Operation = {
    tool: "read_file",
    access: "read",
    paths: ["ws/a", "ws/b"],
    isProtected: true,
    flags: { read_approval: false, write_approval: true, edit_approval: true },
  };
  const policy = (user: readonly Rule[]): Policy => ({
    user,
    project: [],
    remembered: [],
    matches: (glob, path) => glob === path,
  });
  expect(judge(operation, policy([])).effect).toBe("allow");
  expect(
    judge(
      { ...operation, flags: { ...operation.flags, read_approval: true } },
      policy([{ effect: "allow", path: "ws/a" }]),
    ).effect,
  ).toBe("ask");
  expect(judge(operation, policy([{ effect: "deny", path: "ws/b" }])).effect).toBe("deny");
  expect(judge(operation, policy([{ effect: "deny", tool: "rm" }])).effect).toBe("allow");
});

test("a rule that asks or denies covers what is in a folder it matches; one that allows must match the path", () => {
  const effect = (rule: Rule, path: string, looksInside = false): string =>
    judge(
      {
        tool: "ls",
        access: "read",
        paths: [path],
        looksInside,
        isProtected: false,
        flags: { read_approval: true, write_approval: true, edit_approval: true },
      },
      {
        user: [rule],
        project: [],
        remembered: [],
        matches: (glob, at) => glob === at || (glob.endsWith("/**") && at.startsWith(glob.slice(0, -2))),
      },
    ).effect;
  expect(effect({ effect: "deny", path: "ws/a" }, "ws/a/b/c")).toBe("deny");
  expect(effect({ effect: "allow", path: "ws/a" }, "ws/a/b/c")).toBe("ask");
  expect(effect({ effect: "deny", path: "ws/a/**" }, "ws/a")).toBe("ask");
  expect(effect({ effect: "deny", path: "ws/a/**" }, "ws/a", true)).toBe("deny");
  expect(effect({ effect: "allow", path: "ws/a/**" }, "ws/a", true)).toBe("ask");
});

describe("every source names itself", () => {
  const operation: Operation = {
    tool: "edit_file",
    access: "edit",
    paths: ["ws/a"],
    isProtected: false,
    flags: {
      read_approval: false,
      write_approval: true,
      edit_approval: true,
      origin: { read_approval: "by default", write_approval: "by default", edit_approval: "in your config" },
    },
  };
  const none: Policy = { user: [], project: [], remembered: [], matches: (glob, path) => glob === path };
  const rule = (effect: Rule["effect"], origin: string): Rule => ({ effect, path: "ws/a", origin });
  test.each<[string, Partial<Policy>, Partial<Operation>, string]>([
    [
      "deny",
      { user: [rule("deny", "your config (policy[0])")] },
      {},
      "the rule deny · any tool · ws/a in your config (policy[0]) forbids it",
    ],
    [
      "project deny",
      { project: [rule("deny", "the project's .galley/config.json (policy[1])")] },
      {},
      "the rule deny · any tool · ws/a in the project's .galley/config.json (policy[1]) forbids it",
    ],
    [
      "protected",
      {},
      { isProtected: true },
      "the path is protected: it can change what other programs run, or a config protects it, so only a person may approve it",
    ],
    [
      "protected, one of two",
      {},
      { isProtected: true, paths: ["ws/a", "ws/b"], protectedPaths: ["ws/b"] },
      "ws/b is protected: it can change what other programs run, or a config protects it, so only a person may approve it",
    ],
    [
      "protected, many",
      {},
      { isProtected: true, paths: ["ws/a", ..."bcdefgh"], protectedPaths: [..."bcdefgh"] },
      "b, c, d, e, f and 2 more are protected: they can change what other programs run, or a config protects them, so only a person may approve it",
    ],
    [
      "project ask",
      { project: [rule("ask", "the project's .galley/config.json (policy[0])")] },
      {},
      "the project's rule ask · any tool · ws/a in the project's .galley/config.json (policy[0]) asks",
    ],
    [
      "user allow",
      { user: [rule("allow", "the config given with --config (policy[2])")] },
      {},
      "the rule allow · any tool · ws/a in the config given with --config (policy[2]) allows it",
    ],
    [
      "remembered",
      { remembered: [KEPT] },
      {},
      "the remembered rule k1 (edit_file on ws/a) allows it; galley approvals revoke k1 removes it",
    ],
    ["flag", {}, {}, "edit_approval is on for this sandbox (in your config)"],
  ])("%s", (_, policy, facts, reason) => {
    expect(judge({ ...operation, ...facts }, { ...none, ...policy }).reason).toBe(reason);
  });
});
