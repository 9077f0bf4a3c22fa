// A team's questions and outcomes in the shapes of the page's protocol.

import type { TeamEvent, TeamOutcome } from "../../team/index.ts";
import type { TeamEnd, WebLine, WebOutcome } from "../../web/index.ts";

/** Null once the decision was deleted with the contents. */
export function outcomeShown(outcome: TeamOutcome): WebOutcome | null {
  if (outcome.kind === "closed") return { kind: "closed", because: outcome.because, at: outcome.at };
  const { decision, at, by } = outcome;
  if (decision === null) return null;
  return { kind: "answered", decision, at, from: null, by };
}

/** For a list: what became of it, without contents. */
export function endShown(outcome: TeamOutcome): TeamEnd {
  if (outcome.kind === "closed") return { kind: "closed", because: outcome.because, at: outcome.at };
  return { kind: "answered", result: outcome.result, at: outcome.at, by: outcome.by };
}

/** A snapshot says that the page must fetch everything again. */
export function lineOf(event: TeamEvent): WebLine {
  const { cursor } = event;
  switch (event.kind) {
    case "snapshot":
      return { cursor, event: { type: "reset" } };
    case "question":
      return { cursor, event: { type: "question", question: event.question } };
    case "changed":
      return { cursor, event: { type: "question-changed", question: event.question } };
    case "ended": {
      const { question } = event;
      const outcome = outcomeShown(event.outcome);
      if (outcome?.kind !== "answered") {
        const because = outcome?.because ?? "removed"; // Its contents are gone already.
        return { cursor, event: { type: "gone", question, because, at: event.outcome.at } };
      }
      const { kind: _, ...answered } = outcome;
      return { cursor, event: { type: "answered", question, ...answered } };
    }
    default:
      return event satisfies never;
  }
}
