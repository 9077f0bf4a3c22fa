// The plain reviewer: one framed change after another, one typed line as the answer. Empty means no.
// It works on any terminal and shows everything: long changes go through a pager before the question.

import { spawnSync } from "node:child_process";
import { asWrite, fetchContent, type ReviewOptions } from "../approval/index.ts";
import type { Answer, ApprovalPayload, ChangePayload, Decision, Reviewer } from "../approval/index.ts";
import type { Digest, Version } from "../base/index.ts";
import { reveal } from "../text/index.ts";
import { viewChange, viewWhole, type View, type ViewOptions } from "./change-view.ts";
import type { Terminal } from "./console.ts";
import { frame, innerWidth } from "./frame.ts";
import { createPaint } from "./paint.ts";

// Up to this many rows a change is shown in place; above it the first rows, and v for the rest.
const INLINE_ROWS = 100;
const PREVIEW_ROWS = 50;
const MAX_WIDTH = 120;

export type LineReviewerOptions = {
  readonly terminal: Terminal;
  /** How a canonical path is written on the screen. */
  readonly show: (path: string) => string;
  /** Opens long text; null prints it. */
  readonly pager: readonly string[] | null;
};

// Ends every question; whatever is typed before it is on the screen does not count.
const MARK = ": ";
const PERSON = { kind: "person" } as const;

export function createLineReviewer(options: LineReviewerOptions): Reviewer {
  return {
    async ask(payload, { signal, fetch }): Promise<Decision> {
      const items: Answer[] = [];
      const changes = changesOf(payload);
      if (changes === null) {
        const answer = await askDescription(payload, options, signal);
        return { approval_id: payload.approval_id, items: [answer] };
      }
      if (payload.type === "batch" && payload.supersedes !== null) {
        options.terminal.write(
          "\nThe file changed on disk while you were deciding. This is the edit on what is there now.\n",
        );
      }
      let stopped = false;
      for (const [at, change] of changes.entries()) {
        const answer = await askChange(change, {
          ...options,
          place: changes.length > 1 ? `[${at + 1}/${changes.length}] ` : "",
          signal,
          fetch,
        });
        if (answer === "stop") {
          for (const rest of changes.slice(at)) items.push(reject(rest, "You stopped the review."));
          stopped = true;
          break;
        }
        items.push(answer);
      }
      return { approval_id: payload.approval_id, items, ...(stopped ? { stop_run: true } : {}) };
    },
  };
}

async function askChange(
  change: ChangePayload,
  options: LineReviewerOptions & {
    readonly place: string;
    readonly signal: AbortSignal | undefined;
    readonly fetch: ReviewOptions["fetch"] | undefined;
  },
): Promise<Answer | "stop"> {
  const { terminal, place, signal } = options;
  const width = Math.min(terminal.width, MAX_WIDTH);
  const paint = createPaint(terminal.colour);
  const viewOptions: ViewOptions = { width: innerWidth(width), paint, show: options.show };
  const view = viewChange(change, viewOptions);
  const [rows, hidden] = fold(view.rows);
  terminal.write(`\n${frame(place + view.title, rows, { width, paint }).join("\n")}\n`);
  const isCut = change.type === "write_large";
  if (isCut) terminal.write(paint.yellow("  This is only the beginning; v fetches and shows everything.\n"));
  else if (hidden > 0)
    terminal.write(paint.yellow(`  ${hidden} more rows are not on the screen; v shows everything.\n`));
  const keys = `[y/n/v(${view.more.replace(/^view/, "iew")})${place === "" ? "" : "/q(uit)"}]`;
  for (;;) {
    terminal.write(`${view.question} ${paint.bold(keys)}`);
    const line = await terminal.line({ mark: MARK, ...(signal ? { signal } : {}) });
    const key = line?.trim().toLowerCase() ?? null;
    if (key === null || key === "q" || key === "quit") {
      terminal.write(key === null ? "\n" : "");
      return key === null && signal?.aborted
        ? "stop"
        : key === null
          ? reject(change, "The terminal closed before an answer.")
          : "stop";
    }
    if (key === "y" || key === "yes") {
      // The fields were made from a FilePlan: digest and after are what it was given.
      return { action: "apply", digest: change.digest as Digest, after: change.after as Version | null, by: PERSON };
    }
    if (key === "" || key === "n" || key === "no") return reject(change, null);
    if (key === "v" || key === "view") {
      const whole = isCut ? asWrite(change, await fetchContent(change, options.fetch)) : change;
      page(everything(whole, isCut ? viewChange(whole, viewOptions) : view, viewOptions), options);
    } else
      terminal.write(
        paint.dim(
          "y and Enter writes it, n or Enter alone leaves the file as it is, v shows more, q leaves this and all others.\n",
        ),
      );
  }
}

/** A payload this reviewer has no view for: its description says what is essential. */
async function askDescription(
  payload: ApprovalPayload,
  options: LineReviewerOptions,
  signal?: AbortSignal,
): Promise<Answer> {
  options.terminal.write(`\n"${reveal(payload.description, { oneLine: true })}" - Approve? [y/n]`);
  const line = await options.terminal.line({ mark: MARK, ...(signal ? { signal } : {}) });
  const digest = payload.digest as Digest; // Made with digestOf by whoever asks.
  return /^y(es)?$/i.test(line?.trim() ?? "")
    ? { action: "apply", digest, after: null, by: PERSON }
    : { action: "reject", digest, by: PERSON };
}

function changesOf(payload: ApprovalPayload): readonly ChangePayload[] | null {
  switch (payload.type) {
    case "batch":
      return payload.items;
    case "write":
    case "write_large":
    case "edit":
    case "patch":
    case "move":
    case "delete":
      return [payload];
    default:
      return null;
  }
}

function reject(change: ChangePayload, reason: string | null): Answer {
  const digest = change.digest as Digest; // Made from a FilePlan.
  return reason === null ? { action: "reject", digest, by: PERSON } : { action: "reject", digest, by: PERSON, reason };
}

function fold(rows: readonly string[]): [readonly string[], number] {
  return rows.length <= INLINE_ROWS ? [rows, 0] : [rows.slice(0, PREVIEW_ROWS), rows.length - PREVIEW_ROWS];
}

function everything(change: ChangePayload, view: View, options: ViewOptions): string {
  const whole =
    change.type === "write" && !change.file_exists
      ? []
      : ["", options.paint.bold("The whole file:"), ...viewWhole(change, options)];
  return [options.paint.bold(view.title), ...view.rows, ...whole, ""].join("\n");
}

function page(text: string, { terminal, pager }: LineReviewerOptions): void {
  const [command, ...args] = pager ?? [];
  if (command !== undefined) {
    const run = spawnSync(command, args, { input: text, stdio: ["pipe", "inherit", "inherit"] });
    if (run.error === undefined && run.status === 0) return;
  }
  terminal.write(`${text}\n`);
}
