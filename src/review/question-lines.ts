// A question as lines of text, for a reader without a screen of ours: what would be done, its warnings, the whole
// change. Everything in them is revealed.

import { below, describePlace, describeServer, type ApprovalPayload, type ChangePayload } from "../approval/index.ts";
import { asText, plain, reveal, revealLines, splitPlain, trimEndOf, unifiedDiff } from "../text/index.ts";
import type { Plain, Text } from "../text/index.ts";

/** Everything that the question is about, after its description. A blank line comes before each part. */
export function questionLines(payload: ApprovalPayload): readonly Plain[] {
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
    case "call":
      return [plain``, reveal(describeServer(payload)), ...riskLines(payload), ...commandLines(payload.arguments)];
    case "read":
      return [plain``, reveal(payload.path), ...riskLines(payload)];
    default:
      return [plain``, ...changeLines(payload)];
  }
}

/** The change of one file as a unified diff, not revealed. Whole where `showsWhole` says so. */
export function diffOf(change: ChangePayload): string {
  if ("unified_diff" in change) return change.unified_diff;
  const [before, after] = [textOf(change.original_content), textOf(change.suggested_content)];
  return unifiedDiff({ oldPath: below(change.path), newPath: below(change.path), before, after });
}

/** Whether the lines show everything that would be done: not of what is no text, is held back, or has no place yet. */
export function showsWhole(payload: ApprovalPayload): boolean {
  if (payload.not_shown !== undefined) return false;
  switch (payload.type) {
    case "batch":
      return payload.open_edits.length === 0 && payload.items.every(showsWhole);
    case "shell":
    case "call":
    case "read":
      return true;
    case "write_large":
      return false;
    case "delete":
      return payload.withheld !== true && payload.original_content !== null;
    case "write":
      return payload.withheld !== true && (payload.original_content !== null || !payload.file_exists);
    default:
      return payload.withheld !== true && payload.original_content !== null;
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
  const diff = trimEndOf(revealLines(diffOf(change), { reading: "code", trailing: true }));
  return [...riskLines(change), ...splitPlain(diff, "\n")];
}

function riskLines({ risks }: Pick<ApprovalPayload, "risks">): readonly Plain[] {
  return risks.map(({ message }) => plain`! ${reveal(message)}`);
}

function textOf(content: string | null): Text {
  return (content === null ? null : asText(content)) ?? ("" as Text); // Payload content was made from Text.
}
