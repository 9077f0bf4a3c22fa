// The plain reviewer: one framed change after another, one typed line as the answer. Empty means no.
// It works on any terminal and shows everything: long changes go through a pager before the question.

import { spawnSync } from "node:child_process";
import { asWrite, fetchContent, type ReviewOptions } from "../approval/index.ts";
import type {
  Answer,
  ApprovalPayload,
  ChangePayload,
  Decision,
  Remember,
  Reviewer,
  ReviewPurpose,
} from "../approval/index.ts";
import type { Digest } from "../base/index.ts";
import { FEW_FILES } from "../review/index.ts";
import { joinPrintable, plain, printable, reveal, slicePlain, type Plain, type Printable } from "../text/index.ts";
import type { Terminal } from "./console.ts";
import { editChange, editingHint, yesTo, type Editing } from "./line-editing.ts";
import { askBulk } from "./line-bulk.ts";
import { askCommand } from "./line-command.ts";
import { askPlaces } from "./line-places.ts";
import { askRule, rulesOnOffer } from "./line-remember.ts";
import { askInLines, everythingInLines, sayInLines, viewInLines } from "./line-view.ts";
import { createPaint } from "./paint.ts";
import { continuedRows, spokenRows } from "./view/continued.ts";

export type LineReviewerOptions = {
  readonly terminal: Terminal;
  /** How a canonical path is written on the screen. */
  readonly show: (path: string) => string;
  /** Opens long text; null prints it. */
  readonly pager: readonly string[] | null;
  /** Lets e open a change in the person's editor. Without it there is no such key. */
  readonly editing?: Editing;
  /** Describes everything in words, for people who use a screen reader. */
  readonly inWords?: boolean;
};

// Ends every question; whatever is typed before it is on the screen does not count.
const MARK = plain`: `;
const PERSON = { kind: "person" } as const;

export function createLineReviewer(options: LineReviewerOptions): Reviewer {
  return {
    async ask(payload, { signal, fetch, notice, purpose = "approve" }): Promise<Decision> {
      if (notice !== undefined) options.terminal.write(plain`\n${reveal(notice)}\n`);
      const items: Answer[] = [];
      if (payload.type === "shell")
        return askCommand(payload, { ...options, inWords: options.inWords ?? false, mark: MARK, signal });
      const changes = changesOf(payload);
      if (changes === null) return askDescription(payload, options, signal);
      const open = payload.type === "batch" ? payload.open_edits : [];
      if (payload.type === "batch" && payload.because !== null) options.terminal.write(REPLACED[payload.because]);
      const show = (text: Printable): void => page(text, options);
      const placing = await askPlaces(open, { ...options, page: show, mark: MARK, signal });
      const { places } = placing;
      let { stopped } = placing;
      // A file whose edit got its place needs approval again, with it.
      const chosen = new Set(places.map(({ edit }) => open.find((each) => each.edit === edit)?.path));
      const now = changes.filter((change) => !chosen.has(change.path));
      let remember: Remember | null = null;
      const bulk = { ...options, page: show, mark: MARK, signal };
      const known = new Map<string, "apply" | "reject">();
      const askAbout = async (rest: readonly ChangePayload[]): Promise<void> => {
        if (payload.type !== "batch" || purpose !== "approve" || stopped || rest.length === 0) return;
        const given = await askBulk(payload, rest, bulk);
        if (given.kind === "stop") stopped = true;
        else for (const [digest, answer] of given.answers) known.set(digest, answer);
      };
      if (now.length > FEW_FILES) await askAbout(now);
      for (const [at, change] of now.entries()) {
        const settled = known.get(change.digest);
        if (settled !== undefined && !stopped) {
          items.push(settled === "apply" ? yesTo(change, change) : reject(change, null));
          continue;
        }
        const answer: Answered | "stop" = stopped
          ? "stop"
          : await askChange(change, {
              ...options,
              place: now.length > 1 ? plain`[${at + 1}/${now.length}] ` : plain``,
              canRemember: remember === null && purpose === "approve",
              purpose,
              signal,
              fetch,
            });
        if (answer === "stop") {
          stopped = true;
          items.push(reject(change, "You stopped the review."));
        } else {
          items.push(answer.answer);
          // Everything until the session ends: that is the rest of this question too, which was not shown yet.
          const isForAll = remember === null && answer.remember?.session !== undefined;
          remember ??= answer.remember;
          if (isForAll) await askAbout(now.slice(at + 1).filter(({ digest }) => !known.has(digest)));
        }
      }
      return {
        approval_id: payload.approval_id,
        items,
        ...(stopped ? { stop_run: true } : {}),
        ...(remember === null ? {} : { remember }),
        ...(stopped || places.length === 0 ? {} : { places }),
      };
    },
  };
}

