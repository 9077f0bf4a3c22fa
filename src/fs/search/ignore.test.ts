import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import ignore from "ignore";
import { describe, expect, test } from "vitest";
import { without } from "../../../test/support/installed.ts";
import { MAX_IGNORE_BYTES, parseIgnore } from "./ignore.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** As a walk asks: a path is ignored when it or a folder above it is. A path with "/" at its end is a folder. */
function isIgnored(text: string, path: string): boolean {
  const rules = parseIgnore(encode(text));
  const names = path.split("/").filter((name) => name !== "");
  return names.some((_, index) => {
    const directory = index < names.length - 1 || path.endsWith("/");
    return rules.verdict(names.slice(0, index + 1).join("/"), { directory }) === "ignored";
  });
}

describe(".gitignore lines", () => {
  test.each([
    ["a name", "foo", "x/foo", true],
    ["a name is whole", "foo", "foobar", false],
    ["a folder's content", "foo", "foo/x", true],
    ["folders only", "foo/", "foo", false],
    ["folders only, a folder", "foo/", "x/foo/", true],
    ["tied to the file", "/foo", "x/foo", false],
    ["tied by an inner slash", "a/b", "x/a/b", false],
    ["a star", "*.log", "x/y.log", true],
    ["a star stays in a name", "a*c", "a/c", false],
    ["two stars before", "**/b", "x/a/b", true],
    ["two stars after", "a/**", "a/b/c", true],
    ["two stars after, not the folder", "a/**", "a/", false],
    ["two stars between", "a/**/b", "a/b", true],
    ["three stars are two", "a/***/b", "a/x/y/b", true],
    ["taken back", "*.log\n!keep.log", "keep.log", false],
    ["the last line decides", "!a\na", "a", true],
    ["not below an ignored folder", "dir\n!dir/x", "dir/x", true],
    ["a comment", "#a", "#a", false],
    ["an escaped hash", "\\#a", "#a", true],
    ["an escaped mark", "\\!a", "!a", true],
    ["an escaped star", "\\*", "a", false],
    ["blanks at the end", "a  ", "a", true],
    ["an escaped blank", "a\\ ", "a ", true],
    ["a blank kept, a blank dropped", "a\\  ", "a ", true],
    ["a carriage return", "a\r\nb\r\n", "a", true],
    ["a byte order mark", "\ufeffa", "a", true],
    ["a class", "[ab].c", "b.c", true],
    ["a negated class", "[!a].c", "a.c", false],
    ["a POSIX class", "[[:digit:]].c", "7.c", true],
    ["an open class matches nothing", "[a", "[a", false],
    ["a lone backslash matches nothing", "a\\", "a\\", false],
    ["a slash alone", "/", "a", false],
    ["everything", "*", "a", true],
  ])("%s: %j on %s", (_, text, path, expected) => expect(isIgnored(text, path)).toBe(expected));

  test("a file too large to be meant is not honoured", () => {
    expect(isIgnored(`a\n${"#".repeat(MAX_IGNORE_BYTES)}`, "a")).toBe(false);
  });

  test("what would hang a regular expression does not hang this", () => {
    expect(isIgnored("**/a/".repeat(100) + "b", "a/".repeat(300) + "c")).toBe(false);
    expect(isIgnored("a*".repeat(120) + "b", "a".repeat(250))).toBe(false);
  });
});

const name = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 3 });
const path = fc
  .tuple(fc.array(name, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([names, folder]) => names.join("/") + (folder ? "/" : ""));
const line = fc
  .tuple(
    fc.constantFrom("", "", "!"),
    fc.constantFrom("", "", "/"),
    fc.array(
      fc.oneof(
        fc.string({ unit: fc.constantFrom("a", "b", "*", "?", "[ab]"), minLength: 1, maxLength: 3 }),
        fc.constant("**"),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    fc.constantFrom("", "", "/"),
  )
  .map(([mark, start, parts, end]) => mark + start + parts.join("/") + end)
  // Stars next to a name ("a**") are read differently even between versions of git.
  .filter((text) => !/[^/!]\*\*|\*\*[^/]/.test(text));
const file = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n"));

test("agrees with the package `ignore`", () =>
  fc.assert(
    fc.property(file, path, (text, path) => {
      expect(isIgnored(text, path)).toBe(ignore().add(text).ignores(path));
    }),
    { numRuns: 2000 },
  ));

const { missing, note } = without("git");
test.skipIf(missing)(`agrees with git${note}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "galley-ignore-"));
  try {
    spawnSync("git", ["init", "-q"], { cwd: folder });
    const names = ["a", "b", "ab"];
    const folders = names.flatMap((x) => [
      x,
      ...names.flatMap((y) => [`${x}/${y}`, ...names.map((z) => `${x}/${y}/${z}`)]),
    ]);
    for (const path of folders) mkdirSync(join(folder, path));
    const files = ["c", "aa", ...folders.flatMap((path) => [`${path}/c`, `${path}/aa`])];
    for (const path of files) writeFileSync(join(folder, path), "");
    const asked = [...files, ...folders];
    for (const text of fc.sample(file, 40)) {
      writeFileSync(join(folder, ".gitignore"), text);
      const ran = spawnSync("git", ["check-ignore", "--stdin", "-z"], { cwd: folder, input: asked.join("\0") });
      const ours = [...files, ...folders.map((path) => `${path}/`)].filter((path) => isIgnored(text, path));
      expect([text, ours.map((path) => path.replace(/\/$/, "")).sort()]).toEqual([
        text,
        String(ran.stdout)
          .split("\0")
          .filter((path) => path !== "")
          .sort(),
      ]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
