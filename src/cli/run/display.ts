// What `galley run` shows a person: the model's words on standard output, everything else on standard error. On a
// terminal nothing a model sends can move the cursor; on a pipe its words go through as they are.

import { counted, grouped, nounFor } from "../../base/index.ts";
import { estimateCost, type Display, type EndedRun, type TurnResult } from "../../agent/index.ts";
import { plain, printable, reveal, type Plain, type Printable } from "../../text/index.ts";
import type { Paint } from "../../terminal/index.ts";
import type { ApplyReport } from "../../tools/index.ts";
import { isFailedCommand } from "../failed-command.ts";
import { describeNotApplied, describeReport } from "../report/apply-report.ts";

export type RunDisplayOptions = {
  /** What the model says, cut anywhere. */
  readonly words: (text: string) => void;
  /** What was said so far is whole. */
  readonly endWords: () => void;
  readonly err: (text: Printable) => void;
  readonly paint: Paint;
  readonly quiet: boolean;
  readonly verbose?: boolean;
};

export function runDisplay({ words, endWords, err, paint, quiet, verbose = false }: RunDisplayOptions): Display {
  const tell = (text: Plain): void => {
    if (!quiet) err(printable`${paint.dim(text)}\n`);
  };
  let column = 0;
  let toldTrouble = "";
  let above: ApplyReport["results"] = [];
  return {
    onTextDelta: (delta) => {
      words(delta);
      column = delta.endsWith("\n") ? 0 : 1;
    },
    onTextCommit: () => {
      if (column > 0) words("\n");
      endWords();
      column = 0;
    },
    onToolCall: ({ tool, args }) => tell(plain`  ${reveal(tool)}(${reveal(summary(tool, args))})`),
    onToolResult: ({ receipt, result }) => {
      const mark = isFailedCommand(result) ? MARKS.failed : MARKS[receipt];
      tell(plain`  ${mark} ${reveal(result.message.split("\n", 1)[0] ?? "")}`);
    },
    onNotApplied: (results) => {
      above = [...above, ...results];
      err(paint.yellow(describeNotApplied(results, null)));
    },
    onApplied: (report, forUser = report.results) => {
      const words = { paint, forUser, retry: null, retryFile: null, quiet: false, verbose, above };
      if (!quiet) err(describeReport(report, words));
      above = [];
    },
    onWaiting: (silentMs) => tell(waitingLine(silentMs)),
    onRetry: ({ message, waitMs, discarded }) => {
      if (discarded !== "") words("\n");
      endWords();
      column = 0;
      // The same problem is shown once.
      const problem = message === toldTrouble ? plain`Same error again.` : reveal(message);
      toldTrouble = message;
      const wait = plain`Trying again in ${Math.ceil(waitMs / 1000)} s.\n`;
      err(printable`${paint.yellow(plain`! ${problem}`)} ${wait}`);
    },
    onNote: (note) => err(printable`${paint.yellow(plain`! ${reveal(note, { keepMarks: true })}`)}\n`),
  };
}

/** A server that says nothing yet: it works, it loads a model, or it is stuck. */
export function waitingLine(silentMs: number): Plain {
  return plain`  Still waiting for the model: nothing received for ${Math.round(silentMs / 1000)} s.`;
}

const MARKS = {
  applied: plain`✓`,
  denied: plain`–`,
  failed: plain`✗`,
  "not-started": plain`·`,
  unknown: plain`?`,
} as const;

/** The one argument that says most. */
function summary(tool: string, args: unknown): string {
  const fields = (typeof args === "object" && args !== null ? args : {}) as Readonly<Record<string, unknown>>;
  const telling =
    tool === "shell" ? fields["command"] : tool === "eval" ? fields["code"] : (fields["path"] ?? fields["pattern"]);
  const text = typeof telling === "string" ? telling : "";
  return text.length > 100 ? `${text.slice(0, 99).toWellFormed()}…` : text;
}

/** The last line: what it took. */
export function describeUsage(
  { usage, requests }: TurnResult,
  { model, price }: Pick<EndedRun, "model" | "price">,
): string {
  const parts = [model, counted(requests, "request")];
  if (usage.input !== null || usage.output !== null)
    parts.push(
      `${grouped(usage.input ?? 0)} ${nounFor(usage.input ?? 0, "token")} in, ${grouped(usage.output ?? 0)} out`,
    );
  const cost = estimateCost(price, usage);
  if (cost !== null) parts.push(`about $${cost < 0.01 ? cost.toFixed(4) : cost.toFixed(2)}`);
  return parts.join(" · ");
}
