// What the rules say about one operation, before anyone is asked. Nothing is shown or written here.

import {
  below,
  isForeignTool,
  isProtected,
  judge,
  sandboxOf,
  type Operation,
  type Policy,
  type Protection,
  type Remembered,
  type SandboxFlags,
  type Verdict,
} from "../approval/index.ts";
import type { NoReviewer } from "./no-reviewer.ts";
import type { Call } from "./call.ts";
import { commandPolicy, isCommand, judgeCommand } from "./judge-command.ts";
import type { SessionRules } from "./session-rules.ts";

/** The rules of a workspace, and what protects paths. */
export type Gate = {
  readonly policy: Policy;
  /** Rules a person asked to keep, on top of the policy's own. Read only when a verdict depends on them. */
  readonly remembered?: () => Promise<readonly Remembered[]>;
  /** Rules that a person gave for this session; they count like remembered ones. */
  readonly session?: SessionRules;
  /** Why rules about a sandbox cannot outlast the session, as a clause; null when they can. Default: they can. */
  readonly whyNotStored?: (sandbox: string) => string | null;
  /** Which paths only a person may change; the built-in table when it is missing. */
  readonly protection?: Protection;
  /** More paths that only a person may change: what decides about rules itself. Asked for changes only. */
  readonly guards?: (paths: readonly string[]) => Promise<Guarded | null>;
  readonly flagsOf: (sandbox: string) => SandboxFlags;
  /** Why nothing but reading is allowed now, before every rule: a clause, or null. */
  readonly readsOnly?: () => string | null;
  /** What other rules say about everything that is done here, at least as strict as that; null: nothing. */
  readonly otherRules?: () => Verdict | null;
  /** Why no one is asked where there is no reviewer. Default: because there is none. */
  readonly noReviewer?: NoReviewer;
  /** Where a team answers every question. Then nothing on this machine does: no flag, and no rule that was kept here. */
  readonly team?: string;
};

/** Whether --yes answers questions here. */
export function flagAnswers({ team }: Pick<Gate, "team">, yes: boolean): boolean {
  return yes && team === undefined;
}

/** `why` is a clause; null when it is the path itself that is protected. `paths`: which ones, where that is known. */
export type Guarded = { readonly why: string | null; readonly paths?: readonly string[] };

/** The verdict on a call. */
export async function judgeCall(gate: Gate, call: Call): Promise<Verdict> {
  const verdict = await judgeHere(gate, call);
  const other = gate.otherRules?.() ?? null;
  return other !== null && isStricter(other, verdict) ? other : verdict;
}

/** Of two that ask, the one that a rule has said: a flag's question is asked of files only. */
function isStricter(a: Verdict, b: Verdict): boolean {
  const rank = ({ effect, personOnly, source }: Verdict): number =>
    effect === "deny" ? 4 : effect === "allow" ? 0 : personOnly ? 3 : source === "sandbox" ? 1 : 2;
  return rank(a) > rank(b);
}

async function judgeHere(gate: Gate, call: Call): Promise<Verdict> {
  const why = gate.readsOnly?.() ?? null;
  if (why !== null && (call.access !== "read" || isCommand(call.tool) || isForeignTool(call.tool)))
    return { effect: "deny", personOnly: false, source: "reads-only", reason: why };
  const verdict = await judgeCertain(gate, call);
  const [first] = call.likely ?? [];
  if (first === undefined || verdict.effect === "deny" || verdict.personOnly) return verdict;
  const reason = `it is only likely that this edit is meant (line ${first.line} of the answer: ${first.reading})`;
  return { effect: "ask", personOnly: true, source: "likely", reason };
}

