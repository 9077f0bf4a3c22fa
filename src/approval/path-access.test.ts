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
  ["one reading tool denied hides it from all", [{ effect: "deny", tool: "grep" }], {}, "read deny, write ask"],
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