const REPLACED = {
  changed: plain`\nThe file changed on disk while you were deciding. This is the edit on what is there now.\n`,
  placed: plain`\nThis is the file with the edit in the place you chose.\n`,
} as const;

type AskingOptions = LineReviewerOptions & {
  readonly place: Plain;
  /** One rule can be kept in a question. */
  readonly canRemember: boolean;
  /** Of a change that is on disk, a yes keeps it and only a typed no reverts it. */
  readonly purpose: ReviewPurpose;
  readonly signal: AbortSignal | undefined;
  readonly fetch: ReviewOptions["fetch"] | undefined;
};

/** Asks about one change until there is an answer. What was edited is shown again, as its own diff. */
async function askChange(change: ChangePayload, options: AskingOptions): Promise<Answered | "stop"> {
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
      case "stop":
        return "stop";
      default:
        given satisfies never;
    }
  }
}

type Answered = { readonly answer: Answer; readonly remember: Remember | null };

type Given =
  | { readonly kind: "yes"; readonly remember: Remember | null }
  | { readonly kind: "no"; readonly reason: string | null }
  | { readonly kind: "stop" }
  /** The person's own version, to be shown. */
  | { readonly kind: "change"; readonly change: ChangePayload; readonly said: readonly string[] };

async function askShown(change: ChangePayload, said: readonly string[], options: AskingOptions): Promise<Given> {
  const { terminal, place, signal, editing, purpose } = options;
  const isOnDisk = purpose === "work-tree";
  const paint = createPaint(terminal.colour);
  const { show, inWords = false } = options;
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
  const isCut = change.type === "write_large";
  const hint = editingHint(change, editing ?? null);
  if (hint !== null) terminal.write(paint.dim(sayInLines(hint, viewOptions)));
  let isWhole = view.isWhole;
  const isOwn = said.length > 0;
  if (options.canRemember && !isOwn) terminal.write(paint.dim(sayInLines(ALWAYS, viewOptions)));
  const more = view.isSmall ? plain`` : plain`/v(${slicePlain(view.more, 1)})`;
  const keys = plain`[y/n${more}${place === "" ? plain`` : plain`/q(uit)`}]`;
  for (;;) {
    terminal.write(askInLines({ question: view.question, keys, mark: MARK }, viewOptions));
    const line = await terminal.line({ mark: MARK, ...(signal ? { signal } : {}) });
    const typed = line?.trim() ?? null;
    const key = typed?.toLowerCase() ?? null;
    if (key === null) {
      terminal.write(plain`\n`);
      return signal?.aborted || isOnDisk ? { kind: "stop" } : { kind: "no", reason: GONE };
    }
    if (key === "q" || key === "quit") return { kind: "stop" };
    if (key === "y" || key === "yes") return { kind: "yes", remember: null };
    if ((key === "" && !isOnDisk) || key === "n" || key === "no") return { kind: "no", reason: null };
    if (isOnDisk && !ON_DISK_KEYS.has(key)) {
      terminal.write(paint.dim(sayInLines(ON_DISK_HELP, viewOptions)));
      continue;
    }
    const why = typed === null ? null : /^(?:no?|r)[ ,:]\s*(\S.*)$/i.exec(typed);
    if (why !== null) return { kind: "no", reason: why[1]! };
    if (key === "r") {
      terminal.write(plain`Why not? The model sees this; Enter alone goes back`);
      const reason = (await terminal.line({ mark: MARK, ...(signal ? { signal } : {}) }))?.trim() ?? null;
      if (reason === null) return signal?.aborted ? { kind: "stop" } : { kind: "no", reason: GONE };
      if (reason !== "") return { kind: "no", reason };
      continue;
    }
    if (key === "v" || key === "view") {
      const whole = isCut ? asWrite(change, await fetchContent(change, options.fetch)) : change;
      page(everythingInLines(whole, viewOptions), options);
      isWhole = true;
    } else if (key === "a" && !options.canRemember) {
      tell(["A rule is kept with this question already."]);
    } else if (key === "a" && isOwn) {
      tell(["Only a change applied as suggested can be remembered."]);
    } else if (key === "a") {
      const { rules, why } = rulesOnOffer(change, { session: typed === "A", isWhole });
      if (rules.length === 0) {
        tell([why]);
        continue;
      }
      const rule = await askRule(rules, { terminal, mark: MARK, signal });
      if (rule === "stop") return signal?.aborted ? { kind: "stop" } : { kind: "no", reason: GONE };
      if (rule !== null) return { kind: "yes", remember: rule };
    } else if ((key === "e" || key === "edit") && editing !== undefined) {
      const edited = await editChange(change, { editing, terminal, fetch: options.fetch, signal });
      if (edited.kind === "aborted") return { kind: "stop" };
      if (edited.kind === "change") return edited;
      tell(edited.said);
      if (edited.kind === "accepted") return { kind: "yes", remember: null };
    } else terminal.write(paint.dim(sayInLines(help(hint !== null), viewOptions)));
  }
}

