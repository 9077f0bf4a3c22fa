// The line prompt's question about one change: shown, asked, and shown again where the person edited it. What can be typed
// is in keys.ts.

import {
  WITHOUT_REASON,
  type Answer,
  type ChangePayload,
  type Remember,
  type ReviewPurpose,
} from "../../approval/index.ts";
import type { Digest } from "../../base/index.ts";
import { joinPrintable, plain, reveal, slicePlain, type Plain, type Printable } from "../../text/index.ts";
import type { Terminal } from "../console.ts";
import { createPaint } from "../paint.ts";
import { editChange, editingHint, yesTo, type Editing } from "./editing.ts";
import { helpFor, readLine, type LineKeyName } from "./keys.ts";
import { alwaysHint, askRule, rulesOnOffer } from "./remember.ts";
import { askSelection, selectable } from "./select.ts";
import { askInLines, everythingInLines, sayInLines, viewInLines } from "./view.ts";

export type ChangeOptions = {
  readonly terminal: Terminal;
  readonly show: (path: string) => string;
  readonly editing?: Editing;
  readonly inWords?: boolean;
  /** Shows a long text and comes back. */
  readonly page: (text: Printable) => void;
  readonly mark: Plain;
  /** Printed before the title, such as "[2/3] ". */
  readonly place: Plain;
  /** One rule can be kept in a question. */
  readonly canRemember: boolean;
  /** Of a change that is on disk, a yes keeps it and only a typed no reverts it. */
  readonly purpose: ReviewPurpose;
  /** The question waits in the inbox: leaving it is no answer. */
  readonly staysOpen: boolean;
  readonly signal: AbortSignal | undefined;
};

export type Answered = { readonly answer: Answer; readonly remember: Remember | null };

/** Asks about one change until there is an answer. What was edited is shown again, as its own diff. */
export async function askChange(change: ChangePayload, options: ChangeOptions): Promise<Answered | "stop"> {
  let shown = change;
  let said: readonly string[] = [];
  for (;;) {
    const given = await askShown(shown, said, options);
    switch (given.kind) {
      case "change":
        ({ change: shown, said } = given);
        break;
      case "yes":
        return { answer: yesTo(change, shown), remember: given.remember };
      case "no":
        return { answer: reject(change, given.reason), remember: null };
      case "answer":
        return { answer: given.answer, remember: null };
      case "stop":
        return "stop";
      default:
        given satisfies never;
    }
  }
}

export function reject(change: Pick<ChangePayload, "digest">, reason: string | null): Answer {
  const digest = change.digest as Digest; // Made from a FilePlan.
  return reason === null ? { action: "reject", digest, by: PERSON } : { action: "reject", digest, by: PERSON, reason };
}

export const PERSON = { kind: "person" } as const;
export const GONE: string = WITHOUT_REASON.gone;

type Given =
  | { readonly kind: "yes"; readonly remember: Remember | null }
  | { readonly kind: "no"; readonly reason: string | null }
  /** For some of the changes. */
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "stop" }
  /** The person's own version, to be shown. */
  | { readonly kind: "change"; readonly change: ChangePayload; readonly said: readonly string[] };

