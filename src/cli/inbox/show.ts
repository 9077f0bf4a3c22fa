// `galley inbox show`: one question, whole. As text it is what a reviewer would see; as JSON exactly what was asked.

import * as os from "node:os";
import { below, describePlace, type ApprovalPayload, type ChangePayload } from "../../approval/index.ts";
import type { Question } from "../../inbox/index.ts";
import {
  asText,
  joinPrintable,
  plain,
  reveal,
  revealLines,
  trimEndOf,
  unifiedDiff,
  type Plain,
  type Text,
} from "../../text/index.ts";
import type { InboxContext } from "./context.ts";
import { describeAsker, describeEnd, timeOf } from "./wording.ts";
import type { Settings } from "../settings.ts";
import { print, printJson, printNote } from "../text-io.ts";

export async function showQuestion({ settings, inbox }: InboxContext, id: string): Promise<number> {
  const found = await inbox.read(id);
  switch (found.kind) {
    case "question":
      if (settings.json) await printJson(found.question);
      else {
        const over = found.outcome === null ? [] : [plain``, describeEnd(found.outcome)];
        await print(plain`${joinPrintable([...linesOf(found.question), ...over], plain`\n`)}\n`);
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

function linesOf(question: Question): readonly Plain[] {
  return [
    reveal(question.description),
    plain`Asked at ${timeOf(question)} by ${describeAsker(question.asker, os.hostname())}`,
    ...(question.asker.door === "review" ? [ON_DISK] : []),
    ...(question.deadline === null
      ? []
      : [plain`Rejected if not answered by ${timeOf({ asked_at: question.deadline })}`]),
    ...partsOf(question),
  ];
}

const ON_DISK = plain`A review of changes that are on disk already: apply keeps them, reject reverts them.`;

function partsOf(payload: ApprovalPayload): readonly Plain[] {
  switch (payload.type) {
    case "batch": {
      const open = payload.open_edits.map(
        ({ path, message }) => plain`An edit of ${reveal(path)} has no place: ${reveal(message)}`,
      );
      return [
        ...payload.items.flatMap((item) => [plain``, reveal(item.description), ...changeLines(item)]),
        ...(open.length === 0 ? [] : [plain``, ...open]),
      ];
    }
    case "shell":
      return [
        plain``,
        plain`${reveal(describePlace(payload))}.`,
        plain`In ${reveal(payload.cwd)}:`,
        ...riskLines(payload),
        ...commandLines(payload.command),
      ];
    case "read":
      return [plain``, reveal(payload.path), ...riskLines(payload)];
    default:
      return [plain``, ...changeLines(payload)];
  }
}

/** Numbered, so that no line of it can be taken for one of ours. */
function commandLines(command: string): readonly Plain[] {
  const lines = command.split("\n");
  const width = String(lines.length).length;
  return lines.map((line, at) => {
    const number = reveal(String(at + 1).padStart(width));
    return plain`${number}  ${reveal(line, { reading: "exact", tabs: true, spaces: true })}`;
  });
}

function changeLines(change: ChangePayload): readonly Plain[] {
  const hunks = change.hunks.map(({ index, new_start }) => plain`${index} at line ${new_start}`);
  return [
    ...riskLines(change),
    ...(hunks.length > 1 ? [plain`Changes to choose from with --hunks: ${joinPrintable(hunks, plain`, `)}`] : []),
    trimEndOf(revealLines(diffOf(change), { reading: "code", trailing: true })),
  ];
}

function riskLines({ risks }: Pick<ApprovalPayload, "risks">): readonly Plain[] {
  return risks.map(({ message }) => plain`! ${reveal(message)}`);
}

function diffOf(change: ChangePayload): string {
  if ("unified_diff" in change) return change.unified_diff;
  const [before, after] = [textOf(change.original_content), textOf(change.suggested_content)];
  return unifiedDiff({ oldPath: below(change.path), newPath: below(change.path), before, after });
}

function textOf(content: string | null): Text {
  return (content === null ? null : asText(content)) ?? ("" as Text); // Payload content was made from Text.
}