const ON_DISK_KEYS: ReadonlySet<string> = new Set(["v", "view", "e", "edit"]);
const ON_DISK_HELP = plain`y keeps the change, n reverts it, v shows more, e opens the file in your editor, q leaves the review: every file stays as it is.`;
const GONE = "The terminal closed before an answer.";
const ALWAYS = plain`a shows rules that would allow changes like this from now on; A everything until this session ends.`;

function help(canEdit: boolean): Plain {
  const edit = canEdit ? plain`, e opens it in your editor` : plain``;
  return plain`y and Enter writes it, n or Enter alone leaves the file as it is, n or r and a reason gives the model the reason, v shows more${edit}, a also keeps a rule, A allows everything until this session ends, q leaves this and all others.`;
}

/** A payload this reviewer has no view for: its description says what is essential. */
async function askDescription(
  payload: ApprovalPayload,
  options: LineReviewerOptions,
  signal?: AbortSignal,
): Promise<Decision> {
  const { terminal, inWords = false } = options;
  const asked = plain`"${reveal(payload.description, { tabs: true })}" - Approve? [y/n]`;
  const room = { width: terminal.width - MARK.length };
  const rows = inWords ? spokenRows(plain``, asked, room) : continuedRows(asked, room);
  terminal.write(plain`\n${joinPrintable(rows, plain`\n`)}`);
  const line = await options.terminal.line({ mark: MARK, ...(signal ? { signal } : {}) });
  const digest = payload.digest as Digest; // The asker made it with digestOf.
  const typed = line?.trim() ?? "";
  const answer: Answer = /^y(es)?$/i.test(typed)
    ? { action: "apply", digest, after: null, by: PERSON }
    : { action: "reject", digest, by: PERSON };
  return { approval_id: payload.approval_id, items: [answer], ...(/^q(uit)?$/i.test(typed) ? { stop_run: true } : {}) };
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

function page(text: Printable, { terminal, pager }: LineReviewerOptions): void {
  const [command, ...args] = pager ?? [];
  if (command !== undefined) {
    const run = spawnSync(command, args, { input: text, stdio: ["pipe", "inherit", "inherit"] });
    if (run.error === undefined && run.status === 0) return;
  }
  terminal.write(printable`${text}\n`);
}
