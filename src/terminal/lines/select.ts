// Choosing some of the changes of a file at the line prompt: each with its number, a line of numbers as the choice, the
// result shown as it would be written, and only then a yes.

import {
  editedPayload,
  isEditable,
  type Answer,
  type ChangePayload,
  type ReviewPurpose,
} from "../../approval/index.ts";
import { counted } from "../../base/index.ts";
import { answerOf, canChoose, contentOf, openReview, type ChangePage } from "../../review/index.ts";
import { joinPrintable, plain, printable, reveal, type Plain } from "../../text/index.ts";
import type { Terminal } from "../console.ts";
import { hunksInWords } from "../in-words.ts";
import { createPaint } from "../paint.ts";
import { askInLines, MAX_WIDTH, sayInLines, viewInLines, type LineViewOptions } from "./view.ts";

export type SelectOptions = {
  readonly terminal: Terminal;
  readonly mark: Plain;
  readonly signal: AbortSignal | undefined;
  readonly view: LineViewOptions;
  readonly purpose: ReviewPurpose;
};

export type Selected =
  | { readonly kind: "answer"; readonly answer: Answer }
  /** The question comes again. */
  | { readonly kind: "again"; readonly said: readonly string[] }
  | { readonly kind: "gone" };

/** Null where a change can only be taken whole. */
export function selectable(change: ChangePayload): ChangePage | null {
  const [page] = openReview(change).pages;
  return page?.kind === "change" && canChoose(page) && isEditable(change) ? page : null;
}

export async function askSelection(change: ChangePayload, page: ChangePage, options: SelectOptions): Promise<Selected> {
  const { terminal, mark, signal, view, purpose } = options;
  const paint = createPaint(terminal.colour);
  const width = Math.min(view.width, MAX_WIDTH);
  const count = page.changes.length;
  for (const [at, rows] of hunksInWords(change, { width: width - INDENT.length }).entries()) {
    const shown = rows.length > MOST_ROWS ? [...rows.slice(0, MOST_ROWS), more(rows.length - MOST_ROWS)] : rows;
    const below = shown.map((row) => printable`${INDENT}${row}`);
    terminal.write(
      printable`${paint.bold(plain`Change ${at + 1} of ${count}:`)}\n${joinPrintable(below, plain`\n`)}\n`,
    );
  }
  const verb = purpose === "work-tree" ? plain`keep` : plain`apply`;
  for (;;) {
    const question = plain`Which changes do you want to ${verb}?`;
    terminal.write(
      askInLines({ question, keys: plain`[such as ${reveal(example(count))}/n(one)]`, mark }, { width, paint }),
    );
    const line = await terminal.line({ mark, ...(signal ? { signal } : {}) });
    if (line === null) return { kind: "gone" };
    if (/^(?:|n|no|none)$/i.test(line.trim())) return { kind: "again", said: ["Nothing was selected."] };
    const chosen = parseNumbers(line, count);
    if (typeof chosen === "string") {
      terminal.write(paint.yellow(sayInLines(reveal(chosen), { width })));
      continue;
    }
    return confirm(change, { ...page, chosen }, options);
  }
}

async function confirm(change: ChangePayload, page: ChangePage, options: SelectOptions): Promise<Selected> {
  const { terminal, mark, signal, view, purpose } = options;
  const paint = createPaint(terminal.colour);
  const content = contentOf(page);
  if (content === null || !isEditable(change)) return { kind: "again", said: ["This can only be taken whole."] };
  terminal.write(viewInLines(editedPayload(change, content), view).text);
  const { size } = page.chosen;
  const of = plain`${size} of ${reveal(counted(page.changes.length, "change"))}`;
  const isAll = size === page.changes.length;
  const question =
    purpose === "work-tree"
      ? plain`Keep ${of}${isAll ? plain`` : plain`, and revert the others`}?`
      : plain`Apply ${of}?`;
  terminal.write(askInLines({ question, keys: plain`[y/n]`, mark }, { width: view.width, paint }));
  const line = await terminal.line({ mark, ...(signal ? { signal } : {}) });
  if (line === null) return { kind: "gone" };
  if (/^y(es)?$/i.test(line.trim())) return { kind: "answer", answer: answerOf(page, { kind: "apply" }) };
  return { kind: "again", said: ["Nothing was selected."] };
}

const INDENT = plain`  `;
// The first lines are enough to distinguish changes; the view above shows all of them.
const MOST_ROWS = 12;

function more(rows: number): Plain {
  return plain`and ${rows} more ${rows === 1 ? plain`row` : plain`rows`}`;
}

function example(count: number): string {
  return count <= 2 ? "1" : count === 3 ? "1,3" : `1,3-${count}`;
}

/**
 * Numbers and ranges from 1 to `count`, separated by commas or spaces, as indexes from 0. A text says what is wrong.
 *
 *   numbers = item *( ( "," / " " ) item )
 *   item    = number [ "-" number ]
 */
export function parseNumbers(text: string, count: number): ReadonlySet<number> | string {
  const items = text.split(/[\s,]+/).filter((item) => item !== "");
  if (items.length === 0) return "Type the numbers of the changes, such as 1,3.";
  // How many ranges begin and end at each change: ranges that overlap a thousand times are counted, not walked.
  const edges = Array.from({ length: count + 1 }, () => 0);
  for (const item of items) {
    const parts = /^([0-9]{1,9})(?:-([0-9]{1,9}))?$/.exec(item);
    if (parts === null) return `${item} is not a number or a range. Type numbers such as ${example(count)}.`;
    const from = Number(parts[1]);
    const to = Number(parts[2] ?? parts[1]);
    const wrong = [from, to].find((number) => number < 1 || number > count);
    if (wrong !== undefined) return `There is no change ${wrong}: they are numbered from 1 to ${count}.`;
    if (from > to) return `The range ${item} ends before it begins.`;
    edges[from - 1]! += 1;
    edges[to]! -= 1;
  }
  let open = 0;
  return new Set(edges.flatMap((by, at) => ((open += by) > 0 ? [at] : [])));
}
