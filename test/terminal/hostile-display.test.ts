// What is on the screen never differs from what is written. A real screen is read back, character by character, by the
// notation alone: from random hostile text, and from known attacks through the program itself, in both reviewers.

import xterm from "@xterm/headless";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shellPayload } from "../../src/approval/index.ts";
import type { Target } from "../../src/base/index.ts";
import { commandView, createPaint, createRows, frame, innerWidth } from "../../src/terminal/index.ts";
import { reveal } from "../../src/text/index.ts";
import { readRevealed } from "../support/read-revealed.ts";
import { deceivingOrder } from "../support/visual-order.ts";
import { HOSTILE_LINES } from "./hostile-lines.ts";
import { insideFrame, readBack } from "./read-back.ts";
import { reviews } from "./reviewing.ts";
import { strange } from "./strange.ts";
import { useWidths } from "./widths.ts";

const attacks = HOSTILE_LINES.map(({ line }) => line);

/** What a terminal shows of these rows. */
async function screenOf(rows: readonly string[], columns: number): Promise<string[]> {
  const terminal = new xterm.Terminal({ cols: columns, rows: rows.length + 1, allowProposedApi: true });
  useWidths(terminal);
  await new Promise<void>((resolve) => terminal.write(rows.join("\r\n"), resolve));
  const buffer = terminal.buffer.active;
  const shown = Array.from({ length: buffer.length }, (_, at) => buffer.getLine(at)?.translateToString(true) ?? "");
  terminal.dispose();
  while (shown.at(-1) === "") shown.pop();
  return shown;
}

const digitsOf = (...texts: readonly string[]): number =>
  String(Math.max(...texts.map((text) => text.split("\n").length - (text.endsWith("\n") || text === "" ? 1 : 0))))
    .length;

describe("any text is read back from the screen exactly", () => {
  const character = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(..."abc 01 \t+-\\@│└⟨⟩×ESCSPU⇥‿⁺↴⋯·") },
    { weight: 2, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        ..."\x1b\x07\b\r\u0085\u009b\u200b\u200d\u200e\u202e\u2066\u2028\ufe0f\u0301\u0338\u093e\u1100\u1161é語ｶ\u3000אבשָعم١۲⢸⡇аоιｆ",
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        " ".repeat(70),
        "👩",
        "❤",
        "🏽",
        "🇵",
        "\u{e0041}",
        "⟨ESC⟩",
        "⟨SP×2⟩",
        "  ",
        "\u0301\u0302",
      ),
    },
  );
  const line = fc
    .oneof(fc.array(character, { maxLength: 40 }), fc.array(character, { minLength: 60, maxLength: 300 }))
    .map((parts) => parts.join("").toWellFormed().replaceAll("\n", ""));
  const ending = fc.constantFrom("\n", "\n", "\n", "\r\n");
  const lines = fc.array(fc.tuple(fc.oneof(line, fc.constantFrom(...attacks)), ending), { maxLength: 6 });
  const text = fc
    .tuple(lines, fc.boolean(), fc.constantFrom("keep", "\n", "\r\n"))
    .map(([parts, isCut, same]) => {
      const whole = parts.map(([body, end]) => body + (same === "keep" ? end : same)).join("");
      return isCut ? whole.slice(0, -1).toWellFormed() : whole;
    })
    .filter((whole) => !whole.includes("\ufffd"));

  test.each([
    ["in colour", true],
    ["without", false],
  ])("%s", async (_, colour) =>
    fc.assert(
      fc.asyncProperty(text, text, fc.integer({ min: 30, max: 100 }), fc.boolean(), async (...made) => {
        const [before, after, width, isProse] = made;
        fc.pre(before !== after);
        const paint = createPaint(colour);
        const options = { width: innerWidth(width), paint, context: Infinity };
        const rows = createRows({ path: isProse ? "a.md" : "a.ts", before, after }, options);
        const drawn = Array.from({ length: rows.count }, (_each, at) => rows.row(at).text);
        for (const row of drawn) expect(deceivingOrder(row.replaceAll(/\u001b\[\d+m/g, ""))).toBe(null);
        const screen = await screenOf(frame(reveal("title"), drawn, { width, paint }), width);
        const layout = { digits: digitsOf(before, after), columns: options.width >= 60 ? 2 : 1 } as const;
        expect(readBack(insideFrame(screen), layout)).toEqual({ before, after });
      }),
      { numRuns: 200 },
    ),
  );
});

