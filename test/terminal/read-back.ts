// Reads a diff off a screen: from the rows a person sees back to the two texts, by the documented notation alone.
// Whatever cannot be told from the rows fails here.

import { meaningOf } from "../support/read-revealed.ts";
import { cellsOf } from "./widths.ts";

export type ReadBack = { readonly before: string; readonly after: string };

/** The rows inside the first frame of the screen, without borders and padding. */
export function insideFrame(screen: readonly string[]): string[] {
  const top = screen.findIndex((row) => row.startsWith("┌─ "));
  const bottom = screen.findIndex((row, at) => at > top && row.startsWith("└─"));
  return screen.slice(top + 1, bottom).map((row) => {
    if (!row.startsWith("│ ") || !row.endsWith(" │")) throw new Error(`not a row of the frame: ${JSON.stringify(row)}`);
    return row.slice(2, -2).replace(/ +$/, "");
  });
}

/** `digits` is the width of a number column, `columns` how many there are. */
export function readBack(rows: readonly string[], layout: { digits: number; columns: 1 | 2 }): ReadBack {
  const gutter = layout.columns * (layout.digits + 1);
  const usual = rows.some((row) => row.startsWith("lines end with CR LF")) ? "\r\n" : "\n";
  const lines: { sign: string; text: string; hasBreak: boolean }[] = [];
  let goesOn = false;
  for (const row of rows) {
    const numbers = row.slice(0, gutter);
    if (!/^[ \d·]*$/.test(numbers)) continue; // Our own words start in the gutter, where no content can stand.
    const sign = row[gutter] ?? " ";
    const last = lines.at(-1);
    if (numbers.trim() === "" && sign === "\\") {
      if (!last) throw new Error("a note about no line");
      last.hasBreak = false;
      continue;
    }
    const continues = numbers.includes("·");
    if (continues !== goesOn) throw new Error(`${JSON.stringify(row)} does not go on where the row before does`);
    goesOn = row.endsWith("↴");
    const text = textOf(goesOn ? row.slice(gutter + 1, -1) : row.slice(gutter + 1));
    if (continues && last) last.text += text;
    else lines.push({ sign, text, hasBreak: true });
  }
  if (goesOn) throw new Error("the last row promises another");
  const whole = ({ text, hasBreak }: (typeof lines)[number]): string =>
    text.endsWith("\n") || !hasBreak ? text : text + usual;
  return {
    before: lines
      .filter(({ sign }) => sign !== "+")
      .map(whole)
      .join(""),
    after: lines
      .filter(({ sign }) => sign !== "-")
      .map(whole)
      .join(""),
  };
}

/** One row's text: marks by their names, tabs by their stops, the signs inside emoji. */
function textOf(shown: string): string {
  let text = "";
  let column = 0;
  for (let at = 0; at < shown.length;) {
    const mark = /^⟨([A-Z][^⟩]*)⟩/.exec(shown.slice(at, at + 16));
    const character = String.fromCodePoint(shown.codePointAt(at)!);
    if (mark) {
      text += meaningOf(mark[1]!);
      column += mark[0].length;
      at += mark[0].length;
    } else if (character === "⇥") {
      const stop = 4 - (column % 4);
      if (!/^⇥ *$/.test(shown.slice(at, at + stop)))
        throw new Error(`a tab that stops early: ${JSON.stringify(shown)}`);
      text += "\t";
      column += stop;
      at += stop;
    } else {
      text +=
        character === "⢸" || character === "⡇"
          ? ""
          : character === "‿"
            ? "\u200d"
            : character === "⁺"
              ? "\ufe0f"
              : character;
      column += cellsOf(character.codePointAt(0)!);
      at += character.length;
    }
  }
  return text;
}
