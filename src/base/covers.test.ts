import fc from "fast-check";
import { expect, test } from "vitest";
import { compileGlob } from "../fs/index.ts";
import { coverOf, coversFolder, coversPath } from "./covers.ts";

const matches = (pattern: string, path: string): boolean => compileGlob(pattern).matches(path);

test.each<[string, string, boolean]>([
  ["ws/secrets/**", "ws/secrets/key", true],
  ["ws/secrets/**", "ws/secrets", false],
  ["ws/secrets", "ws/secrets/key", true],
  ["ws/secrets", "ws/secrets/a/b", true],
  ["ws/secrets", "ws/secrets2", false],
  ["**/secret*", "ws/a/secrets/b/c", true],
  ["ws/.*", "ws/.ssh/id", true],
  ["ws/*", "ws/a", true],
  ["ws/*", "ws/a/b", false],
  ["ws", "ws/a/b", true],
  ["*", "ws/a/b", true],
  ["ws/*.key", "ws/a.key", true],
  ["ws/*.key", "ws/a.txt", false],
])("%s covers %s: %s", (pattern, path, expected) => expect(coversPath(pattern, path, matches)).toBe(expected));

test.each<[string, string, boolean]>([
  ["ws/secrets/**", "ws/secrets", true],
  ["ws/secrets/**", "ws/secrets/a", true],
  ["ws/secrets/**", "ws", false],
  ["ws/secrets/**/*", "ws/secrets", true],
  ["ws/secrets/*", "ws/secrets", false],
  ["ws/secrets/*.key", "ws/secrets", false],
  ["ws/secrets/?", "ws/secrets", false],
  ["ws/secrets", "ws/secrets", true],
  ["**", "ws", true],
  ["**/*.key", "ws", false],
])("%s covers the folder %s: %s", (pattern, folder, expected) =>
  expect(coversFolder(pattern, folder, matches)).toBe(expected),
);

test("many paths are covered as each of them is", () => {
  const pattern = fc.constantFrom(
    "ws/a",
    "ws/*",
    "**/b",
    "ws/a/*",
    "ws/a/**",
    "ws/a/b/**",
    "*",
    "ws/{a,c}/b",
    "ws/{a/**,c/b}",
    "ws/c/?*",
  );
  const path = fc
    .array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 })
    .map((names) => ["ws", ...names].join("/"));
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 3 }), fc.array(path, { maxLength: 8 }), (patterns, paths) => {
      const isCovered = coverOf(patterns, matches);
      for (const each of paths) expect(isCovered(each)).toBe(patterns.some((one) => coversFolder(one, each, matches)));
    }),
  );
});

test("a rule for everything in a folder covers a file of the folder's name", () =>
  expect(coverOf(["ws/secret/**"], matches)("ws/secret")).toBe(true));