describe("any command is read back from the screen exactly", () => {
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(..."ab 01 \t\n\r-|;&$'\"\\#│└⟨⟩×↴·") },
    { weight: 2, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }) },
    {
      weight: 3,
      arbitrary: fc.constantFrom("  ", "   ", " \n", "\n\n", "\r\n", "сору", "файл ", "א", "١", "⢸", "⟨SP×2⟩"),
    },
    { weight: 1, arbitrary: fc.constantFrom(" ".repeat(70), "\n".repeat(30), "x".repeat(150), ...attacks) },
  );
  const command = fc
    .array(piece, { maxLength: 60 })
    .map((parts) => parts.join("").toWellFormed())
    .filter((text) => !text.includes("\ufffd"));
  const payload = (text: string) =>
    shellPayload({
      approvalId: "a1",
      tool: "shell",
      command: text,
      cwd: { path: "ws", real: "ws" } as Target, // What resolve gives for a sandbox's root.
      environment: {},
      timeoutMs: 1000,
      place: { where: "confined", image: null, network: false, workspace: "writable" },
    });

  test("drawn", async () =>
    fc.assert(
      fc.asyncProperty(command, fc.integer({ min: 30, max: 120 }), fc.boolean(), async (text, width, colour) => {
        const paint = createPaint(colour);
        const view = commandView(payload(text), { width: innerWidth(width), paint });
        const drawn = Array.from({ length: view.count }, (_each, at) => view.row(at));
        for (const row of drawn) expect(deceivingOrder(row.replaceAll(/\u001b\[\d+m/g, ""))).toBe(null);
        const screen = await screenOf(frame(view.title, drawn, { width, paint }), width);
        const rows = insideFrame(screen);
        const { after } = readBack(rows.slice(rows.indexOf("") + 1), { digits: digitsOf(`${text}\n`), columns: 1 });
        expect(after).toBe(`${text}\n`);
      }),
      { numRuns: 300 },
    ));

  test("in words", () =>
    fc.assert(
      fc.property(command, (text) => {
        const view = commandView(payload(text), { width: 80, paint: createPaint(false), inWords: true });
        const rows = Array.from({ length: view.count }, (_each, at) => view.row(at));
        const lines: string[] = [];
        for (const row of rows.slice(rows.indexOf(reveal("")) + 1)) {
          const [first, goesOn] = [`Line ${lines.length + 1}: `, "Continued: "];
          if (row.startsWith(goesOn)) lines[lines.length - 1] += row.slice(goesOn.length);
          else lines.push(row === `Line ${lines.length + 1} is empty` ? "" : row.slice(first.length));
        }
        expect(lines.map((line) => readRevealed(line)).join("\n")).toBe(text);
      }),
      { numRuns: 300 },
    ));
});

test.each(HOSTILE_LINES)("$idea: a line is shown as it must be", ({ line, shown }) => {
  const rows = createRows(
    { path: "a.txt", before: null, after: `${line}\n` },
    { width: 200, paint: createPaint(false) },
  );
  expect(rows.row(rows.count - 1).text).toBe(`1 +${shown}`);
});

describe("through the program", () => {
  const review = reviews();

  const REVIEWERS = [
    ["the line reviewer in colour", { GALLEY_PLAIN: "1", NO_COLOR: undefined, FORCE_COLOR: "1" }],
    ["the line reviewer without colour", { GALLEY_PLAIN: "1", NO_COLOR: "1" }],
    ["the screen in colour", { NO_COLOR: undefined, FORCE_COLOR: "1" }],
    ["the screen without colour", { NO_COLOR: "1" }],
  ] as const;
  const keys = (name: string): string => (name.startsWith("the line") ? "y\r" : "y");
  // The line reviewer throws away what was typed before its ": "; the screen shows its question when it listens.
  const questionOf = (name: string): RegExp =>
    name.startsWith("the line") ? /(?:file|edit)\? \[y[^\]]*\]: *$/m : /(?:file|edit)\? \[y[^\]]*\]$/m;

  test.each(REVIEWERS)("a new file full of attacks is written as %s showed it", async (name, env) => {
    const answer = `evil.ts\n««« EDIT\n═══════ REPL\n${attacks.join("\n")}\n»»» EDIT END\n`;
    const reviewing = review({ files: {}, answer, env, rows: 140 });
    await reviewing.screen.waitFor(questionOf(name));
    const rows = afterWarnings(insideFrame(reviewing.screen.rows()));
    const { after } = readBack(rows, { digits: 2, columns: 1 });
    expect(after).toBe(`${attacks.join("\n")}\n`);
    expect(strange(reviewing.screen.raw())).toEqual([]);
    reviewing.screen.type(keys(name));
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read("evil.ts")).toBe(after);
  });

  test.each(REVIEWERS)("changes that plain text would hide are shown by %s", async (name, env) => {
    const before = "café = 1\nkey: value\nadmin = false\nurl = example.test\n👩💻\nend\n";
    const after =
      "cafe\u0301 = 1\nkey: value \nadmin\u200b = false\nurl = ex\u0430mple.test\u00a0\n👩\u200d💻\nend\r\n";
    const answer = `evil.ts\n««« EDIT\n${before}═══════ REPL\n${after}»»» EDIT END\n`;
    const reviewing = review({ files: { "evil.ts": before }, answer, env, rows: 60 });
    await reviewing.screen.waitFor(questionOf(name));
    const rows = afterWarnings(insideFrame(reviewing.screen.rows()));
    const read = readBack(rows, { digits: 1, columns: 2 });
    expect(read.before).toBe(before);
    for (const mark of ["⟨U+0301⟩", "⟨SP⟩", "⟨ZWSP⟩", "⟨NBSP⟩", "⟨U+0430⟩", "👩‿💻"])
      expect(rows.some((row) => row.includes(mark))).toBe(true);
    reviewing.screen.type(keys(name));
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read("evil.ts")).toBe(read.after);
  });

  test.each(REVIEWERS)("paths are named as they are by %s", async (name, env) => {
    const bodies = ["src/evil\u202egnp.ts", "src/┌─Edit:safe.ts─┐.ts"].map(
      (path) => `${path}\n««« EDIT\n═══════ REPL\nx\n»»» EDIT END\n`,
    );
    const reviewing = review({ files: {}, answer: bodies.join("\n"), env });
    await reviewing.screen.waitFor(questionOf(name));
    expect(reviewing.shown()).toContain("Write: src/┌─Edit:safe.ts─┐.ts (1 line, new file) ─");
    reviewing.screen.type(keys(name));
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.shown()).toMatch(
      / src\/evil⟨RLO⟩gnp\.ts +Line 1 of the answer: The path contains a control\s+or\s+invisible character\./,
    );
    expect(strange(reviewing.screen.raw())).toEqual([]);
  });
});

/** Warnings stand above the rows; the rows start with a header, a note of ours, or line 1. */
function afterWarnings(rows: readonly string[]): string[] {
  return rows.slice(rows.findIndex((row) => /^(?:@@ |lines end|‿ joins| *1 )/.test(row)));
}
