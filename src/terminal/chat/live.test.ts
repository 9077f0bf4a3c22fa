import xterm from "@xterm/headless";
import fc from "fast-check";
import { expect, test } from "vitest";
import { reveal, type Printable } from "../../text/index.ts";
import { LiveRows } from "./live.ts";
import { resizingOf, rowsAbove } from "./resizing.ts";

function screen(columns = 20, rows = 8) {
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 1000, allowProposedApi: true });
  const canvas = {
    get columns() {
      return terminal.cols;
    },
    get rows() {
      return terminal.rows;
    },
    write: (text: Printable) => terminal.write(text),
  };
  const live = new LiveRows(canvas, { resizing: resizingOf({ TERM_PROGRAM: "vscode" }) });
  const read = async (): Promise<{ readonly shown: string[]; readonly cursor: { row: number; column: number } }> => {
    await new Promise<void>((resolve) => terminal.write("", resolve));
    const { active } = terminal.buffer;
    const shown = Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? "");
    while (shown.at(-1) === "") shown.pop();
    return { shown, cursor: { row: active.baseY + active.cursorY, column: active.cursorX } };
  };
  return { terminal, live, read };
}

const rows = fc.array(fc.constantFrom("a", "bb", "a longer row", "", "x y"), { minLength: 1, maxLength: 6 });
const frames = fc.array(fc.record({ above: fc.array(fc.constantFrom("one", "two", ""), { maxLength: 4 }), rows }), {
  maxLength: 12,
});

test("after any paints the screen shows what was written for good, then the last live rows", () =>
  fc.assert(
    fc.asyncProperty(frames, async (all) => {
      const { live, read } = screen();
      for (const frame of all) {
        const row = frame.rows.length - 1;
        live.paint(
          frame.above.map((each) => reveal(each)),
          frame.rows.map((each) => reveal(each)),
          { row, column: frame.rows[row]!.length },
        );
      }
      const last = all.at(-1)?.rows ?? [];
      const expected = [...all.flatMap(({ above }) => above), ...last];
      const { shown, cursor } = await read();
      while (expected.at(-1) === "") expected.pop();
      expect(shown).toEqual(expected);
      if (last.length > 0) expect(cursor.column).toBe(last.at(-1)!.length);
    }),
  ));

test.each([
  ["narrower", 10],
  ["wider", 60],
])("a %s terminal keeps what stands and has the live rows once", async (_, columns) => {
  const { terminal, live, read } = screen(30, 10);
  live.paint(
    [reveal("said before")],
    ["─".repeat(29), "> typing here now", "footer"].map((row) => reveal(row)),
    { row: 1, column: 17 },
  );
  await read();
  terminal.resize(columns, 10);
  live.resized();
  live.paint(
    [],
    ["─".repeat(columns - 1), "> typing", "footer"].map((row) => reveal(row)),
    { row: 1, column: 8 },
  );
  expect((await read()).shown).toEqual(
    ["said before", "─".repeat(columns - 1), "> typing", "footer"].flatMap((row) => fold(row, columns)),
  );
});

test("in an editor's terminal, a list below the prompt leaves no row behind, and takes none of what was said", async () => {
  for (const said of [1, 12, 30, 60]) {
    const { terminal, live, read } = screen(60, 40);
    const draw = (columns: number) => [
      "─".repeat(columns - 1),
      "> see @name",
      ...Array.from({ length: 6 }, (_, at) =>
        `  a-name-of-some-length-${at}.txt  constant  there.ts`.slice(0, columns - 1),
      ),
      "6 matches · Enter chooses · Esc closes".slice(0, columns - 1),
    ];
    const above = Array.from({ length: said }, (_, at) => `said ${at}`);
    const paint = (lines: readonly string[], columns: number): void =>
      live.paint(
        lines.map((row) => reveal(row)),
        draw(columns).map((row) => reveal(row)),
        { row: 1, column: 11 },
      );
    paint(above, 60);
    for (const columns of [40, 60, 25, 60, 30, 60]) {
      await read();
      terminal.resize(columns, 40);
      live.resized();
      paint([], columns);
      expect((await read()).shown).toEqual([...above, ...draw(columns)]);
    }
  }
});

const fold = (row: string, columns: number): string[] =>
  row.length <= columns ? [row] : [row.slice(0, columns), row.slice(columns)];

test("nothing is written when nothing changed", () => {
  let written = 0;
  const live = new LiveRows({ columns: 20, rows: 8, write: () => void (written += 1) });
  for (let count = 0; count < 3; count += 1) live.paint([], [reveal("a"), reveal("b")], { row: 0, column: 1 });
  expect(written).toBe(1);
});

test("nothing is cleared from the first cell of a screen: tmux would keep a copy of each in its scrollback", () => {
  let written = "";
  const live = new LiveRows({ columns: 20, rows: 8, write: (text) => void (written += text) });
  const row = reveal("a");
  live.paint([], [row], { row: 0, column: 1 });
  live.paint([row], [row, row], { row: 1, column: 1 });
  live.resized();
  live.paint([], [row, row], { row: 1, column: 1 });
  live.clear();
  expect(written.match(/(.)\u001b\[J/gs)).toEqual(Array(5).fill("C\u001b[J"));
});

test.each([
  ["most terminals", {}, 3],
  ["xterm.js in an editor", { TERM_PROGRAM: "vscode" }, 6],
  ["tmux in an editor", { TERM_PROGRAM: "vscode", TMUX: "/tmp/tmux" }, 3],
  ["xterm", { XTERM_VERSION: "XTerm(390)" }, 2],
])("%s: where the first row is after a resize", (_, environment, above) =>
  // A rule that takes two rows, a row, the cursor's, and three rows that take two each.
  expect(rowsAbove([2, 1, 1, 2, 2, 2], 2, resizingOf(environment))).toBe(above),
);
