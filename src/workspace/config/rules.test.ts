import { expect, test } from "vitest";
import { judge } from "../../approval/index.ts";
import { policyOf } from "./rules.ts";

const policyWith = (path: string, folds: boolean) =>
  policyOf(
    { policy: [{ rule: { effect: "deny", path, origin: "your config" }, from: "user", key: "policy[0]" }] },
    (name) => (name === "ws" ? folds : false),
  );

const verdictOn = (path: string, policy: ReturnType<typeof policyWith>) =>
  judge(
    {
      tool: "read_file",
      access: "read",
      paths: [path],
      isProtected: false,
      flags: { read_approval: false, write_approval: false, edit_approval: false },
    },
    policy,
  ).effect;

// A path that does not exist yet has no spelling of its folder's.
test.each([
  ["ws/secret/**", "ws/SECRET/new.txt"],
  ["ws/.env", "ws/.ENV"],
  ["ws/Secret/**", "ws/secret/key.txt"],
  ["ws/Caf\u00e9/**", "ws/CAFE\u0301/k.txt"],
  ["**/*.PEM", "ws/a/b.pem"],
  ["ws/[A-C].txt", "ws/b.txt"],
])("the rule %s denies %s where names fold, and nowhere else", (pattern, path) => {
  expect(verdictOn(path, policyWith(pattern, true))).toBe("deny");
  expect(verdictOn(path, policyWith(pattern, false))).toBe("allow");
});

test("the name of a sandbox is never folded", () => {
  expect(verdictOn("WS/secret/key.txt", policyWith("ws/secret/**", true))).toBe("allow");
  expect(verdictOn("ws/secret/key.txt", policyWith("WS/secret/**", true))).toBe("allow");
});
