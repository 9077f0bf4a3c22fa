// The plain reviewer: one framed change after another, one typed line as the answer. Empty means no.
// It works on any terminal and shows everything: long changes go through a pager before the question.

import { spawnSync } from "node:child_process";
import { asWrite, fetchContent, type ReviewOptions } from "../approval/index.ts";
import type { Answer, ApprovalPayload, ChangePayload, Decision, Reviewer } from "../approval/index.ts";
import type { Digest } from "../base/index.ts";
import { reveal } from "../text/index.ts";
import type { Terminal } from "./console.ts";
import { editChange, editingHint, yesTo, type Editing } from "./line-editing.ts";
import { askInLines, everythingInLines, sayInLines, viewInLines } from "./line-view.ts";
import { createPaint } from "./paint.ts";

export type LineReviewerOptions = {
  readonly terminal: Terminal;
  /** How a canonical path is written on the screen. */
  readonly show: (path: string) => string;
  /** Opens long text; null prints it. */
  readonly pager: readonly string[] | null;
  /** Lets e open a change in the person's editor. Without it there is no such key. */
  readonly editing?: Editing;
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

type AskingOptions = LineReviewerOptions & {
  readonly place: string;
  readonly signal: AbortSignal | undefined;
  readonly fetch: ReviewOptions["fetch"] | undefined;
};

/** Asks about one change until there is an answer. What was edited is shown again, as its own diff. */
async function askChange(change: ChangePayload, options: AskingOptions): Promise<Answer | "stop"> {
  let shown = change;
  let said: readonly string[] = [];
  for (;;) {
    const given = await askShown(shown, said, options);
    switch (given.kind) {
      case "change":
        ({ change: shown, said } = given);
        break;
      case "yes":
        return yesTo(change, shown);
      case "no":
        return reject(change, given.reason);
      case "stop":
        return "stop";
      default:
        given satisfies never;
    }
  }
}

type Given =
  | { readonly kind: "yes" }
  | { readonly kind: "no"; readonly reason: string | null }
  | { readonly kind: "stop" }
  /** The person's own version, to be shown. */
  | { readonly kind: "change"; readonly change: ChangePayload; readonly said: readonly string[] };

async function askShown(change: ChangePayload, said: readonly string[], options: AskingOptions): Promise<Given> {
  const { terminal, place, signal, editing } = options;
  const paint = createPaint(terminal.colour);
  const viewOptions = { width: terminal.width, paint, show: options.show, place };
  const view = viewInLines(change, viewOptions);
  terminal.write(view.text);
  const tell = (notes: readonly string[]): void =>
    terminal.write(notes.map((note) => paint.yellow(sayInLines(note, viewOptions))).join(""));
  tell(said);
  const isCut = change.type === "write_large";
  const hint = editingHint(change, editing ?? null);
  if (hint !== null) terminal.write(paint.dim(sayInLines(hint, viewOptions)));
  const keys = `[y/n/v(${view.more.replace(/^view/, "iew")})${place === "" ? "" : "/q(uit)"}]`;
  for (;;) {
    terminal.write(askInLines({ question: view.question, keys, mark: MARK }, viewOptions));
    const line = await terminal.line({ mark: MARK, ...(signal ? { signal } : {}) });
    const key = line?.trim().toLowerCase() ?? null;
    if (key === null) {
      terminal.write("\n");
      return signal?.aborted ? { kind: "stop" } : { kind: "no", reason: "The terminal closed before an answer." };
    }
    if (key === "q" || key === "quit") return { kind: "stop" };
    if (key === "y" || key === "yes") return { kind: "yes" };
    if (key === "" || key === "n" || key === "no") return { kind: "no", reason: null };
    if (key === "v" || key === "view") {
      const whole = isCut ? asWrite(change, await fetchContent(change, options.fetch)) : change;
      page(everythingInLines(whole, viewOptions), options);
    } else if ((key === "e" || key === "edit") && editing !== undefined) {
      const edited = await editChange(change, { editing, terminal, fetch: options.fetch, signal });
      if (edited.kind === "aborted") return { kind: "stop" };
      if (edited.kind === "change") return edited;
      tell(edited.said);
      if (edited.kind === "accepted") return { kind: "yes" };
    } else terminal.write(paint.dim(sayInLines(help(hint !== null), viewOptions)));
  }
}

function help(canEdit: boolean): string {
  const edit = canEdit ? ", e opens it in your editor" : "";
  return `y and Enter writes it, n or Enter alone leaves the file as it is, v shows more${edit}, q leaves this and all others.`;
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

function page(text: string, { terminal, pager }: LineReviewerOptions): void {
  const [command, ...args] = pager ?? [];
  if (command !== undefined) {
    const run = spawnSync(command, args, { input: text, stdio: ["pipe", "inherit", "inherit"] });
    if (run.error === undefined && run.status === 0) return;
  }
  terminal.write(`${text}\n`);
}
