// After any frames the screen shows the last one; a question is not on it before what it is about is, and keys typed
// until then are gone.

import xterm from "@xterm/headless";
import fc from "fast-check";
import { expect, test } from "vitest";
import { reveal } from "../../text/index.ts";
import { createPaint } from "../paint.ts";
import { Painter } from "./painter.ts";

const COLUMNS = 12;
const ROWS = 8;

function screen() {
  const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
  let written = "";
  const painter = new Painter({ columns: COLUMNS, rows: ROWS, write: (text) => void (written += text) });
  const read = async (): Promise<string[]> => {
    const sent = written;
    written = "";
    await new Promise<void>((resolve) => terminal.write(sent, resolve));
    const shown = Array.from({ length: ROWS }, (_, at) => terminal.buffer.active.getLine(at)!.translateToString(true));
    while (shown.at(-1) === "") shown.pop();
    return shown;
  };
  return { painter, read, size: () => written.length };
}

const { red } = createPaint(true);
const row = fc.constantFrom("a", "bb", "exactly 12 c", "", "日本", "x y").map((text) => reveal(text));
const rows = fc.array(fc.tuple(row, fc.boolean()), { minLength: 1, maxLength: ROWS - 1 });

test("after any frames the screen shows the last one", () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(rows, fc.option(fc.nat()))), async (frames) => {
      const { painter, read } = screen();
      for (const [drawn, held] of frames) {
        const frame = drawn.map(([text, isRed]) => (isRed ? red(text) : text));
        painter.paint(frame, held === null ? null : { last: held % (frame.length + 1), between: () => undefined });
        const expected = drawn.map(([text]): string => text);
        while (expected.at(-1) === "") expected.pop();
        expect(await read()).toEqual(expected);
      }
    }),
  ));

test("a question that looks like the last one is taken away until its page is there", async () => {
  const { painter, read } = screen();
  painter.paint([reveal("page one"), reveal("yes or no?")]);
  await read();
  let seen: Promise<string[]> = Promise.resolve([]);
  painter.paint([reveal("page two"), reveal("yes or no?")], { last: 1, between: () => void (seen = read()) });
  expect(await seen).toEqual(["page two"]);
  expect(await read()).toEqual(["page two", "yes or no?"]);
});

test("only rows that differ are written, and everything after another program had the screen", () => {
  const { painter, size } = screen();
  const frame = [reveal("x".repeat(11)), reveal("y")];
  painter.paint(frame);
  const first = size();
  painter.paint([frame[0]!, reveal("z")]);
  expect(size() - first).toBeLessThan(first - 8);
  const second = size();
  painter.reset();
  painter.paint(frame);
  expect(size() - second).toBe(first);
});
