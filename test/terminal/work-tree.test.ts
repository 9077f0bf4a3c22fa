// 30 changed files of a git repository, reviewed on a real terminal: changes reverted by hunk and by folder, a comment,
// and an undo. What is on disk afterwards is what the questions said.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { without } from "../support/installed.ts";
import { KEYS, reviews, type Reviewing } from "./reviewing.ts";

const { missing, note } = without("git");
const review = reviews({ rows: 30 });

const FOLDERS = ["api", "docs", "ui"];
const NAMES = Array.from({ length: 30 }, (_, at) => `${FOLDERS[at % 3]}/file${String(at).padStart(2, "0")}.txt`);
const LINES = Array.from({ length: 24 }, (_, at) => `line ${at + 1}`);
const BEFORE = `${LINES.join("\n")}\n`;
const AFTER = BEFORE.replace("line 3\n", "LINE 3\n").replace("line 20\n", "LINE 20\n");
const files = { ...Object.fromEntries(NAMES.map((name) => [name, BEFORE])), ".gitignore": ".state\n.config\nout\n" };
const GIT = "git -c user.name=t -c user.email=t@example.com";
const COMMIT = `git init -q . && git add -A && ${GIT} commit -qm one`;
const CHANGE = "sed -i -e 's/line 3$/LINE 3/' -e 's/line 20/LINE 20/' */file*.txt";

const content = (reviewing: Reviewing): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, reviewing.read(name)]));

