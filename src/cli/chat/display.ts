// What happens in a turn, on the person's screen: words while they come, changes while they come, each call and what
// came of it. Everything from a model or a tool is made safe by the screen itself.

import { TextAroundBlocks, type Display, type ShownCall, type ShownResult } from "../../agent/index.ts";
import { counted, grouped } from "../../base/index.ts";
import type { BlockEvent } from "../../edits/index.ts";
import type { ChatScreen } from "../../terminal/index.ts";
import { isFailedCommand } from "../failed-command.ts";
import type { NewChanges } from "./unasked-changes.ts";
import { MARKS, wordsFor } from "../report/apply-report.ts";
import { exitMessage, outcomesOf, type ApplyReport } from "../../tools/index.ts";

export type ChatDisplay = Display & {
  /** The model writes edit blocks: it turned out to have no tools, or was asked to. */
  readonly usesBlocks: () => boolean;
};

export function chatDisplay(screen: ChatScreen, onChange: () => void, changes: NewChanges | null = null): ChatDisplay {
  let words = new TextAroundBlocks();
  let usesBlocks = false;
  let said = "";
  let toldTrouble = "";
  let above: ApplyReport["results"] = [];
  let unasked: string | null = null;
  const commit = (): void => {
    const rest = words.end();
    if (rest !== "") screen.say(rest);
    words = new TextAroundBlocks();
    said = "";
    screen.settle();
  };
  return {
    usesBlocks: () => usesBlocks,
    onBlock: (event) => {
      usesBlocks = true;
      showBlock(event, words, screen);
    },
    onTextDelta: (delta, options) => {
      usesBlocks ||= options?.inBlocks === true;
      screen.busy("Answering");
      said += delta;
      if (options?.inBlocks !== true) screen.say(delta);
    },
    onTextCommit: (text) => {
      if (text.startsWith(said)) screen.say(text.slice(said.length));
      commit();
      screen.busy("Working");
    },
    onReasoningDelta: () => screen.busy("Thinking"),
    onToolCall: (call) => {
      screen.show({ kind: "call", tool: call.tool, summary: summaryOf(call) });
      screen.busy(`Running ${call.tool}`);
    },
    onToolOutput: (_, __, text) => screen.output(text),
    onApproval: ({ call, autoApproved }) => {
      unasked = autoApproved ? call.id : null;
    },
    onToolResult: (result) => {
      showResult(result, screen);
      const files = CHANGING.has(result.tool) ? (changes?.() ?? []) : [];
      if (files.length > 0 && unasked === result.id) screen.show({ kind: "diff", files, most: MAX_DIFF_ROWS });
      screen.busy("Waiting for the model");
    },
    onNotApplied: (results) => {
      above = [...above, ...results];
      showResults(results, screen);
    },
    onWaiting: (silentMs) => screen.waiting(silentMs),
    onApplied: (report, forUser = report.results) => {
      showResults(report.results, screen, { above, forUser });
      const { staged, warnings } = report;
      if (staged.length > 0) screen.show({ kind: "note", text: `${counted(staged.length, "file")} staged in git.` });
      for (const text of warnings) screen.show({ kind: "note", text });
      above = [];
    },
    onFilesChanged: onChange,
    onRetry: ({ message, waitMs, discarded }) => {
      commit();
      const again = discarded === "" ? "" : " What was shown of the answer is discarded; it starts again.";
      // The same problem is shown once.
      const problem = message === toldTrouble ? "Same error again." : message;
      toldTrouble = message;
      screen.show({ kind: "note", text: `${problem} Trying again in ${Math.ceil(waitMs / 1000)} s.${again}` });
      screen.busy("Waiting to try again");
    },
    onUsage: onChange,
    onNote: (text) => screen.show({ kind: "note", text }),
  };
}

function showBlock(event: BlockEvent, words: TextAroundBlocks, screen: ChatScreen): void {
  switch (event.kind) {
    case "text":
      return screen.say(words.push(event.text));
    case "block-start":
      screen.say(words.start(event.path));
      return screen.edit({ kind: "edit-start", path: event.path });
    case "block-text":
      return screen.edit({ kind: "edit-text", section: event.section, text: event.text });
    case "block-end": {
      const { proposed } = event;
      return screen.edit({ kind: "edit-end", problem: proposed.kind === "broken" ? proposed.message : null });
    }
    default:
      event satisfies never;
  }
}

