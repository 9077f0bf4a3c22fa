// The reviewer and the terminal it borrows: sizes, colours, keys typed too early, and giving it back whatever happens.

import { describe, expect, test } from "vitest";
import { AFTER, BEFORE, block, KEYS, reviews, WAIT_FOR_GO } from "./reviewing.ts";

const QUESTION = "Apply this edit? [y/n]";

const review = reviews();

describe("the screen", () => {
  test.each([24, 40, 80, 120])("fits %i columns", async (columns) => {
    const line = "a line that is much longer than the narrowest terminal anybody has ever reviewed a change on";
    const reviewing = review({ columns, answer: block("a.txt", "two", line) });
    await reviewing.screen.waitFor(/Apply this edit\?/);
    await reviewing.screen.waitFor(/\? help/);
    const rows = reviewing.screen.rows();
    const frame = rows.filter((row) => /^[┌│└]/.test(row));
    expect(new Set(frame.map((row) => row.length))).toEqual(new Set([columns]));
    expect(rows.every((row) => row.length <= columns)).toBe(true);
    const words = reviewing
      .framed()
      .join("")
      .replaceAll(/[^a-z]/g, "");
    expect(words).toContain(line.replaceAll(" ", ""));
    reviewing.screen.type("n");
    await reviewing.end();
  });

  test("is painted again for another size, smaller and larger, and still answers", async () => {
    const reviewing = review({ columns: 100, rows: 30 });
    for (const [columns, rows] of [
      [40, 12],
      [120, 40],
      [60, 12],
    ] as const) {
      await reviewing.screen.waitFor(QUESTION.slice(0, 16));
      reviewing.screen.resize(columns, rows);
      await expect
        .poll(() =>
          reviewing.screen
            .rows()
            .filter((row) => /^┌.*┐$/.test(row))
            .map((row) => row.length),
        )
        .toEqual([columns]);
      await expect.poll(() => reviewing.screen.rows().length).toBeLessThan(rows);
      await reviewing.screen.waitFor(QUESTION.slice(0, 16));
    }
    expect(reviewing.shown()).toContain("+TWO");
    reviewing.screen.type("y");
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
  });

  test("too small to show a change takes no yes; larger again, it does", async () => {
    const reviewing = review({ columns: 20, rows: 4 });
    await reviewing.play(["Too small", "y\r"]);
    reviewing.screen.resize(20, 6);
    await reviewing.play([/\[y\/n\]/, ""]);
    reviewing.screen.resize(80, 24);
    await reviewing.play(["+TWO", "n"]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
  });

  test("has colours, and none with NO_COLOR", async () => {
    const painted = await review({ env: { NO_COLOR: undefined } }).play([QUESTION, "n"]);
    await painted.end();
    expect(painted.screen.raw()).toMatch(/\u001b\[3[12]m/);
    const plain = await review().play([QUESTION, "n"]);
    await plain.end();
    expect(plain.screen.raw()).not.toMatch(/\u001b\[3\d/);
  });

  test("is drawn where CI is set but a person sits", async () => {
    const reviewing = await review({ command: "CI=true GALLEY apply answer.md" }).play([QUESTION, "y"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
  });

  test.each([["TERM=dumb"], ["GALLEY_PLAIN=1"]])("is a line prompt with %s", async (setting) => {
    const reviewing = await review({ command: `${setting} GALLEY apply answer.md` }).play([
      /\[y\/n[^\]]*\]:\s*$/,
      "y\r",
    ]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.screen.raw()).not.toContain("\u001b[?1049h");
    expect(reviewing.read()).toBe(AFTER);
  });

  test("is described in words with GALLEY_PLAIN=words, without frames or colours", async () => {
    const reviewing = await review({ command: "env GALLEY_PLAIN=words FORCE_COLOR= GALLEY apply answer.md" }).play([
      /\[y\/n[^\]]*\]:\s*$/,
      "y\r",
    ]);
    expect(await reviewing.end()).toBe(0);
    const told = reviewing.screen.rows();
    expect(told.slice(told.indexOf("Edit: a.txt (line 2)"), told.indexOf("Line 3: three") + 1)).toEqual([
      "Edit: a.txt (line 2)",
      "Line 1: one",
      "Removed line 2: two",
      "Added line 2: TWO",
      "Line 3: three",
    ]);
    expect(reviewing.shown()).not.toMatch(/[│┌└]/);
  });

  test("scrolls 100,000 changed lines to either end at once", async () => {
    const before = Array.from({ length: 100_000 }, (_, at) => `line ${at}\n`).join("");
    const after = before.replaceAll("line", "LINE");
    const answer = `\`\`\`diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1,100000 +1,100000 @@\n${before.replaceAll(/^/gm, "-").slice(0, -1)}${after.replaceAll(/^/gm, "+").slice(0, -1)}\`\`\`\n`;
    const reviewing = review({ files: { "a.txt": before }, answer });
    await reviewing.play(
      [/1–\d+ of 200001[^]*\? help/, "G"],
      ["+LINE 99999", "g"],
      ["-line 0", KEYS.pageDown],
      ["-line 20", KEYS.pageUp],
    );
    await reviewing.play(["-line 0", "j"], [/ 2–\d+ of/, KEYS.down], [/ 3–\d+ of/, "k"], [/ 2–\d+ of/, KEYS.up]);
    await reviewing.play([/ 1–\d+ of/, KEYS.end], ["+LINE 99999", KEYS.home], ["-line 0", "f"], ["-line 20", "b"]);
    await reviewing.play(["-line 0", "n"]);
    expect(await reviewing.end()).toBe(1);
  });
});

describe("keys typed too early", () => {
  test("before the question was painted do not answer it", async () => {
    const reviewing = review({ command: `echo ready; ${WAIT_FOR_GO}; GALLEY apply answer.md` });
    await reviewing.play(["ready", "y\ry\ry\r"]);
    reviewing.put("go", "");
    await reviewing.play([QUESTION, "n"]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
  });

  test("with the answer on a pipe the person is still asked on the terminal", async () => {
    const reviewing = await review({ command: "cat answer.md | GALLEY apply" }).play([QUESTION, "y"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
  });
});

describe("the terminal is given back", () => {
  const RESTORED = /\u001b\[\?25h\u001b\[\?1049l[^]*$/;

  test.each([
    ["an answer", "y", 0],
    ["Ctrl-C", KEYS.ctrlC, 130],
  ])("after %s", async (_, keys, code) => {
    const reviewing = review({ command: `GALLEY apply answer.md; echo "ended $?"; stty -a` });
    await reviewing.play([QUESTION, keys], [new RegExp(`ended ${code}`), ""]);
    await reviewing.end();
    expect(reviewing.shown()).toMatch(/[^-]icanon/);
    expect(reviewing.shown()).toMatch(/[^-]echo /);
    expect(reviewing.screen.raw()).toMatch(RESTORED);
    expect(reviewing.screen.raw().split("\u001b[?1049l").pop()).not.toContain("\u001b[?25l");
  });

  test.each(["INT", "TERM", "HUP"])("after SIG%s from elsewhere, and nothing is written", async (signal) => {
    const reviewing = review({
      command: `sh -c 'echo $$ > pid; exec GALLEY apply answer.md'; echo "ended $?"; stty -a`,
    });
    await reviewing.screen.waitFor(QUESTION);
    process.kill(Number(reviewing.read("pid")), `SIG${signal}`);
    await reviewing.screen.waitFor("ended");
    await reviewing.end();
    expect(reviewing.shown()).toMatch(/[^-]icanon/);
    expect(reviewing.screen.raw()).toMatch(RESTORED);
    expect(reviewing.read()).toBe(BEFORE);
  });

  test("while it is suspended with Ctrl-Z; the question is shown again afterwards", async () => {
    const command = `bash -c 'set -m; GALLEY apply answer.md; echo "stopped $?"; stty -a; read -r; fg; echo "ended $?"'`;
    const reviewing = await review({ command }).play([QUESTION, "\u001a"], [/stopped 148[^]*[^-]icanon/, "\r"]);
    await reviewing.play([QUESTION, "y"], ["ended 0", ""]);
    await reviewing.end();
    expect(reviewing.read()).toBe(AFTER);
  });

  test("when the terminal itself dies the answer is no", async () => {
    const reviewing = review({ command: `sh -c 'echo $$ > pid; exec GALLEY apply answer.md'` });
    await reviewing.screen.waitFor(QUESTION);
    const pid = Number(reviewing.read("pid"));
    reviewing.screen.kill("SIGHUP");
    await reviewing.end();
    await expect.poll(() => isRunning(pid), { timeout: 15_000 }).toBe(false);
    expect(reviewing.read()).toBe(BEFORE);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