async function judgeCertain(gate: Gate, call: Call): Promise<Verdict> {
  const paths = [...new Set<string>(call.targets.flatMap(({ path, real }) => [path, real]))];
  if (isForeignTool(call.tool)) return judgeForeign(gate, call.tool, paths);
  const guarded = await guardedBy(gate, call, paths);
  const operation: Operation = {
    tool: call.tool,
    access: call.access,
    paths,
    looksInside: LOOKING_INSIDE.has(call.tool),
    isProtected: guarded !== null,
    ...(guarded?.why ? { whyProtected: guarded.why } : {}),
    ...(guarded?.paths ? { protectedPaths: guarded.paths } : {}),
    flags: isCommand(call.tool) ? COMMAND_FLAGS : strictest(paths.map((path) => gate.flagsOf(sandboxOf(path)))),
    command: call.command,
    hasWarnings: call.hasWarnings,
  };
  if (isCommand(call.tool)) {
    const policy = commandPolicy(call, gate.policy);
    return judgeCommand(call, judge(operation, policy), async () => judgeKept(gate, operation, policy));
  }
  if (call.access === "read" && !SHOWING_NAMES.has(call.tool)) {
    // Whatever it is called, it shows what is in files: a rule about reading them counts.
    const reading = judge({ ...operation, tool: "read_file" }, gate.policy);
    if (reading.source !== "sandbox" && reading.effect !== "allow") return reading;
  }
  const verdict = judge(operation, gate.policy);
  // A remembered rule can only turn a flag's question into a yes.
  if (verdict.source !== "sandbox" || verdict.effect !== "ask") return verdict;
  return judgeKept(gate, operation, gate.policy);
}

/**
 * A tool of another program, which no sandbox confines: no flag and no rule about files allows it, only a rule that names
 * it. Rules that ask or deny count as for every tool.
 */
async function judgeForeign(gate: Gate, tool: string, paths: readonly string[]): Promise<Verdict> {
  const user = gate.policy.user.filter((rule) => rule.effect !== "allow" || rule.tool === tool);
  const policy = { ...gate.policy, user };
  const operation: Operation = { tool, access: "write", paths, isProtected: false, flags: COMMAND_FLAGS };
  const verdict = judge(operation, { ...policy, remembered: [] });
  if (verdict.source !== "sandbox") return verdict;
  const kept = await judgeKept(gate, operation, policy);
  return kept.effect === "allow" ? kept : { ...verdict, reason: "tools of MCP servers always need approval" };
}

/** The verdict with the rules that a person asked to keep. Those that are stored are read only if no other allows it. */
async function judgeKept(gate: Gate, operation: Operation, policy: Policy): Promise<Verdict> {
  const now = judge(operation, { ...policy, remembered: sessionRules(gate) });
  if (now.effect !== "ask") return now;
  const { remembered } = await policyNow(gate);
  return judge(operation, { ...policy, remembered });
}

/** Why only a person may approve a change to one of these paths, and which; null when that is not so. */
async function guardedBy(gate: Gate, { tool, access }: Call, paths: readonly string[]): Promise<Guarded | null> {
  const byName = paths.filter((path) => isProtected(below(path), gate.protection));
  if (byName.length > 0)
    return isCommand(tool) ? { why: "the folder it would start in is protected" } : { why: null, paths: byName };
  if (access === "read") return null;
  return (await gate.guards?.(isCommand(tool) ? wholeRoots(paths) : paths)) ?? null;
}

/** The policy with every rule that a person asked to keep, for this session or for longer. */
export async function policyNow(gate: Gate): Promise<Policy> {
  const kept = (await gate.remembered?.()) ?? [];
  return { ...gate.policy, remembered: [...sessionRules(gate), ...kept] };
}

function sessionRules({ policy, session }: Gate): readonly Remembered[] {
  return [...policy.remembered, ...(session?.rules() ?? [])];
}

/** A command may write anywhere below its root, whichever folder it starts in. */
function wholeRoots(paths: readonly string[]): readonly string[] {
  return [...paths, ...new Set(paths.map(sandboxOf))];
}

const SHOWING_NAMES: ReadonlySet<string> = new Set(["ls", "glob"]);
const LOOKING_INSIDE: ReadonlySet<string> = new Set(["ls", "glob", "grep"]);

const COMMAND_FLAGS: SandboxFlags = { read_approval: true, write_approval: true, edit_approval: true };

export function strictest(flags: readonly SandboxFlags[]): SandboxFlags {
  const [read, write, edit] = FLAGS.map((name) => flags.find((flag) => flag[name]) ?? flags[0]);
  const origin = read?.origin &&
    write?.origin &&
    edit?.origin && {
      read_approval: read.origin.read_approval,
      write_approval: write.origin.write_approval,
      edit_approval: edit.origin.edit_approval,
    };
  return {
    read_approval: flags.some((flag) => flag.read_approval),
    write_approval: flags.some((flag) => flag.write_approval),
    edit_approval: flags.some((flag) => flag.edit_approval),
    ...(origin ? { origin } : {}),
  };
}

const FLAGS = ["read_approval", "write_approval", "edit_approval"] as const;
