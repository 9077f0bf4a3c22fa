// What stays in the scrollback after a review: one line per file, what was decided.

import { counted } from "../../base/index.ts";
import type { Answer, ApprovalPayload, Decision } from "../../approval/index.ts";
import { isDeferred, placedPaths, type Page, type Review } from "../../review/index.ts";
import { joinPrintable, plain, printable, reveal, type Plain, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { revealTarget } from "../view/target-path.ts";

export type TraceOptions = { readonly paint: Paint; readonly show: (path: string) => string };

export function traceOf(review: Review, decision: Decision, { paint, show }: TraceOptions): Printable[] {
  const placed = placedPaths(review);
  const answers = new Map(decision.items.map((item) => [item.digest as string, item]));
  return review.pages.map((page) => {
    const said = review.purpose === "work-tree" ? keepingOf(page, answers) : sayingOf(page, answers);
    const { mark, words } = isDeferred(page, placed) ? AGAIN : said;
    const path = revealTarget(page.kind === "open" ? page.edit : page.payload, show);
    const what = page.kind === "plain" ? plainSubject(page.payload, path) : path;
    const colour = mark === YES ? paint.green : mark === NO ? paint.red : paint.yellow;
    return printable`${colour(mark)} ${what} ${paint.dim(plain`· ${words}`)}`;
  });
}

/** Of a command the command itself: its folder says nothing about what was approved. */
function plainSubject(payload: ApprovalPayload, path: Plain): Plain {
  if (payload.type !== "shell") return path === "" ? reveal(payload.description) : path;
  const [first = ""] = payload.command.trimStart().split("\n");
  const cut = [...first].slice(0, MAX_COMMAND).join("");
  return cut === payload.command.trim() ? reveal(cut) : plain`${reveal(cut.trimEnd())}…`;
}

const MAX_COMMAND = 60;

type Saying = { readonly mark: Plain; readonly words: Plain };

const YES = plain`✓`;
const NO = plain`✗`;
const LATER = plain`↻`;

const AGAIN: Saying = { mark: LATER, words: plain`asked again with the place you chose` };

/** Of a change that is on disk; what was not answered stays. */
function keepingOf(page: Page, answers: ReadonlyMap<string, Answer>): Saying {
  const answer = page.kind === "open" ? undefined : answers.get(page.payload.digest);
  if (answer === undefined) return { mark: YES, words: plain`not decided: it stays` };
  switch (answer.action) {
    case "apply": {
      if (page.kind !== "change" || answer.hunks === undefined) return { mark: YES, words: plain`you kept it` };
      const all = reveal(counted(page.changes.length, "change"));
      return { mark: YES, words: plain`you kept ${answer.hunks.length} of ${all}` };
    }
    case "modify":
      return { mark: YES, words: plain`your version` };
    case "reject":
      return { mark: NO, words: plain`you reverted it` };
    default:
      return answer satisfies never;
  }
}

function sayingOf(page: Page, answers: ReadonlyMap<string, Answer>): Saying {
  if (page.kind === "open") {
    return page.answer?.kind === "place"
      ? { mark: LATER, words: plain`you chose line ${page.edit.places[page.answer.place]!.line}` }
      : { mark: NO, words: plain`you left this edit out` };
  }
  const answer = answers.get(page.payload.digest);
  if (answer === undefined) return { mark: NO, words: plain`not answered` };
  switch (answer.action) {
    case "apply": {
      if (page.kind === "change" && answer.hunks !== undefined) {
        const all = reveal(counted(page.changes.length, "change"));
        return { mark: YES, words: plain`you approved ${answer.hunks.length} of ${all}` };
      }
      const notes = page.kind === "change" ? page.notes.map((note) => reveal(note)) : [];
      return { mark: YES, words: joinPrintable([plain`you approved it`, ...notes], plain`; `) };
    }
    case "modify":
      return { mark: YES, words: plain`you approved your version` };
    case "reject":
      return {
        mark: NO,
        words:
          answer.reason === undefined
            ? plain`you rejected it`
            : plain`rejected: ${reveal(answer.reason, { reading: "prose" })}`,
      };
    default:
      return answer satisfies never;
  }
}