async function askShown(change: ChangePayload, said: readonly string[], options: ChangeOptions): Promise<Given> {
  const { terminal, place, mark, signal, editing, purpose, show, inWords = false } = options;
  const question = purpose === "work-tree" ? "work-tree" : "change";
  const paint = createPaint(terminal.colour);
  const viewOptions = { width: terminal.width, paint, show, place, inWords, purpose };
  const view = viewInLines(change, viewOptions);
  terminal.write(view.text);
  const tell = (notes: readonly string[]): void =>
    terminal.write(
      joinPrintable(
        notes.map((note) => paint.yellow(sayInLines(reveal(note, { keepMarks: true }), viewOptions))),
        plain``,
      ),
    );
  tell(said);
  const isOwn = said.length > 0;
  const hint = editingHint(change, editing ?? null);
  // What a person edited is one text of theirs: there is nothing to select in it.
  const page = isOwn ? null : selectable(change);
  const always = options.canRemember && !isOwn ? alwaysHint(change) : null;
  for (const each of [hint, always?.hint ?? null])
    if (each !== null) terminal.write(paint.dim(sayInLines(each, viewOptions)));
  let isWhole = view.isWhole;
  const gone = (): Given =>
    signal?.aborted || purpose === "work-tree" ? { kind: "stop" } : { kind: "no", reason: GONE };
  const select = page === null ? plain`` : plain`/s(elect)`;
  const more = view.isSmall ? plain`` : plain`/v(${slicePlain(view.more, 1)})`;
  const keys = plain`[y/n${select}${more}${place === "" ? plain`` : plain`/q(uit)`}]`;
  const unused = new Set<LineKeyName>([
    ...(hint === null ? (["edit"] as const) : []),
    ...(page === null ? (["select"] as const) : []),
    ...(always?.without ?? (["always", "session"] as const)),
  ]);
  for (;;) {
    terminal.write(askInLines({ question: view.question, keys, mark }, viewOptions));
    const line = await terminal.line({ mark, ...(signal ? { signal } : {}) });
    if (line === null) {
      terminal.write(plain`\n`);
      return gone();
    }
    const typed = readLine(line, question);
    switch (typed?.name ?? null) {
      case "yes":
        return { kind: "yes", remember: null };
      case "no":
        return { kind: "no", reason: typed!.reason };
      case "quit":
        return { kind: "stop" };
      case "reason": {
        const reason = await askReason(options);
        if (reason === null) return gone();
        if (reason !== "") return { kind: "no", reason };
        break;
      }
      case "view": {
        options.page(everythingInLines(change, viewOptions));
        isWhole = true;
        break;
      }
      case "select": {
        if (page === null) {
          tell(["There is only one change here: y or n answers for all of it."]);
          break;
        }
        const selected = await askSelection(change, page, { terminal, mark, signal, view: viewOptions, purpose });
        if (selected.kind === "answer") return selected;
        if (selected.kind === "gone") return gone();
        tell(selected.said);
        break;
      }
      case "always":
      case "session": {
        const why = options.canRemember
          ? "Only a change applied as suggested can be remembered."
          : "A rule is kept with this question already.";
        if (!options.canRemember || isOwn) {
          tell([why]);
          break;
        }
        const offered = rulesOnOffer(change, { session: typed!.name === "session", isWhole });
        if (offered.rules.length === 0) {
          tell([offered.why]);
          break;
        }
        // A rule for the session is followed by one question about the other files of this one.
        const isFollowed = typed!.name === "session" && place !== "";
        const does = isFollowed
          ? plain`Applies this change, asks once about the files that are left`
          : plain`Applies this change`;
        const rule = await askRule(offered.rules, { terminal, mark, signal, does });
        if (rule === "stop") return gone();
        if (rule !== null) return { kind: "yes", remember: rule };
        break;
      }
      case "edit": {
        if (editing === undefined) {
          tell(["There is no editor here."]);
          break;
        }
        const edited = await editChange(change, { editing, terminal, signal });
        if (edited.kind === "aborted") return { kind: "stop" };
        if (edited.kind === "change") return edited;
        tell(edited.said);
        if (edited.kind === "accepted") return { kind: "yes", remember: null };
        break;
      }
      case null:
        for (const row of helpFor(question, { without: unused, staysOpen: options.staysOpen }))
          terminal.write(paint.dim(sayInLines(row, viewOptions)));
    }
  }
}

/** "" to go back to the question; null when the terminal is gone. */
export async function askReason({
  terminal,
  mark,
  signal,
}: Pick<ChangeOptions, "terminal" | "mark" | "signal">): Promise<string | null> {
  terminal.write(plain`Why not? The model sees this; Enter alone goes back`);
  return (await terminal.line({ mark, ...(signal ? { signal } : {}) }))?.trim() ?? null;
}
