// One message of a host, from its text to what is printed: who sent it, what it is about, the answer. What is thrown here
// is a denial, and only the caller can make it one.

import { resolve } from "node:path";
import type { Verdict } from "../approval/index.ts";
import { failure, hasDuplicateKeys, sha256 } from "../base/index.ts";
import type { AskingInbox } from "../inbox/index.ts";
import type { LocalWorkspace } from "../workspace/index.ts";
import { doorOf, personReviewer } from "./ask-person.ts";
import { senderOf } from "./hosts/table.ts";
import { isMessage } from "./hosts/message.ts";
import { sizeOf } from "./size.ts";
import { toolCallOf } from "./tool-input.ts";
import { inDoubt } from "./doubt.ts";
import type { Elsewhere } from "./other-projects.ts";
import { foldersOf, openProjects, ownProject, type OpenProject, type ProjectOptions } from "./projects.ts";
import type { HookAnswer, HookCall, Host, HostFiles, ToolCall } from "./types.ts";

export type HookOptions = {
  /** The host whose settings run this hook. */
  readonly host: Host;
  /** What it sent. */
  readonly text: string;
  /** Where the hook was started: the agent's folder where the host does not say. Absolute. */
  readonly folder: string;
  readonly rootOf: ProjectOptions["rootOf"];
  readonly open: OpenProject;
  readonly openInbox: () => Promise<AskingInbox>;
  /** Whether opening one of these absolute paths may never return. Opens nothing itself. */
  readonly mayHang: (paths: readonly string[]) => boolean;
  /** The size of the file at an absolute path; 0 for what cannot be looked at. */
  readonly bytesAt: (path: string) => number;
  /** The real path of an absolute one, its `..` resolved after links; null for what is not there. */
  readonly realPath: (path: string) => string | null;
  readonly hostFiles: HostFiles;
  /** When the host started the hook, in milliseconds. */
  readonly startedAt: number;
  /** How long a question may wait, when the host waits so long for a hook. */
  readonly remainingMs: (limitMs: number) => number;
  /** Answers the same message in a process of its own, so that this one stays free to end in time; null: in this one. */
  readonly inProcess: (() => Promise<object | null>) | null;
  readonly signal: AbortSignal;
};

/** What is to be printed, as an object; null: nothing. Throws for whatever is not one message of the host. */
export async function runHook(options: HookOptions): Promise<object | null> {
  const message = messageIn(options.text);
  const host = senderOf(message, options.host);
  const call = host.read(message);
  if (call === null)
    throw failure("INVALID_ARG", `This is no message of a hook of ${host.title}: it names no event or no tool.`);
  if (call.event === "unknown")
    throw failure(
      "INVALID_ARG",
      `Galley does not know the event ${JSON.stringify(message["hook_event_name"])} of ${host.title}, and it may be about a change of a file. Run galley hook install ${host.name}, and remove galley from other events.`,
    );
  const tool = call.event === "other" ? OTHER : toolCallOf(host, call);
  const cwd = call.cwd ?? options.folder;
  // A call to the system that does not return would stop our clock as well.
  const places = [...foldersOf(host, call, placesOf(options)), ...pathsOf(tool, cwd)];
  const isSlow = options.inProcess !== null && tool.kind !== "other" && options.mayHang(places);
  if (isSlow) return options.inProcess();
  const size = sizeOf(tool, { cwd, length: options.text.length, bytesAt: options.bytesAt });
  if (size.kind === "too-large" && call.event === "before")
    return host.render({ kind: "deny", reason: `Not approved: ${size.why}` }, call);
  if (size.kind !== "small" && options.inProcess !== null) return options.inProcess();
  return host.render(await answer(host, call, options), call);
}

function pathsOf(tool: ToolCall, cwd: string): readonly string[] {
  const names = "paths" in tool ? tool.paths : "path" in tool ? [tool.path] : [];
  return names.map((name) => resolve(cwd, name));
}

function messageIn(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw failure("INVALID_ARG", "Standard input is not one JSON object.", { cause: error });
  }
  if (!isMessage(value)) throw failure("INVALID_ARG", "Standard input is not one JSON object.");
  if (hasDuplicateKeys(new TextEncoder().encode(text), value))
    throw failure("INVALID_ARG", "An object on standard input has two members of the same name.");
  return value;
}