describe.skipIf(missing)(`galley review${note}`, () => {
  test("30 files: one change of a file reverted, a folder reverted, a comment, the rest kept; undo brings it back", async () => {
    const reviewing = review({
      files,
      command: `${COMMIT} && ${CHANGE} && GALLEY review > out; echo $? > code; cat out; GALLEY undo`,
    });
    await reviewing.play([/Overview: 30 files, \+60 −60[^]*Y keep the rest/, KEYS.down], [/› +· file00/, KEYS.enter]);
    await reviewing.play(
      [/Changed: api\/file00\.txt \(2 places\)[^]*Keep these changes\?/, "c"],
      [/Comment on line 3 before/, KEYS.down],
      [/Comment on line 3\./, KEYS.enter],
      [/Comment on line 3; /, "why upper case?"],
      [/why upper case\?/, KEYS.enter],
      [/» line 3: why upper case\?[^]*\[y\/n/, "s"],
      [/Keep all 2 changes\?/, " "],
      [/Keep 1 of 2 changes\?/, KEYS.enter],
    );
    await reviewing.play(
      [/Changed: api\/file03[^]*Keep these changes\?/, "o"],
      [/Overview[^]*1 kept/, "/"],
      [/Filter:/, "docs"],
    );
    await reviewing.play([/10 of 30 files/, KEYS.enter], [/› ▾ docs\//, "n"]);
    await reviewing.play([/Revert 10 files below docs matching "docs", none of them viewed\?/, "y"]);
    await reviewing.play([/10 reverted/, KEYS.escape], [/19 to decide/, "Y"]);
    await reviewing.play([/Keep the remaining 19 files, 18 of them not viewed\?/, "y"]);
    await reviewing.screen.waitFor(/I reviewed your changes[^]*is as it was before/);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read("code")).toBe("0\n");
    expect(reviewing.read("out")).toBe(
      "I reviewed your changes. Please address these comments:\n\napi/file00.txt, line 3:\n> LINE 3\nwhy upper case?\n\nI reverted your changes to:\n- api/file00.txt (in part)\n" +
        NAMES.filter((name) => name.startsWith("docs/"))
          .map((name) => `- ${name}\n`)
          .join(""),
    );
    // The undo has taken the reverts back.
    for (const text of Object.values(content(reviewing))) expect(text).toBe(AFTER);
  });

  test.each([
    ["screen", {}, "", String.raw`\[y\/n`],
    ["plain", { GALLEY_PLAIN: "1" }, "\r", String.raw`\[y\/n[^\]]*\]:\s*$`],
  ])("%s: what was typed in the editor is kept when the review is left", async (_, env, enter, end) => {
    const reviewing = reviews({ rows: 30, env })({
      files: {
        "a.txt": BEFORE,
        "b.txt": BEFORE,
        "tmp/.keep": "",
        "editor.sh": '#!/bin/sh\necho typed >> "$1"\n',
        ".gitignore": ".state\n.config\ntmp\n",
      },
      command: `export TMPDIR="$PWD/tmp" EDITOR="$PWD/editor.sh"; ${COMMIT} && sed -i 's/line 3$/LINE 3/' a.txt b.txt && GALLEY review; echo ended $?`,
    });
    const asked = (words: string): RegExp => new RegExp(`${words}[^]*${end}`);
    await reviewing.play([asked("Changed: a\\.txt[^]*Keep this change"), `e${enter}`]);
    await reviewing.play([asked("your version"), `y${enter}`], [asked("Changed: b\\.txt"), `q${enter}`]);
    if (enter === "") await reviewing.play([/Leave the review\?[^]*\[y\/n\]/, "y"]);
    await reviewing.screen.waitFor(/every file stays as it is[^]*ended 130/);
    const shown = reviewing.shown().replaceAll("\n", "");
    const kept = /What you typed for a\.txt is in (\/\S*?\/a\.txt)/.exec(shown)?.[1] ?? "none";
    expect(readFileSync(kept, "utf8")).toBe(`${BEFORE.replace("line 3\n", "LINE 3\n")}typed\n`);
    expect(reviewing.read("a.txt")).toBe(BEFORE.replace("line 3\n", "LINE 3\n"));
  });

  test("what was decided is on disk, git's index is as it was, and the report says it", async () => {
    const reviewing = review({
      files,
      command: `${COMMIT} && ${CHANGE} && echo new > new.txt && rm ui/file02.txt && git add api && cp .git/index before && GALLEY review --json > out; echo $? > code`,
    });
    await reviewing.screen.waitFor(/Overview: 3[0-9] files[^]*Y keep the rest/);
    reviewing.screen.type("N");
    await reviewing.play([/Revert the remaining 3\d files, none of them viewed\?/, "y"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read("code")).toBe("0\n");
    for (const text of Object.values(content(reviewing))) expect(text).toBe(BEFORE);
    expect(existsSync(join(reviewing.folder, "new.txt"))).toBe(false);
    expect(
      readFileSync(join(reviewing.folder, ".git/index")).equals(readFileSync(join(reviewing.folder, "before"))),
    ).toBe(true);
    const report = JSON.parse(reviewing.read("out")) as { readonly reverted: readonly string[] };
    expect(report).toMatchObject({ kept: [], edited: [], failed: [], comments: [] });
    expect(report.reverted).toEqual(expect.arrayContaining([...NAMES, "new.txt"]));
  });

  test.each([
    ["screen", {}, "", String.raw`\[y\/n`],
    ["plain", { GALLEY_PLAIN: "1" }, "\r", String.raw`\[y\/n[^\]]*\]:\s*$`],
  ])("%s: files of more than a megabyte are shown, kept and reverted like any other", async (_, env, enter, end) => {
    const big = Array.from({ length: 40_000 }, (__, at) => `line ${at + 1} of a file that is large`).join("\n");
    const reviewing = reviews({ rows: 30, env })({
      files: { "big.txt": `${big}\n`, "tall.txt": `${big}\n`, ".gitignore": ".state\n.config\n" },
      command: `${COMMIT} && sed -i 's/^line 3 of/LINE 3 of/' big.txt tall.txt && GALLEY review; echo $? > code`,
    });
    const asked = (name: string): RegExp => new RegExp(`Changed: ${name}[^]*LINE 3 of[^]*Keep this change\\? ${end}`);
    await reviewing.play([asked("big"), `n${enter}`], [asked("tall"), `y${enter}`]);
    await reviewing.screen.waitFor(/big\.txt {2}reverted[^]*1 file kept as it is/);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read("code")).toBe("0\n");
    expect(reviewing.read("big.txt") === `${big}\n`).toBe(true);
    expect(reviewing.read("tall.txt") === `${big.replace("line 3 of", "LINE 3 of")}\n`).toBe(true);
  });

  test("leaving keeps every file as it is, with exit code 130", async () => {
    const reviewing = review({ files, command: `${COMMIT} && ${CHANGE} && GALLEY review; echo $? > code` });
    await reviewing.play([/Overview[^]*Y keep the rest/, "/"], [/Filter:/, "docs"], [/10 of 30/, KEYS.enter]);
    await reviewing.play([/› ▾ docs\//, "n"], [/Revert 10 files/, "y"], [/10 reverted/, "q"]);
    await reviewing.play([/Leave the review\? Every file stays as it is\./, "y"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read("code")).toBe("130\n");
    for (const text of Object.values(content(reviewing))) expect(text).toBe(AFTER);
  });

  test("line by line: y keeps, n reverts, Enter alone answers nothing", async () => {
    const reviewing = review({
      files: { "a.txt": BEFORE, "b.txt": BEFORE, ".gitignore": ".state\n.config\n" },
      env: { GALLEY_PLAIN: "1" },
      command: `${COMMIT} && sed -i 's/line 3$/LINE 3/' a.txt b.txt && GALLEY review`,
    });
    await reviewing.play(
      [/Changed: a\.txt[^]*Keep this change\? \[y\/n\/q\(uit\)\]:/, "\r"],
      [/y: keep this change[^]*Keep this change\? \[y\/n\/q\(uit\)\]:/, "y\r"],
      [/Changed: b\.txt[^]*Keep this change\? \[y\/n\/q\(uit\)\]:/, "n\r"],
    );
    expect(await reviewing.end()).toBe(0);
    expect([reviewing.read("a.txt"), reviewing.read("b.txt")]).toEqual([
      BEFORE.replace("line 3\n", "LINE 3\n"),
      BEFORE,
    ]);
  });
});

test("a folder without a repository says so", () => {
  const reviewing = review({ files: {}, command: "GALLEY review; echo $? > code" });
  return reviewing.end().then(() => expect(reviewing.shown()).toMatch(/There is no git repository here/));
});
