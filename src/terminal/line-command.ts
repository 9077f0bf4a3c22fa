// The plain reviewer's question about a command. A long one is printed a screen at a time, and a yes counts only after its
// last row was printed.

import type { Answer, Decision, ShellPayload } from "../approval/index.ts";
import type { Digest } from "../base/index.ts";
import { joinPrintable, plain, printable, type Plain, type Printable } from "../text/index.ts";
import type { Terminal } from "./console.ts";
import { frame, innerWidth } from "./frame.ts";
import { askInLines, MAX_WIDTH, sayInLines } from "./line-view.ts";
import { createPaint } from "./paint.ts";
import { commandView, type CommandView } from "./view/command-view.ts";

export type LineCommandOptions = {
  readonly terminal: Terminal;
  /** Ends the question. */
  readonly mark: Plain;
  readonly inWords: boolean;
  readonly signal: AbortSignal | undefined;
};

export async function askCommand(payload: ShellPayload, options: LineCommandOptions): Promise<Decision> {
  const { terminal, mark, inWords, signal } = options;
  const paint = createPaint(terminal.colour);
  const width = Math.min(terminal.width, MAX_WIDTH);
  const view = commandView(payload, { width: inWords ? width : innerWidth(width), paint, inWords });
  // Below the rows there is a frame's end, and the question in at most two rows.
  const step = Math.max(4, terminal.height - 5);
  let from = 0;
  let to = 0;
  let hasEnd = false;
  const showMore = (): void => {
    from = to < view.count ? to : 0;
    to = Math.min(view.count, from + step);
    hasEnd ||= to === view.count;
    const rows = Array.from({ length: to - from }, (_, at) => view.row(from + at));
    const title = titleOf(view, { from, to });
    const box: readonly Printable[] = inWords ? [title, ...rows] : frame(title, rows, { width, paint });
    terminal.write(printable`\n${joinPrintable(box, plain`\n`)}\n`);
  };
  const tell = (text: Plain): void => terminal.write(paint.yellow(sayInLines(text, { width })));
  showMore();
  for (;;) {
    const keys = hasEnd ? (to - from < view.count ? plain`[y/n/v(iew again)]` : plain`[y/n]`) : plain`[v(iew more)/n]`;
    terminal.write(askInLines({ question: view.question, keys, mark }, { width, paint }));
    const typed = (await terminal.line({ mark, ...(signal ? { signal } : {}) }))?.trim() ?? null;
    if (typed === null) terminal.write(plain`\n`);
    if (typed === null && !signal?.aborted)
      return decision(payload, { reason: "The terminal closed before an answer." });
    if (typed === null || /^q(uit)?$/i.test(typed)) return { ...decision(payload, {}), stop_run: true };
    if (typed === "" || /^no?$/i.test(typed)) return decision(payload, {});
    const why = /^(?:no?|r)[ ,:]\s*(\S.*)$/i.exec(typed);
    if (why !== null) return decision(payload, { reason: why[1]! });
    if (/^v(iew)?$/i.test(typed)) showMore();
    else if (!/^y(es)?$/i.test(typed)) tell(HELP);
    else if (hasEnd) return decision(payload, "yes");
    else tell(plain`${view.count - to} more rows have not been on the screen. v shows them; then y runs it.`);
  }
}

const HELP = plain`y and Enter runs it, n or Enter alone does not, n or r and a reason also says why, v shows more of it, q stops.`;

function titleOf({ title, count }: CommandView, { from, to }: { readonly from: number; readonly to: number }): Plain {
  return to - from === count ? title : plain`${title}, rows ${from + 1}–${to} of ${count}`;
}

function decision(payload: ShellPayload, given: "yes" | { readonly reason?: string }): Decision {
  const digest = payload.digest as Digest; // Made with digestOf in shellPayload.
  const by = { kind: "person" } as const;
  const answer: Answer =
    given === "yes" ? { action: "apply", digest, after: null, by } : { action: "reject", digest, by, ...given };
  return { approval_id: payload.approval_id, items: [answer] };
}
