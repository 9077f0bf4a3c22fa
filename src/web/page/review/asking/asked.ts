// The name of what is asked right now, with everything that an answer would be about. Where it is another, an answer
// that was meant for the one before does not count.

import type { Review } from "../../../../review/index.ts";
import { idOf } from "../state/identity.ts";

/** Null while it was not painted. */
export function askedIn(question: string, review: Review): string | null {
  const { at, showing, stage, painted } = review;
  if (!painted || stage.kind === "settled") return null;
  const about = showing === "overview" ? "overview" : pageName(review);
  return [question, showing, at, about, stageName(stage)].join("\n");
}

function pageName({ pages, at }: Review): string {
  const page = pages[at];
  switch (page?.kind) {
    case "change":
      return `change ${page.view} ${page.edited} ${idOf(page.changes)} ${[...page.chosen].sort((a, b) => a - b).join(",")}`;
    case "open":
      return `place ${page.place}`;
    case "plain":
      return "plain";
    case undefined:
      return "none";
    default:
      return page satisfies never;
  }
}

/** What is typed into a stage is part of no other question. */
function stageName(stage: Review["stage"]): string {
  switch (stage.kind) {
    case "remembering":
      return `remembering ${stage.offer} ${stage.all}`;
    case "bulk":
      return `bulk ${idOf(stage.bulk)}`;
    default:
      return stage.kind;
  }
}
