// 300 files in one answer, on a real terminal: overview, filter, one folder rejected, the rest applied. What is on disk
// afterwards is what the questions said.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { block, KEYS, reviews, type Reviewing } from "./reviewing.ts";

const review = reviews({ rows: 30 });

const FOLDERS = ["core", "docs", "legacy/old", "legacy/older", "ui", "util"];
const NAMES = Array.from(
  { length: 297 },
  (_, at) => `${FOLDERS[at % FOLDERS.length]}/file${String(at).padStart(3, "0")}.txt`,
);
const RISKY = ["core/secret.txt", ".github/workflows/ci.yml", "ui/cut.txt"];
const files = Object.fromEntries([...NAMES, ...RISKY].map((name) => [name, "one\ntwo\nthree\n"]));
const put = (name: string): string =>
  name === "core/secret.txt"
    ? 'key = "AKIAIOSFODNN7EXAMPLE"'
    : name === "ui/cut.txt"
      ? "// ... rest of the code"
      : "TWO";
const answer = [...NAMES, ...RISKY].map((name) => block(name, "two", put(name))).join("\n");

const written = (reviewing: Reviewing): string[] =>
  [...NAMES, ...RISKY].filter((name) => reviewing.read(name) !== files[name]).sort();

describe("300 files", () => {
  test("filter, reject one folder, apply the rest, then the ones with a warning one by one", async () => {
    const reviewing = review({ files, answer });
    await reviewing.screen.waitFor(/Overview: 300 files, \+300 −300[^]*Enter/);
    expect(reviewing.shown()).toMatch(/▸ core\/ +\+51 +−51 +51 files 1⚠/);
    reviewing.screen.type("/");
    await reviewing.play([/Filter:/, "older"], [/49 of 300 files with "older"/, KEYS.enter]);
    await reviewing.play(
      [/› ▾ legacy\/[^]*n reject/, KEYS.down],
      [/› +▾ older\//, "n"],
      [/Reject 49 files below legacy\/older matching "older"\?/, "y"],
    );
    await reviewing.play([/49 rejected/, KEYS.escape], [/251 to decide/, "Y"]);
    await reviewing.screen.waitFor(/Apply the remaining 248 files, none of them viewed\? \[y\/n\]/);
    expect(reviewing.shown().replaceAll(/\s+/g, " ")).toContain(
      "1 protected file, 1 unsure edit and 1 file with a warning are left for you to decide one by one.",
    );
    expect(written(reviewing)).toEqual([]);
    reviewing.screen.type("y");
    await reviewing.play(
      [/ci\.yml[^]*3 files are left to decide one by one[^]*\[y\/n\]/, "n"],
      [/Edit: core\/secret\.txt[^]*\[y\/n\]/, "n"],
      [/Edit: ui\/cut\.txt[^]*\[y\/n\]/, "y"],
    );
    expect(await reviewing.end()).toBe(1);
    const expected = [...NAMES.filter((name) => !name.startsWith("legacy/older/")), "ui/cut.txt"].sort();
    expect(written(reviewing)).toEqual(expected);
    for (const name of expected) expect(reviewing.read(name)).toBe(`one\n${put(name)}\nthree\n`);
    expect(existsSync(join(reviewing.folder, "answer.md"))).toBe(true);
  });

  test("keys typed before the question was painted do not answer it", async () => {
    const reviewing = review({ files, answer });
    await reviewing.screen.waitFor(/Overview: 300 files[^]*Enter/);
    reviewing.screen.type("Yyyyyyy");
    await reviewing.screen.waitFor(/Apply the remaining 297 files/);
    expect(written(reviewing)).toEqual([]);
    await reviewing.play([/Apply the remaining 297 files[^]*\[y\/n\]/, "n"], [/Enter unfold[^]*help/, "q"]);
    expect(await reviewing.end()).toBe(1);
    expect(written(reviewing)).toEqual([]);
  });
});

describe("a folder that would be removed", () => {
  const names = ["old/a.txt", "old/b/c.txt", "old/b/d.txt"];
  const gone = Object.fromEntries(names.map((name) => [name, "one\n"]));
  const command = `GALLEY tool rm '{"path":"old"}'`;
  const QUESTION = /Delete 3 files below old, 12 bytes, none of them viewed\? \[y\/n\][^]*choose files/;

  test("is one question; y removes all of it, and undo brings it back", async () => {
    const reviewing = review({ files: gone, command: `${command} && GALLEY undo` });
    await reviewing.screen.waitFor(QUESTION);
    expect(reviewing.shown()).toContain("galley undo brings them back.");
    reviewing.screen.type("y");
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.shown()).toContain("Removed 3 files");
    expect(names.map((name) => reviewing.read(name))).toEqual(["one\n", "one\n", "one\n"]);
  });

  test("n keeps all of it, and Esc leads to the files", async () => {
    const kept = review({ files: gone, command });
    await kept.play([QUESTION, "n"]);
    expect(await kept.end()).toBe(1);
    expect(existsSync(join(kept.folder, "old/b/d.txt"))).toBe(true);
    const chosen = review({ files: gone, command });
    await chosen.play([QUESTION, KEYS.escape], [/Overview: 3 files[^]*\? help/, "q"]);
    expect(await chosen.end()).toBe(1);
    expect(existsSync(join(chosen.folder, "old/a.txt"))).toBe(true);
  });
});
