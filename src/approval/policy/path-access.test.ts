import { expect, test } from "vitest";
import { pathAccess } from "./path-access.ts";
import type { Policy, Rule, SandboxFlags } from "./policy.ts";

const FLAGS: SandboxFlags = { read_approval: false, write_approval: true, edit_approval: true };
const policy = (...user: Rule[]): Policy => ({
  user,
  project: [],
  remembered: [],
  matches: (glob, path) => glob === path || (glob.endsWith("/**") && path.startsWith(glob.slice(0, -2))),
});

test.each<[string, Rule[], Partial<SandboxFlags>, string]>([
  ["no rule", [], {}, "read allow, write ask"],
  ["every tool denied", [{ effect: "deny", path: "ws/secret/**" }], {}, "read deny, write deny"],
  ["star is every tool", [{ effect: "deny", tool: "*", path: "ws/secret/**" }], {}, "read deny, write deny"],
  [
    "one tool that looks, denied for the path, hides it from all",
    [{ effect: "deny", tool: "grep", path: "ws/secret/**" }],
    {},
    "read deny, write ask",
  ],
  ["reading denied everywhere", [{ effect: "deny", tool: "read_file" }], {}, "read deny, write ask"],
  ["a search tool denied everywhere hides no file", [{ effect: "deny", tool: "grep" }], {}, "read allow, write ask"],
  ["a rule for the folder itself", [{ effect: "deny", path: "ws/secret" }], {}, "read deny, write deny"],
  ["rm denied hides nothing", [{ effect: "deny", tool: "rm", path: "ws/secret/**" }], {}, "read allow, write deny"],
  ["another path", [{ effect: "deny", path: "ws/other/**" }], {}, "read allow, write ask"],
  ["an ask rule", [{ effect: "ask", tool: "read_file", path: "ws/secret/**" }], {}, "read ask, write ask"],
  ["the sandbox's flag", [], { read_approval: true }, "read ask, write ask"],
])("%s", (_, rules, flags, expected) => {
  const { read, write } = pathAccess(["ws/secret/key"], policy(...rules), { ...FLAGS, ...flags });
  expect(`read ${read}, write ${write}`).toBe(expected);
});

test("the real target of a link counts as much as its name", () => {
  const rules = policy({ effect: "deny", path: "ws/secret/**" });
  expect(pathAccess(["ws/innocent", "ws/secret/key"], rules, FLAGS).read).toBe("deny");
});

test.each<[Rule["effect"], string]>([
  ["deny", "read deny, write deny"],
  ["ask", "read ask, write ask"],
])("a folder whose whole content a rule is about follows the rule: %s", (effect, expected) => {
  const { read, write } = pathAccess(["ws/secret"], policy({ effect, path: "ws/secret/**" }), FLAGS);
  expect(`read ${read}, write ${write}`).toBe(expected);
  expect(pathAccess(["ws"], policy({ effect, path: "ws/secret/**" }), FLAGS).read).toBe("allow");
});
