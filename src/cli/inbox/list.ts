// `galley inbox list`: what is open now, oldest first. Of a team's inbox, what this machine has asked there.

import * as os from "node:os";
import { ageOf, counted } from "../../base/index.ts";
import type { OpenQuestions, QuestionSummary } from "../../inbox/index.ts";
import { joinPrintable, plain, reveal, type Plain } from "../../text/index.ts";
import type { InboxContext } from "./context.ts";
import { rowOf } from "./schema.ts";
import { describeAsker, timeOf } from "./wording.ts";
import { print, printJson, printNote } from "../text-io.ts";

export async function listQuestions({ settings, inbox, team, filter }: InboxContext): Promise<number> {
  const { questions, unreadable } = await inbox.open(filter);
  reportUnreadable(unreadable);
  if (settings.json) {
    await printJson(questions.map(rowOf));
    return 0;
  }
  const lines = questions.flatMap(linesOf);
  if (team !== null) lines.push(...teamLines(team, questions.length));
  else if (questions.length === 0) lines.push(plain`No question is waiting.`);
  else lines.push(plain``, plain`Answer them in a terminal with: galley inbox`);
  await print(plain`${joinPrintable(lines, plain`\n`)}\n`);
  return 0;
}

/** A list that looks like everyone's must not be taken for it. */
function teamLines(team: string, count: number): readonly Plain[] {
  const where = plain`your team's inbox at ${reveal(team)}`;
  if (count === 0) return [plain`Nothing that this machine asked in ${where} is waiting.`];
  return [plain``, plain`These are the questions of this machine in ${where}. They are answered there.`];
}

/** On standard error: a list must not look complete when it is not. */
export function reportUnreadable(unreadable: OpenQuestions["unreadable"]): void {
  if (unreadable.length === 0) return;
  const [{ id, reason }] = unreadable as [OpenQuestions["unreadable"][number]]; // It has at least one.
  const which = `${counted(unreadable.length, "question")} cannot be shown, such as ${id}: ${reason}`;
  printNote(which);
}

function linesOf(question: QuestionSummary): readonly Plain[] {
  return [
    plain`${reveal(question.id)}  ${question.asker.door === "review" ? plain`On disk: ` : plain``}${reveal(question.description)}`,
    plain`    ${timeOf(question)} (${reveal(ageOf(question.asked_at, Date.now()))})  ${describeAsker(question.asker, os.hostname())}`,
  ];
}
