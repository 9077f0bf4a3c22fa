import fc from "fast-check";
import { expect, test } from "vitest";
import { KEYS } from "./keys.ts";
import { isPlainConfig } from "./plain-config.ts";
import { ConfigSchema } from "./schema.ts";

const some = fc.oneof(fc.constantFrom("allow", "ask", "deny", "apply", "read_file", true, false, 1, null), fc.string());
const rule = fc.dictionary(fc.constantFrom("effect", "tool", "path", "__proto__", "more"), some, { maxKeys: 3 });
const names = [...Object.keys(KEYS), "policy", "protected", "timeouts", "sandboxes", "shell", "unknown", "__proto__"];
const value = fc.oneof(some, fc.array(fc.oneof(some, rule), { maxLength: 3 }), rule);

test("what is taken without the schema is what the schema gives", () => {
  const seen = { plain: 0, left: 0 };
  const looked = (json: unknown): void => {
    const isPlain = isPlainConfig(json);
    seen[isPlain ? "plain" : "left"] += 1;
    if (isPlain) expect(ConfigSchema.safeParse(json)).toEqual({ success: true, data: json });
  };
  fc.assert(fc.property(fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 3 }), looked), { numRuns: 2000 });
  expect(Math.min(seen.plain, seen.left)).toBeGreaterThan(50);
});

test.each([
  ["nothing", {}, true],
  ["values and rules", { stage: false, editor_unchanged: "apply", policy: [{ effect: "deny", path: "a/**" }] }, true],
  ["paths to protect", { protected: ["*.pem"] }, true],
  ["a rule without effect", { policy: [{ tool: "read_file" }] }, false],
  ["a rule with another key", { policy: [{ effect: "allow", tol: "x" }] }, false],
  ["a value of another type", { stage: "no" }, false],
  ["a word that is not offered", { editor_unchanged: "never" }, false],
  ["an unknown key", { polcy: [] }, false],
  ["a key of every object", { toString: "x" }, false],
  ["a shape that only the schema knows", { sandboxes: {} }, false],
  ["a list", [], false],
  ["null", null, false],
  ["the key __proto__", JSON.parse('{"__proto__":{}}') as unknown, false],
])("%s", (_, json, expected) => {
  expect(isPlainConfig(json)).toBe(expected);
});
