// The line prompt on a real terminal (GALLEY_PLAIN, or a terminal that cannot move its cursor): what the person sees, what each key does, and that only a yes writes.

import { describe, expect, test } from "vitest";
import { AFTER, BEFORE, block, KEYS, reviews, WAIT_FOR_GO } from "./reviewing.ts";

const QUESTION = "Apply this edit? [y/n]:";

const review = reviews({ rows: 40, env: { GALLEY_PLAIN: "1" } });

describe("one change", () => {
  test.each([
    ["y", "y\r", AFTER, 0],
    ["yes", "yes\r", AFTER, 0],
    ["n", "n\r", BEFORE, 1],
    ["nothing but Enter", "\r", BEFORE, 1],
    ["the end of input", "\u0004", BEFORE, 1],
  ])("%s", async (_, keys, expected, code) => {
    const reviewing = review();
    await reviewing.play([QUESTION, keys]);
    expect(await reviewing.end()).toBe(code);
    expect(reviewing.read()).toBe(expected);
  });

  test("the frame shows the change with line numbers and fits the terminal", async () => {
    for (const columns of [40, 80, 120]) {
      const reviewing = review({ columns });
      await reviewing.screen.waitFor(/Apply this edit\?[^]*\]:\s*$/);
      const frame = reviewing.screen.rows().filter((row) => /^[┌│└]/.test(row));
      expect(new Set(frame.map((row) => row.length))).toEqual(new Set([columns]));
      expect(frame.map((row) => row.slice(2, -2).trimEnd())).toEqual([
        expect.stringContaining("Edit: a.txt (line 2)"),
        "@@ -1,3 +1,3 @@",
        // Both numbers where there is room for them.
        ...(columns < 64
          ? ["1  one", "2 -two", "2 +TWO", "3  three"]
          : ["1 1  one", "2   -two", "  2 +TWO", "3 3  three"]),
        expect.stringMatching(/^─+$/),
      ]);
      reviewing.screen.type("n\r");
      await reviewing.end();
    }
  });

  test("v shows the whole file and asks again", async () => {
    const reviewing = review();
    await reviewing.play([QUESTION, "v\r"]);
    await reviewing.screen.waitFor("The whole file:");
    await reviewing.play([/The whole file:[^]*Apply this edit\?[^]*\]:\s*$/, "y\r"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
  });

  test("a word it does not know is explained, and the question comes again", async () => {
    const reviewing = review();
    await reviewing.play([QUESTION, "maybe\r"], [/y: apply this change[^]*\]:\s*$/, "y\r"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
  });

  test("Ctrl-C leaves the file alone and exits with 130", async () => {
    const reviewing = review({ command: "exec GALLEY apply answer.md" });
    await reviewing.play([QUESTION, KEYS.ctrlC]);
    expect(await reviewing.end()).toBe(130);
    expect(reviewing.read()).toBe(BEFORE);
  });

  test("a terminal that dies has not said yes", async () => {
    const reviewing = review();
    await reviewing.screen.waitFor(QUESTION);
    reviewing.screen.kill("SIGHUP");
    await reviewing.end();
    expect(reviewing.read()).toBe(BEFORE);
  });
});

test("keys typed before the question was painted do not answer it", async () => {
  const reviewing = review({ command: `echo ready; ${WAIT_FOR_GO}; GALLEY apply answer.md` });
  await reviewing.play(["ready", "y\ry\ry\r"]);
  reviewing.put("go", "");
  await reviewing.play([QUESTION, "n\r"]);
  expect(await reviewing.end()).toBe(1);
  expect(reviewing.read()).toBe(BEFORE);
});

test("with the answer on a pipe the person is still asked on the terminal", async () => {
  const reviewing = review({ command: "cat answer.md | GALLEY apply" });
  await reviewing.play([QUESTION, "y\r"]);
  expect(await reviewing.end()).toBe(0);
  expect(reviewing.read()).toBe(AFTER);
});

describe("several files", () => {
  const files = { "a.txt": BEFORE, "b.txt": BEFORE, "c.txt": BEFORE };
  const answer = ["a", "b", "c"].map((name) => block(`${name}.txt`, "two", "TWO")).join("\n");

  test("each gets its own answer, and the report says which", async () => {
    const reviewing = review({ files, answer });
    for (const [name, key] of [
      ["a", "y"],
      ["b", "n"],
      ["c", "y"],
    ] as const) {
      await reviewing.screen.waitFor(`Edit: ${name}.txt`);
      await reviewing.play([new RegExp(`Edit: ${name}\\.txt[^]*uit\\)\\]:\\s*$`), `${key}\r`]);
    }
    expect(await reviewing.end()).toBe(1);
    expect(["a", "b", "c"].map((name) => reviewing.read(`${name}.txt`) === BEFORE)).toEqual([false, true, false]);
    expect(
      reviewing.screen
        .rows()
        .filter((row) => /^[✓✗–]/.test(row))
        .map((row) => row.slice(0, 7)),
    ).toEqual(["✓ a.txt", "– b.txt", "✓ c.txt"]);
  });

  test("q leaves the rest alone", async () => {
    const reviewing = review({ files, answer });
    await reviewing.play([/a\.txt[^]*uit\)\]:\s*$/, "y\r"], [/b\.txt[^]*uit\)\]:\s*$/, "q\r"]);
    expect(await reviewing.end()).toBe(1);
    expect(["a", "b", "c"].map((name) => reviewing.read(`${name}.txt`) === BEFORE)).toEqual([false, true, true]);
  });
});

