import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, test } from "vitest";
import { compileFileGlob, compileGlob } from "./glob.ts";

describe("matching a whole path", () => {
  test.each([
    ["a", "a", true],
    ["a", "A", false],
    ["a", "a/b", false],
    ["*", "a/b", false],
    ["a/*", "a/b/c", false],
    ["**", "a/b/c", true],
    ["a/**", "a", false],
    ["a/**", "a/b/c", true],
    ["**/c", "c", true],
    ["**/c", "a/b/c", true],
    ["**/b/**/d", "a/b/c/b/d", true],
    ["a/**/b/**/c", "a/b/x/b/y/c", true],
    ["**/a/**/a", "a", false],
    ["*a*b*", "xxaxxbxx", true],
    ["*a*b*", "xxbxxaxx", false],
    ["*ab", "aab", true],
    ["[a-c]?", "bz", true],
    ["[]a]", "]", true],
    ["[!]a]", "]", false],
    ["[a-]", "-", true],
    ["[--0]", ".", true],
    ["[😀]", "😀", true],
    ["*[!😀]", "😀", false],
    ["?", "😀", true],
    ["??", "😀", false],
    ["{a,b}{c,d}", "bd", true],
    ["{a,{b,c}d}", "cd", true],
    ["{a}", "{a}", true],
    ["{a", "{a", true],
    ["a}", "a}", true],
    ["{,x}a", "a", true],
    ["{a,b", "{a,b", true],
    ["{x{a,b}", "{xb", true],
    ["[{,}]", ",", true],
    ["a//b", "a/b", true],
    ["a/./b", "a/b", true],
    ["__proto__", "__proto__", true],
  ])("%s on %s: %s", (pattern, path, expected) => expect(compileGlob(pattern).matches(path)).toBe(expected));
});

test.each([
  ["src/*.ts", "src", true],
  ["src/*.ts", "src/deep", false],
  ["src/*.ts", "lib", false],
  ["src/**/x", "src/any/where", true],
  ["**", "any", true],
  ["{a,b/c}/d", "b", true],
  ["{a,b/c}/d", "b/c", true],
  ["{a,b/c}/d", "b/x", false],
  ["a", "", true],
])("%s may have something below %s: %s", (pattern, folder, expected) =>
  expect(compileGlob(pattern).enters(folder)).toBe(expected),
);

test("a file glob without a slash is for names", () => {
  expect(["a.ts", "x/y/a.ts"].map(compileFileGlob("*.ts").matches)).toEqual([true, true]);
  expect(["x/a.ts", "y/x/a.ts"].map(compileFileGlob("x/*.ts").matches)).toEqual([true, false]);
});

const name = fc
  .string({ unit: fc.constantFrom("a", "b", "."), minLength: 1, maxLength: 4 })
  .filter((n) => !/^\.+$/.test(n));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const part = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", "*", "?", "[ab]", "[^a]", "."), minLength: 1, maxLength: 4 }),
  fc.constant("**"),
);
const pattern = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join("/"))
  // Where "**" stands inside a name, or a segment is nothing but dots, the two libraries mean different things.
  .filter((text) => text.split("/").every((part) => part === "**" || (!part.includes("**") && !/^\.+$/.test(part))));

test("agrees with picomatch on plain patterns", () =>
  fc.assert(
    fc.property(pattern, path, (pattern, path) => {
      fc.pre(!/\.(?:\/|$)/.test(path)); // picomatch's "*.*" wants a character after the dot, its "*." does not.
      // picomatch lets "a/**" match "a" itself; ours is about what is inside.
      const theirs = picomatch(pattern.replace(/\/\*\*$/, "/**/*"), { dot: true, strictSlashes: true })(path);
      expect(compileGlob(pattern).matches(path)).toBe(theirs);
    }),
    { numRuns: 2000 },
  ));

test("every path matches itself, and a folder on the way is entered", () =>
  fc.assert(
    fc.property(path, (path) => {
      const glob = compileGlob(path);
      expect(glob.matches(path)).toBe(true);
      const names = path.split("/");
      for (let depth = 0; depth < names.length; depth += 1) {
        expect(glob.enters(names.slice(0, depth).join("/"))).toBe(true);
      }
    }),
  ));

test("no pattern takes more steps than pattern × path", () => {
  // Would take longer than the universe is old if it were tried choice by choice.
  expect(compileGlob("*a".repeat(1000) + "b").matches("a".repeat(2000))).toBe(false);
  expect(compileGlob("**/a/".repeat(500) + "b").matches("a/".repeat(1000) + "c")).toBe(false);
  expect(compileGlob(`${"?*".repeat(500)}b`).matches("a".repeat(2000))).toBe(false);
});

test("a refusal says why and repeats no hidden character", () => {
  const message = (pattern: string): string => {
    try {
      compileGlob(pattern);
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };
  expect(message("../x")).toBe(
    "The pattern '../x' cannot be used: it contains '..'; search the folder above by its own path.",
  );
  expect(message("a\u001b[2J")).toBe("The pattern cannot be used: it contains a control or invisible character.");
  expect(message("{a,b}".repeat(20))).toContain("more than 256 alternatives");
});
