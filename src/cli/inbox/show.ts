// `galley inbox show`: one question, whole. As text it is what a reviewer would see; as JSON exactly what was asked.

import * as os from "node:os";
import { describeNotShown } from "../../approval/index.ts";
import type { Question } from "../../inbox/index.ts";
import { questionLines } from "../../review/index.ts";
import { joinPrintable, plain, reveal, type Plain } from "../../text/index.ts";
import type { InboxContext } from "./context.ts";
import { describeAsker, describeDeadline, describeEnd, timeOf } from "./wording.ts";
import type { Settings } from "../settings.ts";
import { print, printJson, printNote } from "../text-io.ts";

export async function showQuestion({ settings, inbox, team }: InboxContext, id: string): Promise<number> {
  const found = await inbox.read(id);
  switch (found.kind) {
    case "question":
      if (settings.json) await printJson(found.question);
      else {
        const over = found.outcome === null ? [] : [plain``, describeEnd(found.outcome)];
        await print(plain`${joinPrintable([...linesOf(found.question, team), ...over], plain`\n`)}\n`);
      }
      return 0;
    case "outcome":
      return notShown(`The content of question ${id} is gone. ${describeEnd(found.outcome)}`, settings);
    case "unreadable":
      return notShown(`Question ${id} cannot be shown: ${found.reason}.`, settings);
    case "unknown":
      return notShown(`There is no question ${JSON.stringify(id)}. See what is open with: galley inbox list`, settings);
    default:
      return found satisfies never;
  }
}

async function notShown(message: string, { json }: Settings): Promise<number> {
  if (json) await printJson({ error: { code: "NOT_FOUND", message } });
  else printNote(message);
  return 1;
}

function linesOf(question: Question, team: string | null): readonly Plain[] {
  return [
    reveal(question.description),
    plain`Asked at ${timeOf(question)} by ${describeAsker(question.asker, os.hostname())}`,
    ...(question.asker.door === "review" ? [ON_DISK] : []),
    ...(question.deadline === null ? [] : [describeDeadline(question.asker, question.deadline, team)]),
    ...(question.not_shown === undefined ? [] : describeNotShown(question.not_shown).map((text) => reveal(text))),
    ...choiceLines(question),
    ...questionLines(question),
  ];
}

const ON_DISK = plain`A review of changes that are on disk already: apply keeps them, reject reverts them.`;

/** `--hunks` chooses among the changes of one file. */
function choiceLines(question: Question): readonly Plain[] {
  if (!("hunks" in question) || question.hunks.length < 2) return [];
  const hunks = question.hunks.map(({ index, new_start }) => plain`${index} at line ${new_start}`);
  return [plain`Changes to choose from with --hunks: ${joinPrintable(hunks, plain`, `)}`];
}
