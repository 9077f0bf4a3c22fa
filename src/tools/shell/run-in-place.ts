// What shell and eval share: a call that is judged, asked about with everything it depends on, and run in its place.

import type { ShellPayload, Verdict } from "../../approval/index.ts";
import { LIMITS, failure, versionOf, type Target, type WorkspacePath } from "../../base/index.ts";
import { below, describeRejection, sandboxOf, shellPayload, type Answer } from "../../approval/index.ts";
import type { Call, Unasked } from "../../ask/index.ts";
import type { CommandPlace, CommandResult } from "../../fs/index.ts";
import type { ToolResult } from "../result.ts";
import { confirm, questionId, type ToolContext } from "../context.ts";
import type { Prepared } from "../tool.ts";
import { commandResult } from "./command-result.ts";

export type PlaceCall = {
  readonly tool: "shell" | "eval";
  /** What the person reads, and may change before it runs. */
  readonly text: string;
  readonly cwd: WorkspacePath;
  readonly timeoutMs: number;
  /** How the text is run: a program with the text as an argument or as its input. */
  readonly start: (text: string) => { readonly argv: readonly string[]; readonly input: string };
  /** The entry of the person's own list that covers it. */
  readonly safe: { readonly command: string; readonly writes: boolean } | null;
};

/** The folder as it was resolved: rules, question and run use this one answer. */
type BoundCall = Omit<PlaceCall, "cwd"> & { readonly cwd: Target; readonly isThere: boolean };

export const DEFAULT_TIMEOUT_MS = 120_000;
export const MAX_TIMEOUT_MS: number = LIMITS.commandMs.value;
/** A command that no one was asked about gets no more time than this. */
const MAX_UNASKED_MS = 600_000;

export async function prepareInPlace(given: PlaceCall, context: ToolContext): Promise<Prepared> {
  const { tool, cwd } = given;
  const { commands } = context;
  if (commands === null)
    throw failure("FORBIDDEN", `${tool} cannot be used here: nothing was set up that could run a command.`);
  const place = watched(await commands.place(sandboxOf(cwd), tool), sandboxOf(cwd), context);
  const folder = context.files.resolve(cwd);
  const call: BoundCall = { ...given, cwd: folder, isThere: context.files.kindOf(folder) !== null };
  const judged: Call = {
    tool,
    access: "write",
    targets: [call.cwd],
    outside: place.where === "host",
    ...(place.where !== "host" && { command: { text: given.text, where: place.where, image: place.image } }),
    unasked: unaskedFor(call, place, context),
  };
  return {
    kind: "action",
    call: judged,
    payload: async (verdict) => withReason(payloadFor(call, place, context), verdict),
    run: async (answer) => {
      const isAsked = answer !== null || context.commandsBy === "person" || context.yes;
      const text = approvedText(call.text, answer);
      const writes = isAsked || call.safe?.writes === true;
      const end = await runIn(place, { call, text, asked: isAsked, writes, context });
      if (writes || !neededToWrite(end)) return commandResult(end, { call, text, isReadOnly: !writes });
      return runAgain(end, { call, judged, place, context });
    },
  };
}

/** The place, with its effects reported to the caller. */
function watched(place: CommandPlace, sandbox: string, { effects = [] }: ToolContext): CommandPlace {
  return {
    ...place,
    run: async (call) => {
      for (const one of effects) one.commandStarted?.();
      const end = await place.run(call);
      for (const one of effects) one.commandEnded?.(sandbox, end);
      return end;
    },
  };
}

function payloadFor(call: BoundCall, place: CommandPlace, context: ToolContext): ShellPayload {
  const { tool, text: command, cwd, timeoutMs } = call;
  return shellPayload({ approvalId: questionId(context), tool, command, cwd, environment: {}, timeoutMs, place });
}

/** A question that no flag answers says why it is asked; of a command on the host its place says it. */
function withReason(payload: ShellPayload, { personOnly, source, reason }: Verdict): ShellPayload {
  if (!personOnly || source !== "protected") return payload;
  const message = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  return { ...payload, risks: [...payload.risks, { kind: "person_only", message, line: null }] };
}

