// The line prompt on a real terminal (GALLEY_PLAIN, or a terminal that cannot move its cursor): what the person sees, what each key does, and that only a yes writes.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt, program } from "../built.ts";
import { openScreen, type Screen } from "./pty.ts";

const BEFORE = "one\ntwo\nthree\n";
const ANSWER = "a.txt\n««« EDIT\ntwo\n═══════ REPL\nTWO\n»»» EDIT END\n";
const QUESTION = "Apply this edit? [y/n]:";

let folder = "";
let open: Screen | null = null;
beforeAll(ensureBuilt);
afterEach(() => {
  open?.kill("SIGKILL");
  open = null;
  rmSync(folder, { recursive: true, force: true });
});

type Setup = {
  readonly files?: Record<string, string>;
  readonly answer?: string;
  readonly columns?: number;
  readonly env?: Record<string, string | undefined>;
  readonly command?: string;
};

function review({ files = { "a.txt": BEFORE }, answer = ANSWER, columns = 80, env = {}, command }: Setup = {}): Screen {
  folder = mkdtempSync(join(tmpdir(), "galley-review-"));
  for (const [name, text] of Object.entries({ ...files, "answer.md": answer })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const line = (command ?? "GALLEY apply answer.md").replaceAll("GALLEY", `"${process.execPath}" "${program}"`);
  const state = { XDG_STATE_HOME: join(folder, ".state"), XDG_CONFIG_HOME: join(folder, ".config"), PAGER: "cat" };
  open = openScreen("sh", ["-c", line], {
    cwd: folder,
    columns,
    env: { ...state, NO_COLOR: "1", GALLEY_PLAIN: "1", ...env },
  });
  return open;
}
const content = (name = "a.txt"): string => readFileSync(join(folder, name), "utf8");

describe("one change", () => {
  test.each([
    ["y", "y\r", "one\nTWO\nthree\n", 0],
    ["yes", "yes\r", "one\nTWO\nthree\n", 0],
    ["n", "n\r", BEFORE, 1],
    ["nothing but Enter", "\r", BEFORE, 1],
    ["the end of input", "\u0004", BEFORE, 1],
  ])("%s", async (_, keys, expected, code) => {
    const screen = review();
    await screen.waitFor(QUESTION);
    screen.type(keys);
    expect((await screen.exit).code).toBe(code);
    expect(content()).toBe(expected);
  });

  test("the frame shows the change with line numbers and fits the terminal", async () => {
    for (const columns of [40, 80, 120]) {
      const screen = review({ columns });
      await screen.waitFor(/Apply this edit\?[^]*\]:\s*$/);
      const frame = screen.rows().filter((row) => /^[┌│└]/.test(row));
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
      screen.type("n\r");
      await screen.exit;
    }
  });

  test("v shows the whole file and asks again", async () => {
    const screen = review();
    await screen.waitFor(QUESTION);
    screen.type("v\r");
    await screen.waitFor("The whole file:");
    await screen.waitFor(/The whole file:[^]*Apply this edit\?[^]*\]:\s*$/);
    screen.type("y\r");
    expect((await screen.exit).code).toBe(0);
    expect(content()).toBe("one\nTWO\nthree\n");
  });

  test("a word it does not know is explained, and the question comes again", async () => {
    const screen = review();
    await screen.waitFor(QUESTION);
    screen.type("maybe\r");
    await screen.waitFor(/y and Enter writes it[^]*\]:\s*$/);
    screen.type("y\r");
    expect((await screen.exit).code).toBe(0);
    expect(content()).toBe("one\nTWO\nthree\n");
  });

  test("Ctrl-C leaves the file alone and exits with 130", async () => {
    const screen = review({ command: "exec GALLEY apply answer.md" });
    await screen.waitFor(QUESTION);
    screen.type("\u0003");
    expect((await screen.exit).code).toBe(130);
    expect(content()).toBe(BEFORE);
  });

  test("a terminal that dies has not said yes", async () => {
    const screen = review();
    await screen.waitFor(QUESTION);
    screen.kill("SIGHUP");
    await screen.exit;
    expect(content()).toBe(BEFORE);
  });
});

test("keys typed before the question was painted do not answer it", async () => {
  const screen = review({ command: "echo ready; sleep 1; GALLEY apply answer.md" });
  await screen.waitFor("ready");
  screen.type("y\ry\ry\r");
  await screen.waitFor(QUESTION);
  screen.type("n\r");
  expect((await screen.exit).code).toBe(1);
  expect(content()).toBe(BEFORE);
});

test("with the answer on a pipe the person is still asked on the terminal", async () => {
  const screen = review({ command: "cat answer.md | GALLEY apply" });
  await screen.waitFor(QUESTION);
  screen.type("y\r");
  expect((await screen.exit).code).toBe(0);
  expect(content()).toBe("one\nTWO\nthree\n");
});

