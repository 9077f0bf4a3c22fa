// How a command ended and what it changed, for the model and the person. Protected paths come first and are never left
// out of a list.

import { failure } from "../../base/index.ts";
import type { ChangedFiles, CommandResult } from "../../fs/index.ts";
import { IN_DOUBT } from "../in-doubt.ts";
import { succeeded, type ToolResult } from "../result.ts";

/** Throws ABORTED for a command that was interrupted, IO for one of which it is not known how it ended. */
export function commandResult(
  end: CommandResult,
  about: {
    readonly call: { readonly tool: "shell" | "eval"; readonly text: string; readonly timeoutMs: number };
    /** What ran: the person may have changed it. */
    readonly text: string;
    readonly isReadOnly: boolean;
    /** What came before this run, or in place of a second one. With a read-only workspace, also why it was that. */
    readonly note?: string;
  },
): ToolResult {
  const { call, text, isReadOnly, note } = about;
  const sentences = [
    ...(note === undefined ? [] : [note]),
    ...(isReadOnly ? (note === undefined ? [READ_ONLY] : []) : changesTold(end.changed)),
    ...end.notes,
    ...(text === call.text ? [] : [`The user changed the command to: ${text}`]),
  ];
  const first = [...guardedTold(end.changed), ...end.warnings];
  const { stdout, stderr, truncated, lost } = end;
  if (lost !== null)
    throw failure("IO", [...first, lost, ...sentences].join(" "), {
      data: { fate: "unknown", stdout, stderr, truncated },
    });
  if (end.cancelled) {
    const how = `The ${call.tool} call was interrupted while it ran, and everything it started was ended.`;
    const message = [...first, how, ...(isReadOnly ? [] : [IN_DOUBT]), ...sentences].join(" ");
    throw failure("ABORTED", message, { data: { stdout, stderr, truncated } });
  }
  const value = {
    exit_code: end.exitCode,
    stdout,
    stderr,
    truncated,
    timed_out: end.timedOut,
  };
  const how = end.timedOut
    ? `It was ended after ${call.timeoutMs} ms; pass a larger timeout_ms if it needs longer.`
    : end.exitCode === null
      ? "It was ended by a signal."
      : exitMessage(end.exitCode);
  const cut = end.truncated ? ["Part of the output was left out; redirect it to a file to read all of it."] : [];
  return succeeded([...first, how, ...cut, ...sentences].join(" "), value, end.truncated);
}

/** The whole message of a command that exited and about which there is nothing else to say. */
export function exitMessage(exitCode: number): string {
  return `It ended with exit code ${exitCode}.`;
}

const READ_ONLY = "The workspace was mounted read-only, because no one was asked about this command.";

/** First and whole, however many there are: these decide what other programs do. */
function guardedTold(changed: ChangedFiles | null): readonly string[] {
  if (changed === null) return [];
  const parts = KINDS.flatMap((kind) => {
    const names = changed.guarded[kind];
    return names.length === 0 ? [] : [`${kind} ${names.join(", ")}`];
  });
  // With other files, the sentence about those says it for both.
  const covered = KINDS.some((kind) => changed[kind].length > 0) ? "" : " Undo does not cover this.";
  const listed = `It changed protected paths: ${parts.join("; ")}. Other programs run or obey these; check them first.${covered}`;
  return [
    ...(parts.length === 0 ? [] : [listed]),
    ...(changed.searched ? [] : ["There are too many files to find every protected path that it may have changed."]),
  ];
}

const KINDS = ["created", "modified", "deleted"] as const;
const MOST_NAMES = 20;

function changesTold(changed: ChangedFiles | null): readonly string[] {
  if (changed === null) return ["Which files it changed is not known, and undo does not cover them."];
  const parts = KINDS.flatMap((kind) => {
    const names = changed[kind];
    if (names.length === 0) return [];
    const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
    return [`${kind} ${names.slice(0, MOST_NAMES).join(", ")}${more}`];
  });
  const incomplete = changed.complete ? [] : ["Not every file here could be checked, so it may have changed more."];
  return parts.length === 0 ? incomplete : [`It ${parts.join("; ")}. Undo does not cover this.`, ...incomplete];
}
