// Reports of many files: what says the same is one row, a path is in its row once, -v lists everything.

import { describe, expect, test } from "vitest";
import { block, Place } from "./support/galley.ts";
import { KEYS, reviews, block as lineBlock } from "./terminal/reviewing.ts";

const NAMES = Array.from({ length: 40 }, (_, at) => `src/${at % 2 === 0 ? "even" : "odd"}/f${at}.txt`);
const FILES = Object.fromEntries(NAMES.map((name) => [name, "one\n"]));
const EDITS = NAMES.map((name, at) => block(name, "one\n", at === 3 ? `key = "AKIAIOSFODNN7EXAMPLE"\n` : "two\n")).join(
  "",
);
const rowsOf = (out: string): string[] => out.split("\n").filter((row) => /^[✓–✗]/.test(row));

describe("many results", () => {
  test("what was applied is one row, what failed keeps its own, and -v lists all", () => {
    const input = `${EDITS}${block("src/odd/f1.txt", "nowhere\n", "x\n")}${block("AGENTS.md", "", "x\n")}`;
    const { out } = new Place(FILES).galley(["apply", "--yes"], { input });
    expect(rowsOf(out)).toEqual([
      "✗ src/odd/f1.txt  Not applied: see 1 below.",
      expect.stringMatching(/^– AGENTS\.md {7}/),
      "✓ 40 files below src: Applied.",
    ]);
    expect(out).toContain("-v lists every file.");
    const all = new Place(FILES).galley(["apply", "--yes", "-v"], { input }).out;
    expect(rowsOf(all)).toHaveLength(42);
    expect(all).not.toContain("-v lists");
  });

  test("without a terminal 300 denied files are one row", () => {
    const names = Array.from({ length: 300 }, (_, at) => `f${at}.txt`);
    const place = new Place(Object.fromEntries(names.map((name) => [name, "one\n"])));
    const { out, code } = place.galley(["apply"], { input: names.map((name) => block(name, "one\n", "2\n")).join("") });
    expect([code, rowsOf(out).length]).toEqual([1, 1]);
    expect(rowsOf(out)[0]).toMatch(/^– 300 files: Not approved/);
  });
});

describe("a path is in its row once", () => {
  test.each([
    ["changed", "", block("a.txt", "one\n", "1\n"), "✓ a.txt  Changed line 1."],
    ["created", "", block("n.txt", "", "1\n"), "✓ n.txt  Created."],
    ["would change", "--dry-run", block("a.txt", "one\n", "1\n"), "✓ a.txt  Would change line 1."],
    ["would create", "--dry-run", block("n.txt", "", "1\n"), "✓ n.txt  Would be created."],
    ["deleted", "", "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n", "✓ a.txt  Deleted."],
    [
      "moved",
      "",
      "*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n@@\n-one\n+1\n*** End Patch\n",
      "✓ a.txt  Moved to b.txt.",
    ],
  ])("%s", (_, flag, input, expected) => {
    const { out } = new Place({ "a.txt": "one\ntwo\n" }).galley(["apply", "--yes", ...(flag === "" ? [] : [flag])], {
      input,
    });
    expect(rowsOf(out)).toEqual([expected]);
  });
});

describe("on a terminal", () => {
  const review = reviews({ rows: 30 });
  const names = Array.from({ length: 300 }, (_, at) => `dir/f${at}.txt`);
  const files = Object.fromEntries(names.map((name) => [name, "one\ntwo\n"]));
  const answer = names.map((name) => lineBlock(name, "two", "TWO")).join("\n");

  test("cancelling 300 files is one line", async () => {
    const reviewing = review({ files, answer });
    await reviewing.play([/Overview: 300 files[^]*help/, "q"]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.screen.rows().filter((row) => row !== "")).toEqual([
      "– 300 files below dir: Rejected: You stopped the review.",
      "-v lists every file.",
      "Nothing was written.",
    ]);
  });

  test("what was decided is listed as long as it differs", async () => {
    const reviewing = review({ files, answer });
    await reviewing.play([/Overview: 300 files[^]*help/, `j${KEYS.enter}`], [/\[1\/300\][^]*help/, "n"]);
    await reviewing.play(
      [/\[2\/300\][^]*help/, "o"],
      [/1 rejected[^]*help/, "Y"],
      [/remaining 299 files[^]*\[y\/n\]/, "y"],
    );
    expect(await reviewing.end()).toBe(1);
    const shown = reviewing.screen.rows().filter((row) => /^[✓–✗]/.test(row));
    expect(shown).toEqual(["– dir/f0.txt  Rejected.", "✓ 299 files below dir: Applied."]);
  });
});
