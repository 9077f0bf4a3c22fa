import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { without } from "../../../../../test/support/installed.ts";
import { namedIn } from "./settings.ts";

const { missing, note } = without("git");
const folder = mkdtempSync(join(tmpdir(), "galley-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The values that git reads for core.hooksPath; null when it takes the file for broken. */
function asGitReads(text: string): readonly string[] | null {
  const file = join(folder, "config");
  writeFileSync(file, text);
  const args = ["config", "--file", file, "--no-includes", "-z", "--get-all", "core.hooksPath"];
  try {
    return execFileSync("git", args, { stdio: "pipe", encoding: "utf8" }).split("\0").slice(0, -1);
  } catch (error) {
    return (error as { status: number }).status === 1 ? [] : null; // 1: there is none.
  }
}

test.each<[string, string]>([
  ["a comment", "[core]\n# \\\nhooksPath = d\n"],
  ["a comment behind a value", "[core]\na = b # \\\nhooksPath = d\n"],
  ["one more of them", '[core]\na = b ; x \\\nc = "d" # \\\nhooksPath = d\n'],
  ["a comment behind a path", "[core]\nhooksPath = b;\\\r\nhooksPath = d\n"],
])("a backslash at the end of %s does not hide the next line", (_, text) => {
  expect(namedIn(text).paths).toContain("d");
});

describe.skipIf(missing)(`settings${note}`, () => {
  const some = (pieces: string): fc.Arbitrary<string> =>
    fc.array(fc.constantFrom(...pieces.split("|")), { maxLength: 6 }).map((parts) => parts.join(""));
  const line = fc.oneof(
    fc
      .tuple(some(" |\t|[core]|[core] "), some('"|\\"|a|b/c|d|\\\\|\\\n|;|#| |\t|]|[|\\t'))
      .map(([before, value]) => `${before}hooksPath = ${value}`),
    some('[core]|[branch "x"]|[user]|#|;| |a = b|\\|"'),
  );
  const settings = fc.array(line, { maxLength: 6 }).map((lines) => `[core]\n${lines.join("\n")}\n`);
  test("every value of core.hooksPath that git reads is named", () => {
    fc.assert(
      fc.property(settings, (text) => {
        const values = asGitReads(text);
        fc.pre(values !== null);
        const { paths } = namedIn(text);
        for (const value of values!.filter((each) => /^[\w/]+$/.test(each))) expect(paths).toContain(value);
      }),
      { numRuns: 100 },
    );
  });
});
