// A question as an editor can show it: a diff for each file, made of the bytes before and after, and our own words about
// everything that a diff does not show. What cannot be shown whole can be answered only where it can.

import type { ToolCallContent, ToolCallLocation, ToolKind } from "@agentclientprotocol/sdk";
import { describeServer, type ApprovalPayload, type ChangePayload, type SinglePayload } from "../approval/index.ts";
import { fenced, reveal, revealLines } from "../text/index.ts";

export type ShownQuestion = {
  readonly title: string;
  readonly kind: ToolKind;
  readonly content: ToolCallContent[];
  readonly locations: ToolCallLocation[];
  /** All of it is in `content`. */
  readonly isWhole: boolean;
};

// An editor lays out both texts at once; a message has at most 32 MiB (the SDK's limit), with escapes.
const MOST_CHARS = 2_000_000;

/** `fileOf` gives the absolute path that the editor knows a file by; null for a file that is not on this machine's disk. */
export function showQuestion(payload: SinglePayload, fileOf: (path: string) => string | null): ShownQuestion {
  const warnings = payload.risks.map(({ message }) => text(`Warning: ${reveal(message, { keepMarks: true })}`));
  const title = reveal(payload.description, { keepMarks: true });
  switch (payload.type) {
    case "shell": {
      const where = payload.where === "host" ? "directly on this machine, outside any sandbox" : `${payload.where}`;
      const about = `Runs ${where}, in ${reveal(payload.cwd)}, with the workspace ${payload.workspace}${payload.network ? " and with network access" : ""}.`;
      const command = fenced(revealLines(payload.command, { reading: "code" }));
      const content = [...warnings, text(about), text(command)];
      return { title, kind: "execute", content, locations: [], isWhole: payload.command.length <= MOST_CHARS };
    }
    case "call": {
      const sent = fenced(revealLines(payload.arguments, { reading: "code" }));
      const content = [...warnings, text(reveal(describeServer(payload))), text(sent)];
      return { title, kind: "other", content, locations: [], isWhole: payload.arguments.length <= MOST_CHARS };
    }
    case "read":
      return { title, kind: "read", content: warnings, locations: locationsOf(payload, fileOf), isWhole: true };
    default: {
      const shown = showChange(payload, fileOf);
      return { title, ...shown, content: [...warnings, ...shown.content], locations: locationsOf(payload, fileOf) };
    }
  }
}

/** Questions of one file each; a batch without files has only edits to be placed. */
export function questionsOf(payload: ApprovalPayload): readonly SinglePayload[] {
  return payload.type === "batch" ? payload.items : [payload];
}

/** Only a person may answer it: no flag and no rule can. */
export function isForPerson(payload: SinglePayload): boolean {
  return (
    payload.risks.some(({ kind }) => kind === "protected" || kind === "likely") ||
    (payload.type === "shell" && payload.where === "host")
  );
}

export function text(words: string): ToolCallContent {
  return { type: "content", content: { type: "text", text: words } };
}

function showChange(
  payload: ChangePayload,
  fileOf: (path: string) => string | null,
): Pick<ShownQuestion, "kind" | "content" | "isWhole"> {
  const { original_content: before, suggested_content: after } = payload;
  const kind = payload.type === "delete" || payload.type === "move" ? payload.type : "edit";
  const path = payload.type === "move" ? payload.to : payload.path;
  const words = [
    ...(payload.type === "delete" ? [text(`Deletes ${reveal(payload.path)}.`)] : []),
    ...(payload.type === "move" ? [text(`Moves ${reveal(payload.path)} to ${reveal(payload.to)}.`)] : []),
    ...(payload.target === undefined ? [] : [text(`${reveal(payload.path)} leads to ${reveal(payload.target)}.`)]),
    ...(payload.explanation === undefined ? [] : [text(`The model says: ${revealLines(payload.explanation)}`)]),
    ...hiddenLines(payload),
  ];
  const isKnown = payload.withheld !== true && (after !== null || payload.type === "delete");
  const isWhole = isKnown && (before?.length ?? 0) + (after?.length ?? 0) <= MOST_CHARS;
  if (!isWhole) return { kind, content: [...words, text(TOO_LARGE)], isWhole };
  const diff = { type: "diff", path: fileOf(path) ?? path, oldText: before, newText: after ?? "" } as const;
  // A file that is not text has no diff.
  const isText = payload.type !== "delete" || before !== null;
  return { kind, content: [...words, ...(isText ? [diff] : [])], isWhole };
}

const TOO_LARGE =
  "This change is too large to be shown here. Review it in Galley (galley inbox, or galley web), or reject it.";

/** An editor's diff shows neither invisible characters nor line endings: the added lines that have some, marked. */
function hiddenLines(payload: ChangePayload): readonly ToolCallContent[] {
  if (payload.suggested_content === null) return [];
  const endings = payload.risks.some(({ kind }) => kind === "line-endings");
  const lines = payload.suggested_content.split("\n");
  const marked = payload.hunks.flatMap(({ new_start, new_lines }) =>
    lines.slice(new_start - 1, new_start - 1 + new_lines).flatMap((line, at) => {
      const own = endings ? line : line.replace(/\r$/, "");
      const shown = reveal(own, { reading: "code" });
      return shown === own ? [] : [`${new_start + at}: ${shown}`];
    }),
  );
  if (marked.length === 0) return [];
  const more = marked.length > MOST_MARKED ? `\nand ${marked.length - MOST_MARKED} more` : "";
  const listed = fenced(`${marked.slice(0, MOST_MARKED).join("\n")}${more}`);
  return [text(`New lines with characters that the editor does not show:\n${listed}`)];
}

const MOST_MARKED = 200;

function locationsOf(payload: SinglePayload, fileOf: (path: string) => string | null): ToolCallLocation[] {
  const path = fileOf(payload.path);
  if (path === null) return [];
  const line = "hunks" in payload ? payload.hunks[0]?.new_start : undefined;
  return [{ path, ...(line !== undefined && line > 0 ? { line } : {}) }];
}
