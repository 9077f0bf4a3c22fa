// The plain reviewer's question about a command, or a tool of another program. A long one is printed a screen at a time, and a yes counts only after its
// last row was printed.

import type { CallPayload, Decision, ShellPayload } from "../../approval/index.ts";
import { joinPrintable, plain, printable, type Plain, type Printable } from "../../text/index.ts";
import type { Terminal } from "../console.ts";
import { frame, innerWidth } from "../frame.ts";
import { askReason, GONE } from "./change.ts";
import { helpFor, readLine, type LineKeyName } from "./keys.ts";
import { decisionOn, ruleFor } from "./plain.ts";
import { alwaysHint } from "./remember.ts";
import { askInLines, MAX_WIDTH, sayInLines } from "./view.ts";
import { createPaint } from "../paint.ts";
import { callView, commandView, type CommandView } from "../view/command-view.ts";

export type LineCommandOptions = {
  readonly terminal: Terminal;
  /** Ends the question. */
  readonly mark: Plain;
  readonly inWords: boolean;
  /** The question waits in the inbox: leaving it is no answer. */
  readonly staysOpen: boolean;
  readonly signal: AbortSignal | undefined;
};

export async function askCommand(payload: CallPayload | ShellPayload, options: LineCommandOptions): Promise<Decision> {
  const { terminal, mark, inWords, signal } = options;
  const paint = createPaint(terminal.colour);
  const width = Math.min(terminal.width, MAX_WIDTH);
  const viewing = { width: inWords ? width : innerWidth(width), paint, inWords };
  const view = payload.type === "call" ? callView(payload, viewing) : commandView(payload, viewing);
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
  const stopped: Decision = { ...decisionOn(payload, { kind: "no", reason: null }), stop_run: true };
  const tell = (text: Plain): void => terminal.write(paint.yellow(sayInLines(text, { width })));
  showMore();
  const always = alwaysHint(payload);
  const unused = new Set<LineKeyName>(always.without);
  if (always.hint !== null) terminal.write(paint.dim(sayInLines(always.hint, { width })));
  for (;;) {
    const keys = hasEnd ? (to - from < view.count ? plain`[y/n/v(iew again)]` : plain`[y/n]`) : plain`[v(iew more)/n]`;
    terminal.write(askInLines({ question: view.question, keys, mark }, { width, paint }));
    const line = await terminal.line({ mark, ...(signal ? { signal } : {}) });
    if (line === null) {
      terminal.write(plain`\n`);
      return signal?.aborted ? stopped : decisionOn(payload, { kind: "no", reason: GONE });
    }
    const typed = readLine(line, "call");
    switch (typed?.name ?? null) {
      case "yes":
        if (hasEnd) return decisionOn(payload, { kind: "yes", remember: null });
        tell(plain`${view.count - to} more rows have not been on the screen. v shows them; then y runs it.`);
        break;
      case "no":
        return decisionOn(payload, { kind: "no", reason: typed!.reason });
      case "quit":
        return stopped;
      case "reason": {
        const reason = await askReason(options);
        if (reason === null) return decisionOn(payload, { kind: "no", reason: GONE });
        if (reason !== "") return decisionOn(payload, { kind: "no", reason });
        break;
      }
      case "view":
        showMore();
        break;
      case "always":
      case "session": {
        const rule = await ruleFor(payload, { ...options, session: typed!.name === "session", isWhole: hasEnd });
        if (rule === "stop") return decisionOn(payload, { kind: "no", reason: GONE });
        if (rule !== null) return decisionOn(payload, { kind: "yes", remember: rule });
        break;
      }
      case "select":
      case "edit":
      case null:
        for (const row of helpFor("call", { without: unused, staysOpen: options.staysOpen }))
          terminal.write(paint.dim(sayInLines(row, { width })));
    }
  }
}

function titleOf({ title, count }: CommandView, { from, to }: { readonly from: number; readonly to: number }): Plain {
  return to - from === count ? title : plain`${title}, rows ${from + 1}–${to} of ${count}`;
}
