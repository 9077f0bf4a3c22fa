// What `galley run` shows a person: the model's words on standard output, everything else on standard error. On a
// terminal nothing a model sends can move the cursor; on a pipe its words go through as they are.

import { counted, nounFor } from "../base/index.ts";
import { estimateCost, type Display, type TurnResult } from "../agent/index.ts";
import { reveal } from "../text/index.ts";
import type { Paint } from "../terminal/index.ts";
import { hasEndedBadly } from "./ended-badly.ts";
import { describeReport } from "./report.ts";

export type RunDisplayOptions = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly paint: Paint;
  /** Standard output is a terminal. */
  readonly isTerminal: boolean;
  readonly quiet: boolean;
};

export function runDisplay({ out, err, paint, isTerminal, quiet }: RunDisplayOptions): Display {
  const safe = (text: string): string => (isTerminal ? reveal(text, { keepMarks: true }) : text);
  const tell = (text: string): void => {
    if (!quiet) err(`${paint.dim(text)}\n`);
  };
  let column = 0;
  let toldTrouble = "";
  return {
    onTextDelta: (delta) => {
      out(safe(delta));
      column = delta.endsWith("\n") ? 0 : 1;
    },
    onTextCommit: () => {
      if (column > 0) out("\n");
      column = 0;
    },
    onToolCall: ({ tool, args }) => tell(`  ${tool}(${reveal(summary(tool, args), { oneLine: true })})`),
    onToolResult: ({ receipt, result }) => {
      const mark = hasEndedBadly(result) ? MARKS.failed : MARKS[receipt];
      tell(`  ${mark} ${reveal(result.message.split("\n", 1)[0] ?? "", { oneLine: true })}`);
    },
    onApplied: (report) => {
      if (!quiet) err(describeReport(report, { paint, retry: null, retryFile: null, quiet: false }));
    },
    onRetry: ({ message, waitMs, discarded }) => {
      if (discarded !== "") out("\n");
      column = 0;
      // The same trouble is told once.
      const trouble = message === toldTrouble ? "The same again." : reveal(message, { oneLine: true });
      toldTrouble = message;
      err(`${paint.yellow(`! ${trouble}`)} Trying again in ${Math.ceil(waitMs / 1000)} s.\n`);
    },
    onNote: (note) => err(`${paint.yellow(`! ${reveal(note, { keepMarks: true })}`)}\n`),
  };
}

const MARKS = { applied: "✓", denied: "–", failed: "✗", "not-started": "·", unknown: "?" } as const;

/** The one argument that says most. */
function summary(tool: string, args: unknown): string {
  const fields = (typeof args === "object" && args !== null ? args : {}) as Readonly<Record<string, unknown>>;
  const telling =
    tool === "shell" ? fields["command"] : tool === "eval" ? fields["code"] : (fields["path"] ?? fields["pattern"]);
  const text = typeof telling === "string" ? telling : "";
  return text.length > 100 ? `${text.slice(0, 99).toWellFormed()}…` : text;
}

/** The last line: what it took. */
export function describeUsage({ usage, requests }: TurnResult, model: string): string {
  const parts = [model, counted(requests, "request")];
  if (usage.input !== null || usage.output !== null)
    parts.push(
      `${(usage.input ?? 0).toLocaleString("en")} ${nounFor(usage.input ?? 0, "token")} in, ${(usage.output ?? 0).toLocaleString("en")} out`,
    );
  const cost = estimateCost(model, usage);
  if (cost !== null) parts.push(`about $${cost < 0.01 ? cost.toFixed(4) : cost.toFixed(2)}`);
  return parts.join(" · ");
}
