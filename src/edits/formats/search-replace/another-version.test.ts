import fc from "fast-check";
import { expect, test } from "vitest";
import { isAnotherVersion } from "./another-version.ts";

test.each([
  ["let a = 1\n", "let a = 2\n", true],
  ["function f() {\n  one()\n  two()\n}\n", "function f() {\n  one()\n  2\n}\n", true],
  ["function f() {\n  one()\n}\n", "function f() {\n  one()\n  two()\n  three()\n}\n", true],
  ["one()\n", "import x from 'y'\n", false],
  ["{\n}\n", "{\n\n}\n", false],
  ["", "a\n", false],
  ["a\n", "a\n", false],
])("%j and %j: %s", (first, second, expected) => expect(isAnotherVersion(first, second)).toBe(expected));

test("it is the same both ways round", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c d", "}", "", "let x = 1", "let x = 2"))
    .map((rows) => rows.join("\n"));
  fc.assert(fc.property(text, text, (one, two) => isAnotherVersion(one, two) === isAnotherVersion(two, one)));
});
