// One answer for many files in the plain reviewer: a list, then a question with their number. What has a warning is never
// part of a yes to all; it is asked about on its own.

import type { BatchPayload, ChangePayload } from "../../approval/index.ts";
import { counted } from "../../base/index.ts";
import { bulkOf, describeBulk, openReview, overviewOf } from "../../review/index.ts";
import { joinPrintable, plain, printable, reveal, revealPath, type Plain, type Printable } from "../../text/index.ts";
import type { Terminal } from "../console.ts";
import { askInLines, sayInLines } from "./view.ts";
import { createPaint } from "../paint.ts";
import { continuedRows } from "../view/continued.ts";

export type LineBulkOptions = {
  readonly terminal: Terminal;
  readonly show: (path: string) => string;
  /** Shows a long text and comes back. */
  readonly page: (text: Printable) => void;
  readonly mark: Plain;
  readonly signal: AbortSignal | undefined;
};

/** `answers`: by digest; what is not in it is asked about on its own. */
export type LineBulk =
  | { readonly kind: "answers"; readonly answers: ReadonlyMap<string, "apply" | "reject"> }
  | { readonly kind: "stop" };

// As many paths are printed; l shows the rest.
const LISTED = 40;
// For what the question counts; the rest is asked about on its own.
const ANSWERS: ReadonlyMap<string, "apply" | "reject"> = new Map([
  ["y", "apply"],
  ["yes", "apply"],
  ["n", "reject"],
  ["no", "reject"],
]);
const ONE_BY_ONE: LineBulk = { kind: "answers", answers: new Map() };

export async function askBulk(
  payload: BatchPayload,
  items: readonly ChangePayload[],
  { terminal, show, page, mark, signal }: LineBulkOptions,
): Promise<LineBulk> {
  const paint = createPaint(terminal.colour);
  const width = { width: terminal.width, paint };
  const review = openReview({ ...payload, items: [...items], open_edits: [] });
  const bulk = bulkOf(review, "apply", "rest");
  if (typeof bulk === "string") return ONE_BY_ONE;
  const { total } = overviewOf(review);
  const rows = review.pages.map((each): Plain => {
    const { path, risks } = each.kind === "open" ? { path: each.edit.path, risks: [] } : each.payload;
    return plain`  ${revealPath(show(path))}${risks.length > 0 ? plain` (has a warning)` : plain``}`;
  });
  const list = (some: readonly Plain[]): Printable =>
    joinPrintable(
      some.flatMap((row) => continuedRows(row, width)),
      plain`\n`,
    );
  const head = plain`${reveal(counted(items.length, "file"))}, +${total.added} −${total.removed}:`;
  const more = rows.length > LISTED ? plain`\n  and ${rows.length - LISTED} more; l lists them all` : plain``;
  terminal.write(printable`\n${paint.bold(head)}\n${list(rows.slice(0, LISTED))}${more}\n`);
  const { question, notes } = describeBulk(bulk, { show });
  for (const note of notes) terminal.write(paint.yellow(sayInLines(reveal(note), width)));
  const keys = plain`[y/n/o(ne by one)/l(ist)/q(uit)]`;
  for (;;) {
    terminal.write(askInLines({ question: reveal(question), keys, mark }, width));
    const typed = (await terminal.line({ mark, ...(signal ? { signal } : {}) }))?.trim().toLowerCase() ?? null;
    if (typed === null) terminal.write(plain`\n`);
    if (typed === null || typed === "q" || typed === "quit") return { kind: "stop" };
    const answer = ANSWERS.get(typed);
    if (answer !== undefined) {
      const asked = bulk.pages.flatMap((at) => digestAt(review.pages[at]!));
      return { kind: "answers", answers: new Map(asked.map((digest) => [digest, answer])) };
    }
    if (typed === "" || typed === "o" || typed === "one") return ONE_BY_ONE;
    if (typed === "l" || typed === "list") page(printable`${list(rows)}\n`);
    else terminal.write(paint.dim(sayInLines(HELP, width)));
  }
}

const HELP = plain`y applies them all, n rejects them all (what is left to decide one by one is asked about in either case), o or Enter alone asks about one after another, l lists them, q leaves everything.`;

function digestAt(page: ReturnType<typeof openReview>["pages"][number]): readonly string[] {
  return page.kind === "open" ? [] : [page.payload.digest];
}