test("a byte changed on disk while the question is open leads to a fresh question, never to a lost byte", async () => {
  const reviewing = review();
  await reviewing.screen.waitFor(QUESTION);
  reviewing.put("a.txt", "zero\none\ntwo\nthree\n");
  reviewing.screen.type("y\r");
  await reviewing.screen.waitFor(/Edit: a\.txt \(line 3\)[^]*\]:\s*$/);
  expect(reviewing.read()).toBe("zero\none\ntwo\nthree\n");
  reviewing.screen.type("y\r");
  expect(await reviewing.end()).toBe(0);
  expect(reviewing.read()).toBe("zero\none\nTWO\nthree\n");
});

test("hidden characters are named, and no escape sequence of the content reaches the terminal", async () => {
  const evil = "\u001b]0;title\u0007\u001b[2J\u202egnp.exe\u200b";
  const reviewing = review({ answer: block("a.txt", "two", evil) });
  await reviewing.screen.waitFor(QUESTION);
  const shown = reviewing.shown();
  for (const mark of ["⟨ESC⟩]0;title⟨BEL⟩", "⟨RLO⟩gnp.exe", "⟨ZWSP⟩"]) expect(shown).toContain(mark);
  expect(reviewing.screen.raw()).not.toMatch(/\u001b\]0;|\u001b\[2J|\u202e|\u200b/);
  reviewing.screen.type("y\r");
  await reviewing.end();
  expect(reviewing.read()).toBe(`one\n${evil}\nthree\n`);
});

test("colour marks removed and added lines, and NO_COLOR takes it away", async () => {
  const painted = review({ env: { NO_COLOR: undefined } });
  await painted.screen.waitFor(QUESTION);
  expect(painted.screen.raw()).toMatch(/\u001b\[31m-.{0,12}two\u001b\[39m/);
  expect(painted.screen.raw()).toMatch(/\u001b\[32m\+.{0,12}TWO\u001b\[39m/);
  painted.screen.type("n\r");
  await painted.end();
  const plain = review();
  await plain.screen.waitFor(QUESTION);
  expect(plain.screen.raw()).not.toContain("\u001b[3");
  plain.screen.type("n\r");
  await plain.end();
});

test("--json never asks, even on a terminal", async () => {
  const reviewing = review({ command: "GALLEY apply answer.md --json" });
  expect(await reviewing.end()).toBe(1);
  expect(reviewing.read()).toBe(BEFORE);
  expect(reviewing.shown()).not.toContain("Apply this edit?");
});

describe("an edit that matches several places", () => {
  const files = { "a.txt": "if a:\n  x\nelse:\n  x\n", "b.txt": "one\n" };
  const answer = block("a.txt", "  x", "  y") + block("b.txt", "one", "two");

  test("a number puts it there; the file is shown again, the other answer is kept", async () => {
    const reviewing = review({ files, answer });
    await reviewing.play(
      ["Where? [1-2/v1(iew)/n(one)/q(uit)]:", "2\r"],
      [/Edit: b\.txt[^]*Apply this edit\?[^]*\]:\s*$/, "y\r"],
    );
    await reviewing.screen.waitFor(/as you chose it[^]*Edit: a\.txt \(line 4\)[^]*Apply this edit\?[^]*\]:\s*$/);
    expect(reviewing.read()).toBe(files["a.txt"]);
    reviewing.screen.type("y\r");
    expect(await reviewing.end()).toBe(0);
    expect([reviewing.read(), reviewing.read("b.txt")]).toEqual(["if a:\n  x\nelse:\n  y\n", "two\n"]);
  });

  test("no one is asked with --yes: it is reported as a miss", async () => {
    const reviewing = review({ files, answer, command: "GALLEY apply --yes answer.md" });
    expect(await reviewing.end()).toBe(1);
    expect([reviewing.read(), reviewing.read("b.txt")]).toEqual([files["a.txt"], "two\n"]);
  });
});