async function answer(host: Host, call: HookCall, options: HookOptions): Promise<HookAnswer> {
  const { kind } = call.event === "other" ? OTHER : toolCallOf(host, call);
  if (kind === "other") return NOTHING;
  // After a read there is nothing to compare; a change of the same file may still be on its way.
  if (call.event === "after" && (kind === "read" || kind === "search")) return NOTHING;
  const cwd = call.cwd ?? options.folder;
  let elsewhere: Elsewhere = { kind: "fine" };
  const otherRules = (): Verdict | null => (elsewhere.kind === "asks" ? elsewhere.verdict : null);
  const projects = await openProjects(foldersOf(host, call, placesOf(options)), options, otherRules);
  const callKey = callKeyOf(host, call, cwd);
  const { openInbox, signal } = options;
  if (call.event === "after") {
    // The agent may have moved meanwhile.
    for (const { workspace } of projects) {
      const settled = await answerAfter({ host, callKey, sharesName: call.callId === null, workspace });
      if (settled !== null) return settled;
    }
    return NOTHING;
  }
  const own = ownProject(projects, toolCallOf(host, call), cwd);
  const { workspace, root } = own;
  const remainingMs = (): number => options.remainingMs(host.limitMs);
  const { answerBefore } = await import("./before.ts");
  const settled = (): Promise<number> => workspace.countSettled({ door: doorOf(host), call_key: callKey });
  const since = sinceOf(call, options.startedAt);
  const person = personReviewer({ host, call, callKey, settled, since, root, openInbox, remainingMs });
  const { realPath, hostFiles } = options;
  const before = { host, call, cwd, callKey, since, realPath, hostFiles, workspace, person, signal };
  const others = projects.filter((project) => project !== own);
  if (others.length > 0) elsewhere = await (await import("./other-projects.ts")).judgedIn(others, before); // Rare.
  if (elsewhere.kind === "denied") return elsewhere.answer;
  const answer = await answerBefore(before);
  // What no rule here is about.
  if (answer.kind !== "nothing" || elsewhere.kind !== "asks") return answer;
  return inDoubt(elsewhere.verdict.reason, { host, team: workspace.gate.team ?? null });
}

function placesOf({ folder, hostFiles }: HookOptions): Pick<ProjectOptions, "folder" | "environment"> {
  return { folder, environment: hostFiles.environment };
}

// Hosts that stamp their messages may run two hooks for one call one after the other.
const NEXT_HOOK_MS = 5000;

/**
 * From when on an answer to this very call may have been given. The other hook of a call runs at the same time, so what
 * was answered before this one started was another call; unless both messages have the same stamp.
 */
function sinceOf({ sentAt }: HookCall, startedAt: number): number {
  return sentAt === null ? startedAt : startedAt - NEXT_HOOK_MS;
}

const NOTHING: HookAnswer = { kind: "nothing" };
const OTHER: ToolCall = { kind: "other" };

/**
 * Names the call for both events of it. A host that does not name its calls sends the same session, and the same file;
 * of a patch, the rewritten one may name fewer files.
 */
function callKeyOf(host: Host, call: HookCall, cwd: string): string {
  const { session, callId } = call;
  if (callId !== null) return `${session}/${callId}`;
  const read = toolCallOf(host, call);
  // Afterwards the path may be absolute, because we made it so.
  const about = "path" in read ? resolve(cwd, read.path) : read.kind;
  return `${session}/${sha256(new TextEncoder().encode(about)).slice(0, 16)}`;
}

async function answerAfter({
  host,
  callKey,
  sharesName,
  workspace,
}: {
  readonly host: Host;
  readonly callKey: string;
  readonly sharesName: boolean;
  readonly workspace: LocalWorkspace;
}): Promise<HookAnswer | null> {
  const settled = await workspace.settleDelegated({ door: doorOf(host), call_key: callKey }, { sharesName });
  if (settled === null) return null;
  if (settled.state === "done") return NOTHING;
  const names = settled.files
    .filter(({ outcome }) => outcome !== "as-approved")
    .map(({ path }) => workspace.show(path));
  const what =
    settled.state === "not-written"
      ? `${names.join(", ")} was approved and is still as it was before.`
      : `${names.join(", ")} does not have the content that was approved. Another hook or program may have changed it. Read it again, and report the difference to the user.`;
  const undo =
    settled.state === "not-written" ? "" : ` To restore what was there before: galley undo ${settled.receipt}`;
  return { kind: "report", message: `Galley: ${what}${undo}` };
}
