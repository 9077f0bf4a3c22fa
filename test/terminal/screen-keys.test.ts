// The reviewer on a real terminal, key by key. A test waits for the question, types, and looks at the disk.

import { describe, expect, test } from "vitest";
import { AFTER, BEFORE, block, KEYS, reviews, WAIT_FOR_GO, type Reviewing, type Setup } from "./reviewing.ts";

const QUESTION = "Apply this edit? [y/n]";

const review = reviews();

describe("one change", () => {
  test.each([
    ["Enter", KEYS.enter, AFTER, 0],
    ["y", "y", AFTER, 0],
    ["n", "n", BEFORE, 1],
    ["d", "d", BEFORE, 1],
    ["Esc", KEYS.escape, BEFORE, 1],
    ["q", "q", BEFORE, 1],
    ["Ctrl-C", KEYS.ctrlC, BEFORE, 130],
  ])("%s", async (_, keys, content, code) => {
    const reviewing = await review().play([QUESTION, keys]);
    expect(await reviewing.end()).toBe(code);
    expect(reviewing.read()).toBe(content);
  });

  test("keys without a meaning, and pasted text, answer nothing", async () => {
    const reviewing = await review({ rows: 40 }).play([QUESTION, "zZ1\u001b[15~\u001by\u001b[200~y\r\u001b[201~"]);
    reviewing.screen.type("?");
    await reviewing.play(["Any key closes this.", "y"], [QUESTION, "n"]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
  });

  test.each([
    ["rejection", "d", BEFORE, 1],
    ["approval", "y", AFTER, 0],
  ])("c comments on a line; the comment goes with the answer: %s", async (_, key, content, code) => {
    const reviewing = await review().play(
      [QUESTION, "c"],
      ["Comment on line 2 before the change.", KEYS.down],
      ["Comment on line 2.", KEYS.enter],
      ["saved empty, it is removed", "why upper case?"],
      ["› why upper case?", KEYS.enter],
      [/» line 2: why upper case\?[^]*Apply this edit\? \[y\/n\]/, key],
    );
    expect(await reviewing.end()).toBe(code);
    expect(reviewing.read()).toBe(content);
    expect(reviewing.shown()).toContain("On line 2 after the change: why upper case?");
  });

  test("r rejects with a reason typed in place, and the report shows it", async () => {
    const reviewing = await review().play(
      [QUESTION, "r"],
      ["Why not?", "wrongg"],
      ["› wrongg", "\u007f file"],
      ["› wrong file", "\u001b[200~, see\nthe plan\u001b[201~"],
      ["see the plan", KEYS.enter],
    );
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
    expect(reviewing.shown()).toContain("– a.txt  Rejected: wrong file, see the plan");
    expect(reviewing.shown()).toContain("Rejected: wrong file, see the plan");
  });

  test("Esc leaves the reason, and the question is shown again", async () => {
    const reviewing = await review().play([QUESTION, "r"], ["Why not?", "no"], ["› no", KEYS.escape], [QUESTION, "y"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
  });

  test.each(["v", "w"])("%s shows the whole file, and the change again", async (key) => {
    const long = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`).join("\n");
    const reviewing = await review({ files: { "a.txt": `${BEFORE}${long}\n` } }).play([QUESTION, key]);
    await reviewing.screen.waitFor("[y/n/v(iew change)]");
    expect(reviewing.framed()).toHaveLength(16);
    await reviewing.play(["line 12", key], [QUESTION, "y"]);
    expect(await reviewing.end()).toBe(0);
  });

  test("Esc goes from the whole file back to the change", async () => {
    const reviewing = await review().play([QUESTION, "v"], ["[y/n/v(iew change)]", KEYS.escape], [QUESTION, "y"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
  });

  test("on a small screen the help scrolls, and another key closes it", async () => {
    const reviewing = await review({ columns: 40, rows: 15 }).play([QUESTION, "?"], [/any other key/, "G"]);
    await reviewing.play(["Ctrl-C", KEYS.up], [/any other key/, "x"], [QUESTION, "n"]);
    expect(await reviewing.end()).toBe(1);
  });

  test("P with a pager that is not there says so", async () => {
    const reviewing = await review({ env: { PAGER: "no-such-pager-here" } }).play([QUESTION, "P"]);
    await reviewing.play(["There is no pager", "n"]);
    expect(await reviewing.end()).toBe(1);
  });

  test("? lists every key, and any key closes it", async () => {
    const reviewing = await review({ rows: 40 }).play([QUESTION, "?"], ["Any key closes this.", "n"], [QUESTION, "y"]);
    expect(await reviewing.end()).toBe(0);
  });

  test("P opens the change in $PAGER, which answers nothing", async () => {
    const files = {
      "a.txt": BEFORE,
      pager: "#!/bin/sh\ncat > paged\necho pager is open > /dev/tty\nread -r line < /dev/tty\n",
    };
    const reviewing = await review({ files, env: { PAGER: "./pager" } }).play([QUESTION, "P"]);
    await reviewing.screen.waitFor("pager is open"); // The old question is off the screen now.
    expect(reviewing.read("paged")).toContain("+TWO");
    reviewing.screen.type("y\r");
    await reviewing.play([QUESTION, "n"]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
  });
});

describe("the editor", () => {
  const edit = (script: string): Setup => ({
    files: { "a.txt": BEFORE, editor: `#!/bin/sh\nfor file; do :; done\n${script}\n` },
    env: { EDITOR: "./editor" },
  });

  test("what was changed there is shown, then written", async () => {
    const reviewing = await review(edit(`echo "$*" > called; printf 'one\\nmine\\nthree\\n' > "$file"`)).play([
      QUESTION,
      "e",
    ]);
    await reviewing.screen.waitFor("Write your version?");
    expect(reviewing.shown()).toContain("+mine");
    expect(reviewing.read()).toBe(BEFORE);
    await reviewing.play(["Write your version?", KEYS.enter]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe("one\nmine\nthree\n");
    expect(reviewing.shown()).toContain("✓ a.txt  Applied, with the text of a.txt as it was edited in review.");
    expect(reviewing.read("called")).toMatch(/\.txt\n$/);
  });

  test("what was changed there can still be rejected", async () => {
    const reviewing = await review(edit(`echo mine > "$file"`)).play([QUESTION, "e"], ["Write your version?", "n"]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
  });

  test("closed without a change it applies", async () => {
    const reviewing = await review(edit(`touch "$file"`)).play([QUESTION, "e"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
  });

  test("what it did to line endings alone is reported with the answer", async () => {
    const reviewing = await review(edit(`sed -i 's/$/\\r/' "$file"`)).play([QUESTION, "e"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
    expect(reviewing.shown().replaceAll("\n", "")).toContain("you approved it; Only line endings");
  });

  test("one that ends at once has not been open: the question comes back with a hint", async () => {
    const reviewing = await review(edit("exit 0")).play([QUESTION, "e"], ["ended at once", "n"]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
  });

  test("hidden characters the person put in are warned about, and the model's that are gone are not", async () => {
    const answer = block("a.txt", "two", "T\u200bWO");
    const put = { ...edit(`printf 'one\\ntwo\\nthree\\342\\200\\256\\n' > "$file"`), answer };
    const reviewing = await review(put).play([/⚠ Line 2[^]*\[y\/n/, "e"]);
    await reviewing.screen.waitFor("Write your version?");
    expect(reviewing.framed().filter((row) => row.startsWith("⚠"))).toEqual([expect.stringMatching(/^⚠ Line 3.*RLO/)]);
    await reviewing.play(["Write your version?", "n"]);
    await reviewing.end();
  });

  test("an emptied file is an answer like any other", async () => {
    const reviewing = await review(edit(`: > "$file"`)).play([QUESTION, "e"], ["Write your version?", "y"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe("");
  });

  test("one that fails has answered nothing: the question comes back with the reason", async () => {
    const reviewing = await review(edit(`echo lost > "$file"; exit 3`)).play(
      [QUESTION, "e"],
      [/ended with[^]*\[y\/n/, "n"],
    );
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
  });

  test("keys typed while one that fails is open do not answer either", async () => {
    const reviewing = await review(edit(`echo open > marker; ${WAIT_FOR_GO}; exit 1`)).play([QUESTION, "eyy"]);
    await expect.poll(() => tryRead(reviewing, "marker")).toBe("open\n");
    reviewing.screen.type("yyy\r");
    reviewing.put("go", "");
    await reviewing.play([/ended with[^]*\[y\/n/, "n"]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
  });

  test("keys typed while it is open do not answer the question after it", async () => {
    const reviewing = await review(edit(`echo open > marker; ${WAIT_FOR_GO}; echo mine > "$file"`)).play([
      QUESTION,
      "e",
    ]);
    await expect.poll(() => tryRead(reviewing, "marker")).toBe("open\n");
    reviewing.screen.type("y\ry\r");
    reviewing.put("go", "");
    await reviewing.play(["Write your version?", "n"]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
  });
});

/** Until nothing has been painted for a moment: on a busy machine a screen comes in pieces. */
async function stands({ screen }: Reviewing): Promise<void> {
  for (let size = -1; size !== screen.raw().length;) {
    size = screen.raw().length;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

describe("choosing changes", () => {
  const files = { "a.txt": "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n" };
  const answer = `${block("a.txt", "one", "ONE")}${block("a.txt", "five", "FIVE")}${block("a.txt", "nine", "NINE")}`;
  const ASKED = "Apply these 3 edits?";

  test.each([
    ["the first left out", ["s", " "], "one\ntwo\nthree\nfour\nFIVE\nsix\nseven\neight\nNINE\n"],
    ["space begins too", [" ", " "], "one\ntwo\nthree\nfour\nFIVE\nsix\nseven\neight\nNINE\n"],
    ["the second left out", ["s", KEYS.down, " "], "ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nNINE\n"],
    ["the last left out, by Tab", ["s", "\t", "\t", " "], "ONE\ntwo\nthree\nfour\nFIVE\nsix\nseven\neight\nnine\n"],
    [
      "left and taken again",
      ["s", "j", " ", KEYS.up, " ", " "],
      "ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nNINE\n",
    ],
  ])("%s", async (_, keys, content) => {
    const reviewing = review({ files, answer });
    await reviewing.screen.waitFor(ASKED);
    for (const key of keys) {
      const before = reviewing.screen.raw().length;
      reviewing.screen.type(key);
      // Each key paints something: wait until it stands, as a person would.
      await expect.poll(() => reviewing.screen.raw().length).toBeGreaterThan(before);
      await stands(reviewing);
      await reviewing.screen.waitFor(/Apply (all 3|\d of 3) changes\? \[y\/n\]/);
    }
    await reviewing.play(["Apply 2 of 3 changes?", KEYS.enter]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(content);
    expect(reviewing.shown()).toMatch(/– a\.txt  Left out in review [^]*2 of 3 edits applied/);
    expect(reviewing.shown()).toContain("Left out in review");
  });

  test("Esc keeps the choice and goes back to the question", async () => {
    const reviewing = await review({ files, answer }).play(
      [ASKED, "s"],
      ["Apply all 3 changes?", " "],
      ["Apply 2 of 3 changes? [y/n]", KEYS.escape],
      ["s choose", KEYS.enter],
    );
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read().startsWith("one\n")).toBe(true);
  });

  test("a file with one change is applied or rejected as a whole", async () => {
    const reviewing = await review().play([QUESTION, "s"], ["only one change here", "n"]);
    expect(await reviewing.end()).toBe(1);
  });
});

describe("always", () => {
  test("the rule is shown before it is kept, and then it answers", async () => {
    const twice = "GALLEY apply answer.md && GALLEY undo && GALLEY apply answer.md";
    const reviewing = await review({ command: twice }).play(
      [QUESTION, "a"],
      ["▸ edit_file on workspace/a.txt", KEYS.down],
      ["▸ edit_file anywhere in workspace", KEYS.up],
      ["▸ edit_file on workspace/a.txt", KEYS.enter],
    );
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
    expect(reviewing.shown()).toContain("From now on without asking: edit_file on workspace/a.txt");
  });

  test("letters do not move to a wider rule", async () => {
    const reviewing = await review().play(
      [QUESTION, "a"],
      ["▸ edit_file on workspace/a.txt", "aaa"],
      ["▸ edit_file on workspace/a.txt", KEYS.enter],
    );
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.shown()).toContain("From now on without asking: edit_file on workspace/a.txt");
  });

  test("Esc leaves it, and nothing is kept", async () => {
    const reviewing = await review().play([QUESTION, "a"], ["▸ edit_file on", KEYS.escape], [QUESTION, "y"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.shown()).not.toContain("without asking");
  });

  test("typed along with a, Enter does not keep a rule that was never shown", async () => {
    const reviewing = await review().play([QUESTION, "a\r\r"], ["▸ edit_file on", KEYS.escape], [QUESTION, "n"]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
  });

  test("is not offered before everything was shown", async () => {
    const before = Array.from({ length: 60 }, (_, at) => `line ${at}\n`).join("");
    const answer = `a.txt\n\`\`\`\n${before.replaceAll("line", "LINE")}\`\`\`\n`;
    const reviewing = await review({ files: {}, answer, command: "GALLEY apply answer.md --format whole-file" }).play(
      ["Write this file?", "a"],
      ["Scroll to the end first", KEYS.pageDown],
    );
    await reviewing.play(
      [/of 60/, "G"],
      ["LINE 59", "g"],
      ["LINE 0", KEYS.pageDown],
      ["18–35 of 60", KEYS.pageDown],
      ["35–52 of 60", "a"],
      ["▸ write_file on workspace/a.txt", KEYS.escape],
      ["Write this file?", "n"],
    );
    expect(await reviewing.end()).toBe(1);
  });
});

function tryRead(reviewing: Reviewing, name: string): string {
  try {
    return reviewing.read(name);
  } catch {
    return "";
  }
}
