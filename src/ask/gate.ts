// What the rules say about one operation, before anyone is asked. Nothing is shown or written here.

import {
  below,
  isProtected,
  isWrite,
  likelyEdits,
  judge,
  sandboxOf,
  type Access,
  type Operation,
  type Policy,
  type Protection,
  type Remembered,
  type SandboxFlags,
  type Verdict,
} from "../approval/index.ts";
import type { Target } from "../base/index.ts";
import type { ChangePlan, FilePlan, Likely } from "../edits/index.ts";
import type { NoReviewer } from "./no-reviewer.ts";
import type { SessionRules } from "./session-rules.ts";

/** The rules of a workspace, and what protects paths. */
export type Gate = {
  readonly policy: Policy;
  /** Rules a person asked to keep, on top of the policy's own. Read only when a verdict depends on them. */
  readonly remembered?: () => Promise<readonly Remembered[]>;
  /** Rules that a person gave for this session; they count like remembered ones. */
  readonly session?: SessionRules;
  /** Which paths only a person may change; the built-in table when it is missing. */
  readonly protection?: Protection;
  /** More paths that only a person may change: what decides about rules itself. Asked for changes only. */
  readonly guards?: (paths: readonly string[]) => Promise<Guarded | null>;
  readonly flagsOf: (sandbox: string) => SandboxFlags;
  /** Why no one is asked where there is no reviewer. Default: because there is none. */
  readonly noReviewer?: NoReviewer;
};

/** `why` is a clause; null when it is the path itself that is protected. `paths`: which ones, where that is known. */
export type Guarded = { readonly why: string | null; readonly paths?: readonly string[] };

export type Call = {
  readonly tool: string;
  readonly access: Access;
  /** What it touches. The rules are asked about each path and about where it led; only that is then opened. */
  readonly targets: readonly Target[];
  /** A command that runs outside any sandbox: no flag answers for it. */
  readonly outside?: boolean;
  /** It is only likely that the answer asks for this change: why it was read so, which a person must see. */
  readonly likely?: readonly Likely[];
  /** What a command needs to run without a question. Without it, it is asked about. */
  readonly unasked?: Unasked;
};

export type Unasked = {
  /** Why no question is needed unless a rule asks; null when only a rule may allow it. */
  readonly reason: string | null;
  /** Why it is asked about all the same, in words that follow "because", or null. May look at files. */
  readonly whyAsk: () => Promise<string | null>;
};

/** The verdict on a call. */
export async function judgeCall(gate: Gate, call: Call): Promise<Verdict> {
  const verdict = await judgeCertain(gate, call);
  const [first] = call.likely ?? [];
  if (first === undefined || verdict.effect === "deny" || verdict.personOnly) return verdict;
  const reason = `it is only likely that this edit is meant (line ${first.line} of the answer: ${first.reading})`;
  return { effect: "ask", personOnly: true, source: "likely", reason };
}

async function judgeCertain(gate: Gate, call: Call): Promise<Verdict> {
  const paths = [...new Set<string>(call.targets.flatMap(({ path, real }) => [path, real]))];
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
  };
  if (isCommand(call.tool)) return judgeCommand(call, judge(operation, policyForCommand(call, gate.policy)));
  if (call.access === "read" && !SHOWING_NAMES.has(call.tool)) {
    // Whatever it is called, it shows what is in files: a rule about reading them counts.
    const reading = judge({ ...operation, tool: "read_file" }, gate.policy);
    if (reading.source !== "sandbox" && reading.effect !== "allow") return reading;
  }
  const verdict = judge(operation, gate.policy);
  // A remembered rule can only turn a flag's question into a yes.
  if (verdict.source !== "sandbox" || verdict.effect !== "ask") return verdict;
  const now = judge(operation, { ...gate.policy, remembered: sessionRules(gate) });
  return now.effect === "ask" ? judge(operation, await policyNow(gate)) : now;
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

/**
 * Without what a person said about files: remembered rules, and rules that allow a path without naming a tool. Outside
 * any sandbox only a rule that names the tool is meant for it.
 */
function policyForCommand({ outside = false }: Call, policy: Policy): Policy {
  const isAboutFiles = ({ effect, tool, path }: Policy["user"][number]): boolean =>
    effect === "allow" && (tool === undefined || tool === "*") && (path !== undefined || outside);
  return { ...policy, user: policy.user.filter((rule) => !isAboutFiles(rule)), remembered: [] };
}

/** A command is never let through by a sandbox's flags or by a rule that was remembered for files. */
async function judgeCommand(call: Call, verdict: Verdict): Promise<Verdict> {
  if (verdict.effect === "deny") return verdict;
  const { unasked, outside = false } = call;
  const isDefault = verdict.source === "sandbox";
  const reason = verdict.effect === "allow" ? verdict.reason : isDefault ? (unasked?.reason ?? null) : null;
  if (reason !== null) {
    const why = unasked === undefined ? "nothing says how it would be confined" : await unasked.whyAsk();
    if (why === null) return { effect: "allow", personOnly: false, source: "user-rule", reason };
    return { effect: "ask", personOnly: outside, source: "sandbox", reason: `it is asked about because ${why}` };
  }
  if (!outside) return isDefault ? { ...verdict, reason: ALWAYS } : verdict;
  const why = "it runs outside any sandbox, so only a person may approve it";
  // Said of the place, not of a path: what advice is given goes by the source.
  const source = verdict.source === "protected" ? "sandbox" : verdict.source;
  return { ...verdict, personOnly: true, source, reason: why };
}

const SHOWING_NAMES: ReadonlySet<string> = new Set(["ls", "glob"]);
const LOOKING_INSIDE: ReadonlySet<string> = new Set(["ls", "glob", "grep"]);

function isCommand(tool: string): boolean {
  return tool === "shell" || tool === "eval";
}

const ALWAYS = "commands always need approval";
const COMMAND_FLAGS: SandboxFlags = { read_approval: true, write_approval: true, edit_approval: true };

/** What would be done to one file of a plan, under the name of the tool that would make such a change. */
export function callOf(plan: ChangePlan, file: FilePlan): Call {
  const what = { targets: targetsOf(file), likely: likelyEdits(plan, file) };
  if (file.after === null) return { tool: "rm", access: "write", ...what };
  if (file.to !== null || isWrite(plan, file)) return { tool: "write_file", access: "write", ...what };
  return { tool: "edit_file", access: "edit", ...what };
}

function targetsOf({ path, real, to, toReal }: FilePlan): readonly Target[] {
  return to === null || toReal === null
    ? [{ path, real }]
    : [
        { path, real },
        { path: to, real: toReal },
      ];
}

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