describe("several files", () => {
  const files = { "a.txt": BEFORE, "b.txt": BEFORE, "c.txt": BEFORE };
  const answer = ["a", "b", "c"].map((name) => ANSWER.replace("a.txt", `${name}.txt`)).join("\n");

  test("each gets its own answer, and the report says which", async () => {
    const screen = review({ files, answer });
    for (const [name, key] of [
      ["a", "y"],
      ["b", "n"],
      ["c", "y"],
    ] as const) {
      await screen.waitFor(`Edit: ${name}.txt`);
      await screen.waitFor(new RegExp(`Edit: ${name}\\.txt[^]*uit\\)\\]:\\s*$`));
      screen.type(`${key}\r`);
    }
    expect((await screen.exit).code).toBe(1);
    expect(["a", "b", "c"].map((name) => content(`${name}.txt`) === BEFORE)).toEqual([false, true, false]);
    expect(
      screen
        .rows()
        .filter((row) => /^[✓✗–]/.test(row))
        .map((row) => row.slice(0, 7)),
    ).toEqual(["✓ a.txt", "– b.txt", "✓ c.txt"]);
  });

  test("q leaves the rest alone", async () => {
    const screen = review({ files, answer });
    await screen.waitFor(/a\.txt[^]*uit\)\]:\s*$/);
    screen.type("y\r");
    await screen.waitFor(/b\.txt[^]*uit\)\]:\s*$/);
    screen.type("q\r");
    expect((await screen.exit).code).toBe(1);
    expect(["a", "b", "c"].map((name) => content(`${name}.txt`) === BEFORE)).toEqual([false, true, true]);
  });
});

test("a byte changed on disk while the question is open leads to a fresh question, never to a lost byte", async () => {
  const screen = review();
  await screen.waitFor(QUESTION);
  writeFileSync(join(folder, "a.txt"), "zero\none\ntwo\nthree\n");
  screen.type("y\r");
  await screen.waitFor(/Edit: a\.txt \(line 3\)[^]*\]:\s*$/);
  expect(content()).toBe("zero\none\ntwo\nthree\n");
  screen.type("y\r");
  expect((await screen.exit).code).toBe(0);
  expect(content()).toBe("zero\none\nTWO\nthree\n");
});

test("hidden characters are named, and no escape sequence of the content reaches the terminal", async () => {
  const evil = "\u001b]0;title\u0007\u001b[2J\u202egnp.exe\u200b";
  const screen = review({ answer: `a.txt\n««« EDIT\ntwo\n═══════ REPL\n${evil}\n»»» EDIT END\n` });
  await screen.waitFor(QUESTION);
  const shown = screen.rows().join("\n");
  for (const mark of ["⟨ESC⟩]0;title⟨BEL⟩", "⟨RLO⟩gnp.exe", "⟨ZWSP⟩"]) expect(shown).toContain(mark);
  expect(screen.raw()).not.toMatch(/\u001b\]0;|\u001b\[2J|\u202e|\u200b/);
  screen.type("y\r");
  await screen.exit;
  expect(content()).toBe(`one\n${evil}\nthree\n`);
});

test("colour marks removed and added lines, and NO_COLOR takes it away", async () => {
  const painted = review({ env: { NO_COLOR: undefined } });
  await painted.waitFor(QUESTION);
  expect(painted.raw()).toMatch(/\u001b\[31m-.{0,12}two\u001b\[39m/);
  expect(painted.raw()).toMatch(/\u001b\[32m\+.{0,12}TWO\u001b\[39m/);
  painted.type("n\r");
  await painted.exit;
  const plain = review();
  await plain.waitFor(QUESTION);
  expect(plain.raw()).not.toContain("\u001b[3");
  plain.type("n\r");
  await plain.exit;
});

test("--json never asks, even on a terminal", async () => {
  const screen = review({ command: "GALLEY apply answer.md --json" });
  expect((await screen.exit).code).toBe(1);
  expect(content()).toBe(BEFORE);
  expect(screen.rows().join("\n")).not.toContain("Apply this edit?");
});

describe("an edit that stands in several places", () => {
  const files = { "a.txt": "if a:\n  x\nelse:\n  x\n", "b.txt": "one\n" };
  const answer =
    "a.txt\n««« EDIT\n  x\n═══════ REPL\n  y\n»»» EDIT END\nb.txt\n««« EDIT\none\n═══════ REPL\ntwo\n»»» EDIT END\n";

  test("a number puts it there; the file is shown again, the other answer stands", async () => {
    const screen = review({ files, answer });
    await screen.waitFor("Which place? [1-2/v1(iew)/n(one)/q(uit)]:");
    screen.type("2\r");
    await screen.waitFor(/Edit: b\.txt[^]*Apply this edit\?[^]*\]:\s*$/);
    screen.type("y\r");
    await screen.waitFor(/in the place you chose[^]*Edit: a\.txt \(line 4\)[^]*Apply this edit\?[^]*\]:\s*$/);
    expect(content()).toBe(files["a.txt"]);
    screen.type("y\r");
    expect((await screen.exit).code).toBe(0);
    expect([content(), content("b.txt")]).toEqual(["if a:\n  x\nelse:\n  y\n", "two\n"]);
  });

  test("nobody is asked with --yes: it is reported as a miss", async () => {
    const screen = review({ files, answer, command: "GALLEY apply --yes answer.md" });
    expect((await screen.exit).code).toBe(1);
    expect([content(), content("b.txt")]).toEqual([files["a.txt"], "two\n"]);
  });
});