/** The one argument that says most: what is looked for, more than where. */
export function summaryOf({ tool, args }: ShownCall): string {
  const fields = (typeof args === "object" && args !== null ? args : {}) as Readonly<Record<string, unknown>>;
  const telling =
    tool === "shell" ? fields["command"] : tool === "eval" ? fields["code"] : (fields["pattern"] ?? fields["path"]);
  const text = typeof telling === "string" ? telling : "";
  return text.length > MAX_SUMMARY ? `${text.slice(0, MAX_SUMMARY).toWellFormed()}…` : text;
}

const CHANGING: ReadonlySet<string> = new Set(["write_file", "edit_file"]);
const MAX_SUMMARY = 400;
const MAX_LINES = 40;
// A line may be of any length.
const MAX_CHARS = 8_000;
const MAX_DIFF_ROWS = 40;

/** What a command printed is a panel; a value may bring its own `display`; everything else says in a line what it did. */
export function showResult(
  { tool, result, receipt }: Pick<ShownResult, "tool" | "result" | "receipt">,
  screen: ChatScreen,
): void {
  if ((tool === "shell" || tool === "eval") && result.success) {
    const { stdout = "", stderr = "", truncated = false } = result.value as PrintedValue; // Its own value.
    const printed = [stdout, stderr].filter((part) => part.trim() !== "").map((part) => part.trimEnd());
    const { text, cut } = lastLines(printed.join("\n"), { isWhole: !truncated });
    // A command that succeeded and left nothing to mention needs no sentence below its output.
    const message = result.message === exitMessage(0) ? [] : [result.message];
    const more = [...cut, ...message].join(" ");
    if (text.trim() !== "")
      return screen.show({ kind: "panel", title: `$ ${tool}`, text, more: more === "" ? null : more });
    const tone = isFailedCommand(result) ? "bad" : "good";
    return screen.show({ kind: "outcome", tone, text: more === "" ? result.message : more });
  }
  const own = result.success ? (result.value as { readonly display?: unknown } | null)?.display : null;
  if (typeof own === "string" && own.trim() !== "")
    return screen.show({ kind: "words", text: own.trimEnd().split("\n") });
  const [first = ""] = result.message.split("\n", 1);
  const tone = receipt === "applied" ? "good" : receipt === "failed" ? "bad" : "open";
  screen.show({ kind: "outcome", tone, text: first });
}

type PrintedValue = { readonly stdout?: string; readonly stderr?: string; readonly truncated?: boolean };

/** The end of an output says how it went. `isWhole` false: a part of it is missing, and with it the number of its lines. */
export function lastLines(
  text: string,
  { isWhole }: { readonly isWhole: boolean },
): { readonly text: string; readonly cut: readonly string[] } {
  const lines = text.split("\n");
  const end = lines.slice(-MAX_LINES).join("\n");
  if (end.length > MAX_CHARS)
    return { text: end.slice(-MAX_CHARS).toWellFormed(), cut: [`The last ${grouped(MAX_CHARS)} characters.`] };
  if (lines.length <= MAX_LINES) return { text, cut: [] };
  const of = isWhole ? ` of ${grouped(lines.length)}` : "";
  return { text: end, cut: [`The last ${MAX_LINES}${of} lines.`] };
}

type Results = ApplyReport["results"];

function showResults(
  results: Results,
  screen: ChatScreen,
  words: { readonly above?: Results; readonly forUser?: Results } = {},
): void {
  const outcomes = outcomesOf(results, { mode: "apply", atomic: false });
  for (const [at, shown] of wordsFor(results, words).entries()) {
    if (shown === null) continue;
    const [first = "", ...more] = shown.message.split("\n");
    const tone = TONES[MARKS[outcomes[at]!]];
    screen.show({ kind: "outcome", tone, text: [`${shown.file_path ?? "(no path)"}  ${first}`, ...more] });
  }
}

const TONES = { "✓": "good", "–": "open", "✗": "bad" } as const;
