// What stays in the scrollback after a review: one line per file, what was decided.

import { counted } from "../../base/index.ts";
import type { Decision } from "../../approval/index.ts";
import { isDeferred, type Page, type Review } from "../../review/index.ts";
import { reveal } from "../../text/index.ts";
import type { Paint } from "../paint.ts";

export type TraceOptions = { readonly paint: Paint; readonly show: (path: string) => string };

export function traceOf(review: Review, decision: Decision, { paint, show }: TraceOptions): string[] {
  return review.pages.map((page) => {
    const { mark, words } = sayingOf(review, page, decision);
    const path = reveal(show(page.kind === "open" ? page.edit.path : page.payload.path), { oneLine: true });
    const what = page.kind === "plain" && path === "" ? reveal(page.payload.description, { oneLine: true }) : path;
    const colour = mark === "✓" ? paint.green : mark === "✗" ? paint.red : paint.yellow;
    return `${colour(mark)} ${what} ${paint.dim(`· ${words}`)}`;
  });
}

type Saying = { readonly mark: string; readonly words: string };

function sayingOf(review: Review, page: Page, decision: Decision): Saying {
  if (isDeferred(review, page)) return { mark: "↻", words: "asked again with the place you chose" };
  if (page.kind === "open") {
    return page.answer?.kind === "place"
      ? { mark: "↻", words: `you chose line ${page.edit.places[page.answer.place]!.line}` }
      : { mark: "✗", words: "you left this edit out" };
  }
  const answer = decision.items.find(({ digest }) => digest === page.payload.digest);
  if (answer === undefined) return { mark: "✗", words: "not answered" };
  switch (answer.action) {
    case "apply":
      if (page.kind === "change" && answer.hunks !== undefined) {
        return { mark: "✓", words: `you approved ${answer.hunks.length} of ${counted(page.changes.length, "change")}` };
      }
      return { mark: "✓", words: ["you approved it", ...(page.kind === "change" ? page.notes : [])].join("; ") };
    case "modify":
      return { mark: "✓", words: "you approved your version" };
    case "reject":
      return {
        mark: "✗",
        words:
          answer.reason === undefined ? "you rejected it" : `rejected: ${reveal(answer.reason, { oneLine: true })}`,
      };
    default:
      return answer satisfies never;
  }
}
