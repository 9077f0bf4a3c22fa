import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commonFolder, joinPath, nameOf, parentOf, parsePath, type WorkspacePath } from "./path.ts";

const draw = (input: unknown): string => {
  const parsed = parsePath(input);
  if (parsed.kind === "refused") return parsed.code;
  return `${parsed.absolute ? "/" : ""}${parsed.path}${parsed.directory ? " (directory)" : ""}`;
};

describe("parsePath", () => {
  test.each([
    ["plain", "src/a.ts", "src/a.ts"],
    ["the root", "", ""],
    ["a dot is the root", ".", " (directory)"],
    ["dot segments vanish", "./a/./b", "a/b"],
    ["double slashes vanish", "a//b", "a/b"],
    ["a slash at the end asks for a directory", "a/b/", "a/b (directory)"],
    ["two dots inside", "a/../b", "b"],
    ["two dots past the start", "a/../../b", "ESCAPE"],
    ["two dots alone", "..", "ESCAPE"],
    ["dots inside a name are a name", "a..b/...", "a..b/..."],
    ["a leading slash is told", "/etc/passwd", "/etc/passwd"],
    ["a tilde is a name", "~/x", "~/x"],
    ["quotes, blanks and signs are names", "a b'c\"d %20$HOME", "a b'c\"d %20$HOME"],
    ["accents are names", "é/日本.txt", "é/日本.txt"],
    ["an emoji is a name", "😀.txt", "😀.txt"],
    ["a backslash", "a\\b", "INVALID_PATH"],
    ["a line break", "a\nb", "INVALID_PATH"],
    ["NUL", "a\0b", "INVALID_PATH"],
    ["an escape", "a\u001b[2Kb", "INVALID_PATH"],
    ["a C1 control", "a\u009bb", "INVALID_PATH"],
    ["a bidi override", "\u202etxt.exe", "INVALID_PATH"],
    ["a bidi mark", "a\u200eb", "INVALID_PATH"],
    ["a zero-width space", "a\u200bb", "INVALID_PATH"],
    ["a zero-width joiner", "a\u200db", "INVALID_PATH"],
    ["a BOM", "\ufeffa", "INVALID_PATH"],
    ["a line separator", "a\u2028b", "INVALID_PATH"],
    ["a tag character", "a\u{e0041}b", "INVALID_PATH"],
    ["half a pair", "a\ud800b", "INVALID_PATH"],
    ["a name of 255 bytes", "x".repeat(255), "x".repeat(255)],
    ["a name of 256 bytes", "x".repeat(256), "INVALID_PATH"],
    ["bytes count, not characters", "é".repeat(128), "INVALID_PATH"],
    ["a path of 4 KB", "d/".repeat(2048) + "x", "INVALID_PATH"],
    ["a number", 7, "INVALID_PATH"],
    ["null", null, "INVALID_PATH"],
    ["a list", ["a"], "INVALID_PATH"],
  ])("%s", (_, input, drawn) => expect(draw(input)).toBe(drawn));

  test("what was parsed parses to itself and never leaves", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "..", ".", "", "b.c", "...")), (segments) => {
        const parsed = parsePath(segments.join("/"));
        if (parsed.kind === "refused") return;
        expect(parsed.path.split("/")).not.toContain("..");
        expect(parsePath(parsed.path)).toMatchObject({ kind: "path", path: parsed.path, absolute: false });
      }),
    );
  });
});

test("the folder that paths share", () => {
  expect(commonFolder([])).toBe("");
  expect(commonFolder(["a/b/c", "a/bc/d"])).toBe("a");
  expect(commonFolder(["a/b", "c/d"])).toBe("");
  const path = fc
    .array(fc.constantFrom("a", "b", "ab"), { minLength: 1, maxLength: 4 })
    .map((words) => words.join("/"));
  fc.assert(
    fc.property(fc.array(path, { minLength: 1 }), (paths) => {
      const folder = commonFolder(paths);
      const isCommon = (one: string): boolean => paths.every((each) => one === "" || each.startsWith(`${one}/`));
      const [first = ""] = paths;
      const next = first.slice(0, first.indexOf("/", folder.length + 1));
      expect([isCommon(folder), next.length > folder.length && isCommon(next)]).toEqual([true, false]);
    }),
  );
});

test("parent and name take a path apart, join puts it together", () => {
  const path = "a/b/c.ts" as WorkspacePath;
  expect([parentOf(path), nameOf(path), joinPath(parentOf(path), nameOf(path))]).toEqual(["a/b", "c.ts", path]);
  const top = "c.ts" as WorkspacePath;
  expect([parentOf(top), nameOf(top), joinPath(parentOf(top), nameOf(top))]).toEqual(["", "c.ts", top]);
});
