// What shell and eval share: a call that is judged, asked about with everything it depends on, and run in its place.

import type { ShellPayload } from "../../approval/index.ts";
import { failure, versionOf, type WorkspacePath } from "../../base/index.ts";
import { below, sandboxOf, shellPayload, type Answer } from "../../approval/index.ts";
import type { ChangedFiles, CommandPlace } from "../../fs/index.ts";
import { IN_DOUBT } from "../in-doubt.ts";
import { succeeded, type ToolResult } from "../result.ts";
import type { Prepared, ToolContext } from "../tool.ts";

export type PlaceCall = {
  readonly tool: "shell" | "eval";
  /** What the person reads, and may change before it runs. */
  readonly text: string;
  readonly cwd: WorkspacePath;
  readonly timeoutMs: number;
  /** How the text is run: a program with the text as an argument or as its input. */
  readonly start: (text: string) => { readonly argv: readonly string[]; readonly input: string };
  /** Why it needs no question, or null. */
  readonly knownSafe: string | null;
  /** It was judged by names alone, so those names must not lead to programs of the workspace. */
  readonly onlyReads: boolean;
};

/**
 * Keeps git's reading commands to reading, whatever a folder's own settings say: a folder of a cloned repository can
 * pretend to be a repository, with settings that run programs.
 */
const READING_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_TERMINAL_PROMPT: "0",
  ...gitSettings([
    ["safe.bareRepository", "explicit"],
    ["core.fsmonitor", "false"],
    ["core.hooksPath", "/dev/null"],
    ["log.showSignature", "false"],
    ["protocol.allow", "never"],
  ]),
};

function gitSettings(settings: readonly (readonly [string, string])[]): Record<string, string> {
  const pairs = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return Object.fromEntries([["GIT_CONFIG_COUNT", String(settings.length)], ...pairs]) as Record<string, string>;
}

export const DEFAULT_TIMEOUT_MS = 120_000;
export const MAX_TIMEOUT_MS = 3_600_000;

export async function prepareInPlace(call: PlaceCall, context: ToolContext): Promise<Prepared> {
  const { tool, cwd, timeoutMs } = call;
  if (context.place === undefined)
    throw failure("FORBIDDEN", `${tool} cannot be used here: nothing was set up that could run a command.`);
  const place = await context.place(sandboxOf(cwd), tool);
  const target = context.files.resolve(cwd);
  const payload = (): ShellPayload =>
    shellPayload({
      approvalId: context.newId(),
      tool,
      command: call.text,
      cwd,
      environment: call.onlyReads ? READING_ENVIRONMENT : {},
      timeoutMs,
      where: place.where,
    });
  return {
    call: { tool, access: "write", targets: [target], outside: place.where === "host", knownSafe: call.knownSafe },
    asksItself: false,
    payload: async () => payload(),
    run: async (answer) =>
      runApproved({ ...call, cwd: target.real }, { place, text: approvedText(call.text, answer), context }),
  };
}

/** The person may have changed the text; then it is theirs, exactly as they saw it. */
function approvedText(text: string, answer: Answer | null): string {
  if (answer?.action !== "modify") return text;
  if (versionOf(new TextEncoder().encode(answer.content)) !== answer.after)
    throw failure("STALE", "The command that was approved is not the one that came back. Nothing was run; ask again.");
  return answer.content;
}

async function runApproved(
  call: PlaceCall,
  options: { readonly place: CommandPlace; readonly text: string; readonly context: ToolContext },
): Promise<ToolResult> {
  const { place, text, context } = options;
  const { argv, input } = call.start(text);
  if (context.signal?.aborted) throw failure("ABORTED", `The ${call.tool} call was interrupted before it was started.`);
  const end = await place.run({
    argv,
    input,
    cwd: call.cwd.includes("/") ? below(call.cwd) : "",
    environment: call.onlyReads ? READING_ENVIRONMENT : {},
    ...(call.onlyReads ? { programs: "system" } : {}),
    timeoutMs: call.timeoutMs,
    ...(context.signal ? { signal: context.signal } : {}),
    ...(context.output ? { onOutput: context.output } : {}),
  });
  const told = [
    ...changesTold(end.changed),
    ...(text === call.text ? [] : [`The person changed the command to: ${text}`]),
  ];
  if (end.cancelled) {
    const { stdout, stderr, truncated } = end;
    const message = `The ${call.tool} call was interrupted while it ran, and everything it started was ended. ${IN_DOUBT}`;
    throw failure("ABORTED", [message, ...told].join(" "), { data: { stdout, stderr, truncated } });
  }
  const value = {
    exit_code: end.exitCode,
    stdout: end.stdout,
    stderr: end.stderr,
    truncated: end.truncated,
    timed_out: end.timedOut,
  };
  const how = end.timedOut
    ? `It was ended after ${call.timeoutMs} ms; pass a larger timeout_ms if it needs longer.`
    : end.exitCode === null
      ? "It was ended by a signal."
      : `It ended with exit code ${end.exitCode}.`;
  const cut = end.truncated ? ["Part of the output was left out; redirect it to a file to read all of it."] : [];
  return succeeded([how, ...cut, ...told].join(" "), value, end.truncated);
}

const MOST_NAMES = 20;

function changesTold(changed: ChangedFiles | null): readonly string[] {
  if (changed === null) return ["Which files it changed is not known, and undo does not cover them."];
  const parts = (["created", "modified", "deleted"] as const).flatMap((kind) => {
    const names = changed[kind];
    if (names.length === 0) return [];
    const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
    return [`${kind} ${names.slice(0, MOST_NAMES).join(", ")}${more}`];
  });
  const incomplete = changed.complete ? [] : ["Not every file here could be looked at, so it may have changed more."];
  return parts.length === 0 ? incomplete : [`It ${parts.join("; ")}. Undo does not cover this.`, ...incomplete];
}
