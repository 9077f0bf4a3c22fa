// `galley inbox watch`: one line per event, until it is interrupted or its reader is gone. It counts as an attached
// reviewer: the reader of these lines can answer. Of a team's inbox it shows what this machine asks.

import * as os from "node:os";
import type { InboxEvent, QuestionSummary } from "../../inbox/index.ts";
import { plain, reveal, revealJson, type Plain } from "../../text/index.ts";
import type { InboxContext } from "./context.ts";
import { rowOf, type InboxLine } from "./schema.ts";
import { describeAsker, describeEnd } from "./wording.ts";
import { printNote, printWhileRead } from "../text-io.ts";

export async function watchQuestions({ settings, inbox, team, filter }: InboxContext): Promise<number> {
  if (team === null) await inbox.attach("watch");
  else printNote(`Shown is what this machine asks in your team's inbox. Answer at ${team}.`);
  const known = new Set<string>();
  for await (const event of inbox.watch({ ...filter, signal: settings.signal })) {
    const lines = event.kind === "snapshot" ? await caughtUp(event.open) : [lineOf(event)];
    for (const line of lines) {
      if (line.type === "question") known.add(line.id);
      else known.delete(line.id);
      const text = settings.json ? revealJson(line) : describe(line);
      if (!(await printWhileRead(plain`${text}\n`))) return 0;
    }
  }
  return 130;

  /** The first snapshot is all news. A later one comes when the reader was slow: what it missed is looked up. */
  async function caughtUp(open: readonly QuestionSummary[]): Promise<readonly InboxLine[]> {
    const isOpen = new Set(open.map(({ id }) => id));
    const ended: InboxLine[] = [];
    for (const id of known) {
      if (isOpen.has(id)) continue;
      const found = await inbox.read(id);
      const outcome = "outcome" in found ? found.outcome : null;
      ended.push(
        outcome?.kind === "answered"
          ? { type: "answered", id, decision: outcome.decision }
          : { type: "gone", id, because: outcome?.because ?? "removed" },
      );
    }
    const fresh = open.filter(({ id }) => !known.has(id));
    return [
      ...ended,
      ...fresh.map((question): InboxLine => ({ type: "question", id: question.id, question: rowOf(question) })),
    ];
  }
}

function lineOf(event: Exclude<InboxEvent, { kind: "snapshot" }>): InboxLine {
  const { id } = event.question;
  switch (event.kind) {
    case "question":
      return { type: "question", id, question: rowOf(event.question) };
    case "answered":
      return { type: "answered", id, decision: event.decision };
    case "gone":
      return { type: "gone", id, because: event.because };
    default:
      return event satisfies never;
  }
}

function describe(line: InboxLine): Plain {
  const id = reveal(line.id);
  switch (line.type) {
    case "question": {
      const { description, asker } = line.question;
      return plain`${id}  ${reveal(description)} (${describeAsker(asker, os.hostname())})`;
    }
    case "answered":
      return plain`${id}  ${describeEnd({ kind: "answered", decision: line.decision })}`;
    case "gone":
      return plain`${id}  ${describeEnd({ kind: "closed", because: line.because })}`;
    default:
      return line satisfies never;
  }
}