function unaskedFor(call: BoundCall, place: CommandPlace, context: ToolContext): Unasked {
  if (context.commandsBy === "person") return { reason: null, whyAsk: async () => null };
  const { safe, timeoutMs } = call;
  const listed = safe === null ? null : `${JSON.stringify(safe.command)} is on your list of safe commands`;
  const any =
    context.commands?.unasked.commands === "read-only"
      ? 'shell.unasked is "read-only" and it cannot change anything'
      : null;
  return {
    reason: listed ?? any,
    whyAsk: async () =>
      timeoutMs > MAX_UNASKED_MS ? `it may take longer than ${MAX_UNASKED_MS / 60_000} minutes` : await place.whyAsk(),
  };
}

type Run = {
  readonly call: BoundCall;
  readonly text: string;
  readonly asked: boolean;
  readonly writes: boolean;
  readonly context: ToolContext;
};

async function runIn(place: CommandPlace, { call, text, asked, writes, context }: Run): Promise<CommandResult> {
  const { argv, input } = call.start(text);
  if (context.signal?.aborted) throw failure("ABORTED", `The ${call.tool} call was interrupted before it was started.`);
  requireSameFolder(call, context);
  return place.run({
    argv,
    input,
    cwd: call.cwd.real.includes("/") ? below(call.cwd.real) : "",
    environment: {},
    workspace: writes ? "writable" : "read-only",
    asked,
    timeoutMs: call.timeoutMs,
    ...(context.signal ? { signal: context.signal } : {}),
    ...(context.output ? { onOutput: context.output } : {}),
  });
}

/** Where the path led when it was asked about, there must still be a folder, and no link at it or on the way. */
function requireSameFolder({ cwd, isThere }: BoundCall, { files }: ToolContext): void {
  if (files.kindOf(cwd) === "directory") return;
  const data = { path: cwd.path };
  if (!isThere) throw failure("NOT_FOUND", `There is no folder ${cwd.path} to run the command in.`, { data });
  const message = `${cwd.path} is no longer the folder that was approved. Nothing was run. Try again.`;
  throw failure("STALE", message, { data });
}

/** It failed, and it or a program of its says that a file system is read-only. */
function neededToWrite({ exitCode, cancelled, timedOut, stdout, stderr }: CommandResult): boolean {
  return exitCode !== 0 && !cancelled && !timedOut && /read-only file ?system|\bEROFS\b/i.test(`${stdout}\n${stderr}`);
}

/** What ran read-only had no effect, so it can be run once more: now with a yes, and with the workspace writable. */
async function runAgain(
  first: CommandResult,
  about: {
    readonly call: BoundCall;
    readonly judged: Call;
    readonly place: CommandPlace;
    readonly context: ToolContext;
  },
): Promise<ToolResult> {
  const { call, judged, place, context } = about;
  const payload = payloadFor(call, place, context);
  const risk = { kind: "runs_again", message: "It ran without write access and failed. Now it may write.", line: null };
  const answer = await confirm(
    context,
    { ...payload, risks: [...payload.risks, risk] },
    { verdict: WRITES, call: judged },
  );
  if (answer.action === "reject") {
    const note = `The workspace was mounted read-only, and it was not run again with write access${refusalOf(answer)}`;
    return commandResult(first, { call, text: call.text, isReadOnly: true, note });
  }
  const text = approvedText(call.text, answer);
  const end = await runIn(place, { call, text, asked: true, writes: true, context });
  const note =
    "It first ran with the workspace read-only and failed; this is the run with write access, after approval.";
  return commandResult(end, { call, text, isReadOnly: false, note });
}

/** Completes the sentence, and ends it. */
function refusalOf({ by, reason }: Extract<Answer, { action: "reject" }>): string {
  if (by.kind !== "person") return `. ${describeRejection({ by, reason: reason ?? null }, "The second run")}`;
  return `: ${(reason ?? "the user rejected it").replace(/([^.!?])$/, "$1.")}`;
}

const WRITES: Verdict = {
  effect: "ask",
  personOnly: false,
  source: "write-access",
  reason: "it ran with the workspace read-only and failed because it needs to write",
};

/** The person may have changed the text; then it is theirs, exactly as they saw it. */
function approvedText(text: string, answer: Answer | null): string {
  if (answer?.action !== "modify") return text;
  if (versionOf(new TextEncoder().encode(answer.content)) !== answer.after)
    throw failure("STALE", "The command that was approved is not the one that came back. Nothing was run; ask again.");
  return answer.content;
}
