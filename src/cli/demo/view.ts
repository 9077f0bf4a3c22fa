// An answer with edit blocks while it streams in: a bar at its side, what goes in red, what comes in green. Characters
// are shown as they come; only the first of a line is waited for, because it distinguishes a marker from text.

import { plain, printable, reveal, trimEndOf, type Printable } from "../../text/index.ts";
import type { Paint } from "../../terminal/index.ts";

type Part = "prose" | "old" | "new";

export type AnswerView = {
  readonly push: (delta: string) => void;
  readonly end: () => void;
};

export function answerView(out: (text: Printable) => void, paint: Paint): AnswerView {
  let part: Part = "prose";
  let line = "";
  const bar = printable`  ${paint.dim(plain`│`)} `;
  const show = (text: string): void => {
    if (text === "") return;
    const isFirst = line === "";
    line += text;
    out(printable`${isFirst ? bar : plain``}${paintFor(line, part, paint)(reveal(text))}`);
  };
  const breakLine = (): void => {
    out(line === "" ? printable`${trimEndOf(bar)}\n` : plain`\n`);
    part = partAfter(line, part);
    line = "";
  };
  return {
    push: (delta) => {
      for (const [at, piece] of delta.split("\n").entries()) {
        if (at > 0) breakLine();
        show(piece);
      }
    },
    end: () => {
      if (line !== "") breakLine();
    },
  };
}

function paintFor(line: string, part: Part, paint: Paint): (text: Printable) => Printable {
  if (/^[«═»]/.test(line)) return paint.dim;
  if (part === "old") return paint.red;
  return part === "new" ? paint.green : (text) => text;
}

function partAfter(line: string, part: Part): Part {
  if (/^«+ EDIT$/.test(line)) return "old";
  if (/^═+ REPL$/.test(line)) return "new";
  return /^»+ EDIT END$/.test(line) ? "prose" : part;
}
