// Calls that change no file by themselves: reads pass unless a rule asks; commands are the host's own affair unless a rule
// of the config names them.

import { resolve } from "node:path";
import { shellPayload, type Rule } from "../approval/index.ts";
import { judgeCall, type Call, type Gate } from "../ask/index.ts";
import { newId } from "../base/index.ts";
import { confirm, loadTool } from "../tools/index.ts";
import type { FreePlaces } from "../workspace/index.ts";
import type { PersonReviewer } from "./ask-person.ts";
import type { Answering } from "./answering.ts";
import { readingsFor, targetOf } from "./call-targets.ts";
import { specOf } from "./tool-input.ts";
import type { HookAnswer, ToolCall } from "./types.ts";

const NOTHING: HookAnswer = { kind: "nothing" };

/** What is outside of every sandbox has no rule, and passes. Of a name that may mean several files, each must pass. */
export async function answerRead(name: string, answering: Answering): Promise<HookAnswer> {
  return strictestOf(readingsFor(name, answering), (path) => answerReadOf(path, name, answering));
}

/**
 * A search must not come across what may not be read. Names alone are shown, unless a rule is about the folder itself: an
 * agent that may run commands can list them anyway.
 */
export async function answerSearch(
  { paths, shows }: Extract<ToolCall, { kind: "search" }>,
  answering: Answering,
): Promise<HookAnswer> {
  const { context, doubt, options } = answering;
  const { cwd, workspace } = options;
  const bases = paths.length === 0 ? [cwd] : paths.map(baseOf);
  return strictestOf(
    bases.flatMap((base) => readingsFor(base, answering)),
    async (path) => {
      const target = targetOf(path, options);
      if (target !== null) {
        if (context.approved.kindOf(target) === "file") return answerReadOf(path, path, answering);
        const call: Call = { tool: shows === "names" ? "ls" : "grep", access: "read", targets: [target] };
        const verdict = await judgeCall(context.gate, call);
        if (verdict.effect === "deny")
          return { kind: "deny", reason: `This search is not allowed: ${verdict.reason}.` };
        if (verdict.effect === "ask") return doubt(`the search needs approval (${verdict.reason})`);
      }
      if (shows === "names") return NOTHING;
      const reach = await workspace.searchReach(path);
      return reach.kind === "free" ? NOTHING : { kind: "deny", reason: closedSearch(reach.free, answering) };
    },
  );
}

/** A pattern is looked for below its last folder that is not one. */
function baseOf(pattern: string): string {
  const sign = pattern.search(/[*?[\]{}()!]/);
  return sign < 0 ? pattern : pattern.slice(0, pattern.lastIndexOf("/", sign) + 1) || ".";
}

const MOST_NAMES = 10;

/** Says which calls work instead. It names no file that may not be read. */
function closedSearch(free: FreePlaces | null, { options }: Answering): string {
  const spec = specOf(options.host, options.call);
  const parameter = spec?.does === "search" ? spec.paths[0] : undefined;
  const folders = listed(free?.folders ?? [], options.workspace.show);
  const files = listed(free?.files ?? [], options.workspace.show);
  const why = "This search would reach files that may not be read.";
  if (folders === null && files === null) return `${why} Search in a folder without them, or in single files.`;
  const where = [folders, files === null ? null : `in single files: ${files}`]
    .filter((part) => part !== null)
    .join("; ");
  const all = free?.isWhole === true ? " That is everything here that may be searched." : "";
  return `${why} Search again with ${parameter ?? "the path"} set to one of these folders, one call for each: ${where}.${all}`;
}

/** Null for none. */
function listed(paths: readonly string[], show: (path: string) => string): string | null {
  if (paths.length === 0) return null;
  const more = paths.length > MOST_NAMES ? ` and ${paths.length - MOST_NAMES} more` : "";
  const shown = paths.slice(0, MOST_NAMES).map((path) => JSON.stringify(show(path)));
  return `${shown.join(", ")}${more}`;
}

/** A no or a question about one of them is about the whole call. */
async function strictestOf(
  paths: readonly string[],
  answerTo: (path: string) => Promise<HookAnswer>,
): Promise<HookAnswer> {
  let answer = NOTHING;
  for (const path of new Set(paths)) {
    const given = await answerTo(path);
    if (given.kind === "deny" || given.kind === "ask") return given;
    if (given.kind === "allow") answer = given;
  }
  return answer;
}

async function answerReadOf(path: string, name: string, { context, doubt, options }: Answering): Promise<HookAnswer> {
  const { person } = options;
  const target = targetOf(path, options);
  if (target === null) return NOTHING;
  const call: Call = { tool: "read_file", access: "read", targets: [target] };
  const verdict = await judgeCall(context.gate, call);
  if (verdict.effect === "allow") return NOTHING;
  if (verdict.effect === "deny") return { kind: "deny", reason: `${name} is not available: ${verdict.reason}.` };
  const tool = await loadTool("read_file");
  const prepared = await tool!.prepare({ path: target.path }, context); // It is one of our own.
  const answer = await confirm(context, await prepared.payload(verdict), { verdict, call });
  return given(answer, { what: `Read of ${name}`, person, doubt });
}

export async function answerCommand(command: string, { context, doubt, options }: Answering): Promise<HookAnswer> {
  const { cwd, person } = options;
  const gate = commandRules(context.gate);
  if (gate === null) return NOTHING;
  const target = targetOf(resolve(cwd), options);
  const targets = target === null ? [] : [target];
  const call: Call = { tool: "shell", access: "write", targets, outside: true, unasked: UNASKED };
  const verdict = await judgeCall(gate, call);
  if (verdict.effect === "deny") return { kind: "deny", reason: `Commands are not allowed here: ${verdict.reason}.` };
  // No rule is about this command.
  if (verdict.effect === "allow" || verdict.source === "sandbox") return NOTHING;
  if (target === null) return doubt("the command runs outside of the folders that galley works in");
  const place = { where: "host", image: null, network: true, workspace: "writable" } as const;
  const payload = shellPayload({
    approvalId: newId(),
    tool: "shell",
    command,
    cwd: target,
    environment: {},
    timeoutMs: 0,
    place,
  });
  return given(await confirm({ ...context, gate }, payload, { verdict, call }), { what: "Command", person, doubt });
}

// The host confines its commands, or does not.
const UNASKED = { reason: null, whyAsk: async () => null };

/** The rules that name commands; null when there are none, here or in another project that the call belongs to. */
function commandRules(gate: Gate): Gate | null {
  const named = ({ tool }: Rule): boolean => tool === "shell";
  const [user, project] = [gate.policy.user.filter(named), gate.policy.project.filter(named)];
  const isRuled = user.length + project.length > 0 || (gate.otherRules?.() ?? null) !== null;
  return !isRuled ? null : { ...gate, policy: { ...gate.policy, user, project } };
}

type Answer = Awaited<ReturnType<typeof confirm>>;

function given(
  answer: Answer,
  { what, person, doubt }: Pick<Answering, "doubt"> & { readonly what: string; readonly person: PersonReviewer },
): HookAnswer {
  const why = person.doubt();
  if (why !== null) return doubt(why);
  if (answer.action === "apply") return { kind: "allow", note: null };
  const reason =
    answer.action === "reject" ? (answer.reason ?? null) : "it was changed in review, and only the agent can do that";
  return { kind: "deny", reason: reason === null ? `${what} rejected by the user.` : `${what} rejected: ${reason}` };
}
