// What stays in the scrollback after a review: one line per file, what was decided; of many files with the same answer,
// how many.

import { counted } from "../../base/index.ts";
import type { Answer, ApprovalPayload, Decision } from "../../approval/index.ts";
import {
  chosenWords,
  FEW_FILES,
  isDeferred,
  placedPaths,
  type ChangePage,
  type Page,
  type Review,
} from "../../review/index.ts";
import { joinPrintable, plain, printable, reveal, type Plain, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { revealTarget } from "../view/target-path.ts";

export type TraceOptions = {
  readonly paint: Paint;
  readonly show: (path: string) => string;
  /** A line for every file, however many there are. */
  readonly verbose?: boolean;
  /** Only what the editor did by itself: a report about every file follows on the same terminal. */
  readonly notesOnly?: boolean;
};

// So many files with the same answer are one line.
const SAME = 4;

export function traceOf(
  review: Review,
  decision: Decision,
  { paint, show, verbose = false, notesOnly = false }: TraceOptions,
): Printable[] {
  if (notesOnly) {
    const pages = review.pages.filter((page) => page.kind === "change" && page.notes.length > 0);
    return pages.length === 0 ? [] : traceOf({ ...review, pages }, decision, { paint, show, verbose });
  }
  const placed = placedPaths(review);
  const answers = new Map(decision.items.map((item) => [item.digest as string, item]));
  const sayOf = review.purpose === "work-tree" ? keepingOf : sayingOf;
  const said = review.pages.map((page) => (isDeferred(page, placed) ? AGAIN : sayOf(page, answers)));
  const row = ({ mark, words }: Saying, what: Plain): Printable => {
    const colour = mark === YES ? paint.green : mark === NO ? paint.red : paint.yellow;
    return printable`${colour(mark)} ${what} ${paint.dim(plain`· ${words}`)}`;
  };
  const counts = new Map<string, number>();
  for (const { many } of said) if (many !== null) counts.set(many, (counts.get(many) ?? 0) + 1);
  const isMany = !verbose && review.pages.length > FEW_FILES;
  const grouped = new Set([...counts].filter(([, count]) => isMany && count >= SAME).map(([many]) => many));
  const single = review.pages.flatMap((page, at) => {
    if (grouped.has(said[at]!.many ?? "")) return [];
    const path = revealTarget(page.kind === "open" ? page.edit : page.payload, show);
    return [row(said[at]!, page.kind === "plain" ? plainSubject(page.payload, path) : path)];
  });
  const together = [...grouped].map((many) => {
    const saying = said.find((each) => each.many === many)!; // It was found among them.
    return row({ ...saying, words: saying.many! }, reveal(counted(counts.get(many)!, "file")));
  });
  return [...single, ...together];
}

/** Of a command the command itself: its folder says nothing about what was approved. */
function plainSubject(payload: ApprovalPayload, path: Plain): Plain {
  if (payload.type === "call") return reveal(payload.tool);
  if (payload.type !== "shell") return path === "" ? reveal(payload.description) : path;
  const [first = ""] = payload.command.trimStart().split("\n");
  const cut = [...first].slice(0, MAX_COMMAND).join("");
  return cut === payload.command.trim() ? reveal(cut) : plain`${reveal(cut.trimEnd())}…`;
}

const MAX_COMMAND = 60;

/** `many`: the same said of several files; null for what is only ever said of one. */
type Saying = { readonly mark: Plain; readonly words: Plain; readonly many: Plain | null };

const YES = plain`✓`;
const NO = plain`✗`;
const LATER = plain`↻`;

const AGAIN: Saying = { mark: LATER, words: plain`asked again with what you chose`, many: null };

/** Of a change that is on disk; what was not answered stays. */
function keepingOf(page: Page, answers: ReadonlyMap<string, Answer>): Saying {
  const answer = page.kind === "open" ? undefined : answers.get(page.payload.digest);
  if (answer === undefined)
    return { mark: YES, words: plain`not decided: it stays`, many: plain`not decided: they stay` };
  switch (answer.action) {
    case "apply": {
      if (page.kind !== "change" || answer.hunks === undefined)
        return { mark: YES, words: plain`you kept it`, many: plain`you kept them` };
      const all = reveal(counted(page.changes.length, "change"));
      return { mark: YES, words: plain`you kept ${answer.hunks.length} of ${all}`, many: null };
    }
    case "modify":
      if (page.kind === "change" && !page.edited)
        return { mark: YES, words: plain`you kept ${partsOf(page)}`, many: null };
      return { mark: YES, words: plain`your version`, many: null };
    case "reject":
      return { mark: NO, words: plain`you reverted it`, many: plain`you reverted them` };
    default:
      return answer satisfies never;
  }
}

/** Of changes that were split: how many of their parts. */
function partsOf({ chosen, changes }: ChangePage): Plain {
  return plain`${chosen.size} of ${reveal(counted(changes.length, "part"))}`;
}

function sayingOf(page: Page, answers: ReadonlyMap<string, Answer>): Saying {
  if (page.kind === "open") {
    return page.answer?.kind === "place"
      ? {
          mark: LATER,
          words: plain`you chose ${reveal(chosenWords(page.edit.places[page.answer.place]!))}`,
          many: null,
        }
      : { mark: NO, words: plain`you left this edit out`, many: null };
  }
  const answer = answers.get(page.payload.digest);
  if (answer === undefined) return { mark: NO, words: plain`not answered`, many: plain`not answered` };
  switch (answer.action) {
    case "apply": {
      if (page.kind === "change" && answer.hunks !== undefined) {
        const all = reveal(counted(page.changes.length, "change"));
        return { mark: YES, words: plain`you approved ${answer.hunks.length} of ${all}`, many: null };
      }
      const notes = page.kind === "change" ? page.notes.map((note) => reveal(note)) : [];
      const words = joinPrintable([plain`you approved it`, ...notes], plain`; `);
      return { mark: YES, words, many: notes.length === 0 ? plain`you approved them` : null };
    }
    case "modify":
      if (page.kind === "change" && !page.edited)
        return { mark: YES, words: plain`you approved ${partsOf(page)}`, many: null };
      return { mark: YES, words: plain`you approved your version`, many: null };
    case "reject": {
      if (answer.reason === undefined)
        return { mark: NO, words: plain`you rejected it`, many: plain`you rejected them` };
      const words = plain`rejected: ${reveal(answer.reason, { reading: "prose" })}`;
      return { mark: NO, words, many: words };
    }
    default:
      return answer satisfies never;
  }
}
