// Whole stories on the reviewer's screen: several files, what changed meanwhile, places, and what the report says.

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AFTER, BEFORE, block, KEYS, reviews, type Reviewing } from "./reviewing.ts";

const review = reviews();

const FILES = { "a.txt": BEFORE, "b.txt": BEFORE, "c.txt": BEFORE };
const THREE = ["a", "b", "c"].map((name) => block(`${name}.txt`, "two", "TWO")).join("\n");
const asked = (name: string): RegExp => new RegExp(`\\] Edit: ${name}\\.txt[^]*Apply this edit\\? \\[`);
const changed = (reviewing: Reviewing): boolean[] =>
  ["a.txt", "b.txt", "c.txt"].map((name) => reviewing.read(name) === AFTER);

test("what is not part of the review is said on its screen", async () => {
  const answer = `${block("a.txt", "two", "TWO")}\n${block("a.txt", "nowhere to be found", "x")}`;
  const reviewing = await review({ answer }).play([/1 edit of the answer is not part of this review[^]*\[y\/n/, "y"]);
  expect(await reviewing.end()).toBe(1);
  expect(reviewing.read()).toBe(AFTER);
});

describe("several files", () => {
  test("each gets its own answer, and nothing is written before the last", async () => {
    const reviewing = await review({ files: FILES, answer: THREE }).play([asked("a"), "y"], [asked("b"), "n"]);
    await reviewing.screen.waitFor(asked("c"));
    expect(changed(reviewing)).toEqual([false, false, false]);
    reviewing.screen.type(KEYS.enter);
    expect(await reviewing.end()).toBe(1);
    expect(changed(reviewing)).toEqual([true, false, true]);
    // Once: in the report.
    expect(reviewing.screen.rows().filter((row) => row.includes(".txt"))).toEqual([
      "✓ a.txt  Changed line 2.",
      "– b.txt  Rejected.",
      "✓ c.txt  Changed line 2.",
    ]);
  });

  test.each([
    ["brackets", "]", "["],
    ["arrows", KEYS.right, KEYS.left],
  ])("%s turn the pages, and an answer can be taken back", async (_, next, previous) => {
    const reviewing = await review({ files: FILES, answer: THREE }).play(
      [/1\/3\][^]*edit\? \[/, "y"],
      [/2\/3\][^]*edit\? \[/, previous],
      [/1\/3\][^]*edit\? \[/, next],
      [/2\/3\][^]*edit\? \[/, next],
      [/3\/3\][^]*edit\? \[/, previous],
      [/2\/3\][^]*edit\? \[/, previous],
      [/1\/3\][^]*edit\? \[/, "n"],
      [/2\/3\][^]*edit\? \[/, "y"],
      [/3\/3\][^]*edit\? \[/, "y"],
    );
    expect(await reviewing.end()).toBe(1);
    expect(changed(reviewing)).toEqual([false, true, true]);
  });

  test("q asks what becomes of the approved files: y writes them", async () => {
    const reviewing = await review({ files: FILES, answer: THREE }).play(
      [asked("a"), "y"],
      [asked("b"), "q"],
      ["Write the file you approved so far? [y/n]", "y"],
    );
    expect(await reviewing.end()).toBe(1);
    expect(changed(reviewing)).toEqual([true, false, false]);
  });

  test("q asks what becomes of the approved files: n leaves everything, Esc goes on", async () => {
    const reviewing = await review({ files: FILES, answer: THREE }).play(
      [asked("a"), "y"],
      [asked("b"), "q"],
      ["approved so far?", KEYS.escape],
      [asked("b"), "q"],
      ["approved so far?", "n"],
    );
    expect(await reviewing.end()).toBe(1);
    expect(changed(reviewing)).toEqual([false, false, false]);
  });

  test("Ctrl-C is a no to all, also to what was approved", async () => {
    const reviewing = await review({ files: FILES, answer: THREE }).play([asked("a"), "y"], [asked("b"), KEYS.ctrlC]);
    expect(await reviewing.end()).toBe(130);
    expect(changed(reviewing)).toEqual([false, false, false]);
  });

  test.each(["?\u0003", "y\u0003", "\u0003y"])("Ctrl-C is heard among other keys, typed as %j", async (keys) => {
    const reviewing = await review({ files: FILES, answer: THREE }).play([asked("a"), keys]);
    expect(await reviewing.end()).toBe(130);
    expect(changed(reviewing)).toEqual([false, false, false]);
  });

  test("Ctrl-C asks for no new answer from the model; a no does, for what missed", async () => {
    const answer = block("a.txt", "two", "TWO") + block("b.txt", "nowhere", "X");
    const interrupted = await review({ files: FILES, answer }).play(["Apply this edit?", KEYS.ctrlC]);
    expect(await interrupted.end()).toBe(130);
    expect(interrupted.shown()).not.toContain("To send back to the model");
    const rejected = await review({ files: FILES, answer }).play(["Apply this edit?", "n"]);
    expect(await rejected.end()).toBe(1);
    expect(rejected.shown()).toContain("To send back to the model");
  });

  test("keys typed ahead of a page do not answer it", async () => {
    const reviewing = await review({ files: FILES, answer: THREE }).play([asked("a"), "yyyy\r\r\r"], [asked("b"), "n"]);
    await reviewing.play([asked("c"), "n"]);
    expect(await reviewing.end()).toBe(1);
    expect(changed(reviewing)).toEqual([true, false, false]);
  });

  test("A keeps no rule for a session where nothing is asked afterwards, and says so", async () => {
    const reviewing = await review({ files: FILES, answer: THREE }).play(
      [asked("a"), "A"],
      [/Nothing is asked after this, so a rule for this session would have no effect/, "y"],
      [asked("b"), "n"],
      [asked("c"), "n"],
    );
    expect(await reviewing.end()).toBe(1);
    expect(changed(reviewing)).toEqual([true, false, false]);
    expect(reviewing.shown()).not.toContain("/approvals");
  });
});

describe("what changed meanwhile", () => {
  test("one byte on disk leads to a fresh question for that file only, and is never lost", async () => {
    const reviewing = await review({ files: FILES, answer: THREE }).play([asked("a"), "y"], [asked("b"), "y"]);
    await reviewing.screen.waitFor(asked("c"));
    appendFileSync(join(reviewing.folder, "b.txt"), "!");
    reviewing.screen.type("y");
    await reviewing.screen.waitFor(/changed on disk[^]*Apply this edit\? \[/);
    expect(reviewing.shown()).toContain("┌─ Edit: b.txt (line 2)");
    expect(changed(reviewing)).toEqual([false, false, false]);
    reviewing.screen.type("y");
    expect(await reviewing.end()).toBe(0);
    expect([reviewing.read("a.txt"), reviewing.read("b.txt"), reviewing.read("c.txt")]).toEqual([
      AFTER,
      `${AFTER}!`,
      AFTER,
    ]);
  });

  test("three files, one hunk left out, one edited, one stale: the report says exactly that", async () => {
    const files = {
      "a.txt": "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n",
      "b.txt": BEFORE,
      "c.txt": BEFORE,
      editor: '#!/bin/sh\nfor file; do :; done\nprintf "one\\nmine\\nthree\\n" > "$file"\n',
    };
    const answer = `${block("a.txt", "one", "ONE")}${block("a.txt", "nine", "NINE")}${block("b.txt", "two", "TWO")}${block("c.txt", "two", "TWO")}`;
    const reviewing = await review({
      files,
      answer,
      env: { EDITOR: "./editor" },
      command: "GALLEY apply answer.md --retry-prompt retry.md",
      columns: 160,
    }).play(
      ["Apply these 2 edits?", "s"],
      ["Apply all 2 changes?", " "],
      ["Apply 1 of 2 changes?", KEYS.enter],
      [asked("b"), "e"],
      ["Write your version?", KEYS.enter],
    );
    await reviewing.screen.waitFor(asked("c"));
    reviewing.put("c.txt", "one\nthree\n");
    reviewing.screen.type("y");
    expect(await reviewing.end()).toBe(1);
    expect([reviewing.read("a.txt"), reviewing.read("b.txt"), reviewing.read("c.txt")]).toEqual([
      "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nNINE\n",
      "one\nmine\nthree\n",
      "one\nthree\n",
    ]);
    const told = reviewing.screen.rows().filter((row) => /^[✓✗–] \S+ {2}/.test(row));
    expect(told).toEqual([
      expect.stringMatching(/^– a\.txt .*Left out in review/),
      expect.stringMatching(/^✓ a\.txt .*line 9/),
      expect.stringMatching(/^✓ b\.txt .*with the text of b\.txt as it was edited in review/),
      expect.stringMatching(/^✗ c\.txt /),
    ]);
    expect(reviewing.read("retry.md")).toContain("c.txt");
  });
});

describe("an edit without its one place", () => {
  const twice = { "a.txt": "start\nsame\nmiddle\nsame\nend\n" };
  const answer = block("a.txt", "same", "other");

  test.each([
    ["the first", "", "start\nother\nmiddle\nsame\nend\n"],
    ["the second, by an arrow", KEYS.down, "start\nsame\nmiddle\nother\nend\n"],
    ["the second, by p", "p", "start\nsame\nmiddle\nother\nend\n"],
  ])("the person picks %s; the file is then asked about", async (_, keys, content) => {
    const reviewing = review({ files: twice, answer });
    await reviewing.screen.waitFor("Put it at line 2? [y/n]");
    if (keys !== "") {
      reviewing.screen.type(keys);
      await reviewing.screen.waitFor("Put it at line 4? [y/n]");
    }
    reviewing.screen.type(KEYS.enter);
    await reviewing.play([/Apply this edit\? \[/, "y"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(content);
  });

  test("left out, it is reported as what it is", async () => {
    const reviewing = await review({ files: twice, answer }).play(["Put it at line 2?", "n"]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(twice["a.txt"]);
  });

  test("a near match is a proposal: its rule is named and it is taken only on a yes", async () => {
    const files = { "a.txt": "if (x) {\n\treturn 1;\n}\n" };
    const reviewing = review({
      files,
      answer: block("a.txt", "if (x) {\n    return 1;\n}", "if (x) {\n    return 2;\n}"),
    });
    await reviewing.screen.waitFor(/found by the rule[^]*Put it at line 1\?/);
    reviewing.screen.type("y");
    await reviewing.play([/Apply this edit\? \[/, "y"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe("if (x) {\n\treturn 2;\n}\n");
  });

  test("p finds the edit without a place from another file", async () => {
    const reviewing = await review({
      files: { ...twice, "b.txt": BEFORE },
      answer: block("b.txt", "two", "TWO") + answer,
    }).play([/Edit: b\.txt[^]*edit\? \[/, "p"], ["Put it at line 2?", "n"], [/Edit: b\.txt[^]*edit\? \[/, "y"]);
    expect(await reviewing.end()).toBe(1);
    expect([reviewing.read("a.txt"), reviewing.read("b.txt")]).toEqual([twice["a.txt"], AFTER]);
  });
});

describe("a tool's edit", () => {
  const call = (tool: string, names: readonly [string, string]): string =>
    `GALLEY tool ${tool} '{"path":"a.txt","${names[0]}":"two","${names[1]}":"TWO"}'`;
  const EDIT = call("edit", ["oldText", "newText"]);

  test.each([
    ["S1-24 by key alone", EDIT, ["d"], "Edit rejected by user: User cancelled"],
    ["with a reason", EDIT, ["r", "too early\r"], "Edit rejected by user: too early"],
    [
      "edit_file says no more than was said",
      call("edit_file", ["old_string", "new_string"]),
      ["d"],
      "Edit rejected by user",
    ],
  ])("rejected: %s", async (_, command, keys, message) => {
    const reviewing = await review({ command }).play(["Apply this edit? [y/n]", keys[0]!]);
    if (keys[1] !== undefined) await reviewing.play(["Why not?", keys[1]]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.shown()).toContain(`"message": "${message}"`);
    expect(reviewing.read()).toBe(BEFORE);
  });
});
