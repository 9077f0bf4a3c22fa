// Laws of the rules a person asked to keep, for any set of rules: they can turn nothing but a flag's question into a yes,
// and a rule for a command is for that command alone.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AskedCommand, Remember, Remembered, Rule } from "../approval/index.ts";
import { asReal } from "../base/index.ts";
import type { Call } from "./call.ts";
import { judgeCall, type Gate } from "./gate.ts";
import { createSessionRules } from "./session-rules.ts";

const PATHS = ["ws/a", "ws/src/b", "ws/src/deep/c", "ws/.git/config", "other/a", "ws", "ws/src"];
const FILE_TOOLS = ["read_file", "ls", "grep", "edit_file", "write_file", "rm"];
const COMMANDS = ["npm test", "npm test ", "npm  test", "npm test;rm -rf .", "NPM test", "npm test\n", "npm"];

const path = fc.constantFrom(...PATHS);
const place = fc.constantFrom<Pick<AskedCommand, "where" | "image">>(
  { where: "confined", image: null },
  { where: "container", image: "node:22" },
  { where: "container", image: "node:20" },
);
const session = fc.constantFrom(undefined, "this");
const kept: fc.Arbitrary<Remember> = fc
  .tuple(
    session,
    fc.oneof(
      fc.record({
        effect: fc.constant("allow" as const),
        scope: fc.constantFrom("file" as const, "directory" as const, "tool" as const),
        path,
        tool: fc.constantFrom(...FILE_TOOLS, "shell"),
      }),
      fc.record({
        effect: fc.constant("allow" as const),
        scope: fc.constantFrom("root" as const, "edits" as const),
        path,
      }),
      fc
        .tuple(path, fc.constantFrom(...COMMANDS), fc.constantFrom("shell" as const, "eval" as const), place)
        .map(([cwd, command, tool, where]) => ({
          effect: "allow" as const,
          scope: "command" as const,
          path: cwd,
          command,
          tool,
          ...where,
        })),
    ),
  )
  .map(([ends, rule]): Remember => (ends === undefined ? rule : { ...rule, session: ends }));
const rules = fc.array(
  fc.record<Rule>(
    {
      effect: fc.constantFrom("allow" as const, "ask" as const, "deny" as const),
      tool: fc.constantFrom(...FILE_TOOLS, "shell", "*"),
      path: fc.constantFrom("**", "ws/**", "ws/src/**", "ws/a"),
    },
    { requiredKeys: ["effect"] },
  ),
  { maxLength: 3 },
);
const call: fc.Arbitrary<Call> = fc.oneof(
  fc
    .record({ tool: fc.constantFrom(...FILE_TOOLS), at: path, warned: fc.option(fc.boolean()), likely: fc.boolean() })
    .map(({ tool, at, warned, likely }): Call => {
      const access = ["read_file", "ls", "grep"].includes(tool) ? "read" : tool === "edit_file" ? "edit" : "write";
      return {
        tool,
        access,
        targets: [{ path: asReal(at), real: asReal(at) }],
        ...(warned === null ? {} : { hasWarnings: () => warned }),
        ...(likely && { likely: [{ line: 1, reading: "a guess", why: "name" }] }),
      };
    }),
  fc
    .record({
      tool: fc.constantFrom("shell" as const, "eval" as const),
      at: path,
      text: fc.constantFrom(...COMMANDS),
      outside: fc.boolean(),
      must: fc.option(fc.constant("it cannot be confined")),
      where: place,
    })
    .map(({ tool, at, text, outside, must, where }) => ({
      tool,
      access: "write" as const,
      targets: [{ path: asReal(at), real: asReal(at) }],
      outside,
      command: { text, ...where },
      unasked: { reason: null, whyAsk: async () => must },
    })),
);

function gateWith(user: readonly Rule[], project: readonly Rule[], all: readonly Remembered[]): Gate {
  const isForSession = ({ session: ends }: Remembered): boolean => ends !== undefined;
  return {
    policy: {
      user,
      project,
      remembered: [],
      matches: (glob, one) => glob === one || one.startsWith(glob.slice(0, -2)),
    },
    remembered: async () => all.filter((rule) => !isForSession(rule)),
    session: { ...createSessionRules(), rules: () => all.filter(isForSession) },
    flagsOf: () => ({ read_approval: true, write_approval: true, edit_approval: true }),
  };
}

describe("rules that a person asked to keep", () => {
  const judged = fc.tuple(rules, rules, fc.array(kept, { maxLength: 6 }), call);

  test("allow nothing that anything but a flag asks about or denies", async () => {
    await fc.assert(
      fc.asyncProperty(judged, async ([user, project, all, one]) => {
        const before = await judgeCall(gateWith(user, project, []), one);
        const named = all.map((rule, at) => ({ ...rule, id: `r${at}` }));
        const now = await judgeCall(gateWith(user, project, named), one);
        if (before.source !== "sandbox" || before.personOnly) expect(now).toEqual(before);
        else if (now.effect !== before.effect)
          expect([before.effect, now.effect, now.source]).toEqual(["ask", "allow", "remembered"]);
      }),
      { numRuns: 500 },
    );
  });

  test("allow a command only if it is the same in every letter, in its folder and its place", async () => {
    await fc.assert(
      fc.asyncProperty(judged, async ([, , all, one]) => {
        fc.pre(one.command !== undefined);
        const named = all.map((rule, at) => ({ ...rule, id: `r${at}` }));
        const { effect } = await judgeCall(gateWith([], [], named), one);
        const { text, where, image } = one.command!; // Checked above.
        const isKept = named.some(
          (rule) =>
            rule.scope === "command" &&
            rule.command === text &&
            rule.tool === one.tool &&
            rule.path === one.targets[0]!.path &&
            rule.where === where &&
            rule.image === image,
        );
        const isConfined = one.outside !== true && (await one.unasked?.whyAsk()) === null;
        const isProtected = one.targets[0]!.path.includes(".git");
        expect(effect).toBe(isKept && isConfined && !isProtected ? "allow" : "ask");
      }),
      { numRuns: 1000 },
    );
  });

  test("for edits in a folder say nothing about warnings, other tools and other folders", async () => {
    await fc.assert(
      fc.asyncProperty(call, fc.constantFrom("ws", "ws/src"), async (one, folder) => {
        const rule: Remembered = { id: "session-1", effect: "allow", scope: "edits", path: folder, session: "this" };
        const { effect } = await judgeCall(gateWith([], [], [rule]), one);
        const at = one.targets[0]!.path;
        const isEdit = ["edit_file", "write_file"].includes(one.tool) && one.likely === undefined;
        const isAllowed =
          isEdit && one.hasWarnings?.() === false && at.startsWith(`${folder}/`) && !at.includes(".git");
        expect(effect).toBe(isAllowed ? "allow" : "ask");
      }),
    );
  });
});

test("a session's rules have ids, are the same rule once, and end one by one or together", () => {
  const all = createSessionRules();
  const rule: Remember = { effect: "allow", scope: "edits", path: "ws/src", session: "this" };
  const first = all.add(rule);
  expect([first.id, all.add(rule).id]).toEqual(["session-1", "session-1"]);
  expect(all.add({ ...rule, path: "ws" }).id).toBe("session-2");
  expect([all.revoke("session-1"), all.revoke("session-1")]).toEqual([first, null]);
  expect(all.add(rule).id).toBe("session-3");
  expect(all.rules().map(({ id }) => id)).toEqual(["session-2", "session-3"]);
  all.clear();
  expect(all.rules()).toEqual([]);
});
