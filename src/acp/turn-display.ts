// A turn as session updates. The model's words are sent as they come, edit blocks without their markers are left to the
// questions about them; calls are listed with their files and get their result. It only shows: it answers nothing.

import type { SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk";
import { TextAroundBlocks, type Display, type ShownResult } from "../agent/index.ts";
import { fenced } from "../text/index.ts";
import { text } from "./shown-question.ts";
import { diffOfCall, listCall } from "./tool-call.ts";

export type TurnDisplayOptions = {
  readonly send: (update: SessionUpdate) => void;
  /** What the user should know, as a sentence. */
  readonly note: (note: string) => void;
  readonly fileOf: (path: string) => string | null;
  /** What a question about the call has shown, if it was applied as shown. */
  readonly shownFor: (callId: string) => readonly ToolCallContent[] | null;
  /** Said with each change, where something about it is unlike others; "" where nothing is. */
  readonly aboutChanges: string;
};

// The model has all of it; an editor shows the start.
const MOST_CHARS = 20_000;

export function turnDisplay({ send, note, fileOf, shownFor, aboutChanges }: TurnDisplayOptions): Display {
  let around = new TextAroundBlocks();
  let hasText = false;
  const say = (words: string): void => {
    if (words === "") return;
    hasText = true;
    send({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: words } });
  };
  return {
    onTextDelta: (delta, options) => {
      if (options?.inBlocks !== true) say(delta);
    },
    onBlock: (event) => {
      if (event.kind === "text") say(around.push(event.text));
      if (event.kind === "block-start") say(around.start(event.path));
    },
    onTextCommit: () => {
      say(around.end());
      around = new TextAroundBlocks();
      // The next words are a message of their own.
      if (hasText) say("\n\n");
      hasText = false;
    },
    onReasoningDelta: (delta) => send({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text: delta } }),
    onToolCall: (call) =>
      send({ sessionUpdate: "tool_call", ...listCall(call, fileOf), status: "in_progress", rawInput: call.args }),
    onToolResult: (result) => {
      const isDone = result.receipt === "applied";
      const diff = isDone ? (shownFor(result.id) ?? diffOfCall(result, fileOf)) : [];
      const about = isDone && CHANGING.has(result.tool) && aboutChanges !== "" ? [text(aboutChanges)] : [];
      send({
        sessionUpdate: "tool_call_update",
        toolCallId: result.id,
        status: isDone ? "completed" : "failed",
        content: [...resultText(result), ...diff, ...about],
      });
    },
    onApplied: (report, forUser = report.results) => {
      const rows = forUser.map(
        ({ file_path, status, message }) => `- ${file_path ?? "(no path)"}: ${status}. ${message}`,
      );
      const about = report.receipt_id === null && aboutChanges !== "" ? [aboutChanges] : [];
      say(`\n\n${[...rows, ...report.warnings, ...about].join("\n")}\n`);
    },
    onNotApplied: (results) => {
      const rows = results.map(({ file_path, message }) => `- ${file_path ?? "(no path)"}: ${message}`);
      say(`\n\nEdits in the text that are not applied:\n${rows.join("\n")}\n`);
    },
    onRetry: ({ message, discarded }) => {
      around = new TextAroundBlocks();
      hasText = false;
      const what = discarded === "" ? "" : " The text above does not count.";
      note(`${message} Asking again.${what}`);
    },
    onNote: note,
  };
}

const CHANGING: ReadonlySet<string> = new Set(["write_file", "edit_file", "edit", "rm"]);

function resultText({ tool, content, result }: ShownResult): readonly ToolCallContent[] {
  // Of a file that was read, the editor has its own text.
  if (tool === "read_file" && result.success) return [];
  const shown =
    content.length > MOST_CHARS
      ? `${content.slice(0, MOST_CHARS).toWellFormed()}\n… (cut here; the model has all of it)`
      : content;
  return [text(CHANGING.has(tool) ? shown : fenced(shown))];
}
