// What the rules of a further project say about a call that is reviewed in another one. No one is asked here, nothing is
// planned, and no text of a file is looked at: a rule is about paths.

import { resolve } from "node:path";
import { refuseAll, type Verdict } from "../approval/index.ts";
import { judgeCall, type Call } from "../ask/index.ts";
import { isFailure, type Target } from "../base/index.ts";
import type { ToolContext } from "../tools/index.ts";
import type { Answering, BeforeOptions } from "./answering.ts";
import type { PersonReviewer } from "./ask-person.ts";
import { readingsFor, targetOf } from "./call-targets.ts";
import { answerCommand, answerRead, answerSearch } from "./other-calls.ts";
import { readPatchCommand } from "./patch-command.ts";
import type { ChangingCall } from "./predict/predict.ts";
import type { Project } from "./projects.ts";
import { changesOf } from "./proposal.ts";
import { toolCallOf } from "./tool-input.ts";
import type { HookAnswer, ToolCall } from "./types.ts";

export type Elsewhere =
  | { readonly kind: "fine" }
  | { readonly kind: "denied"; readonly answer: HookAnswer }
  /** A rule asks, and what is done here has to be asked about. */
  | { readonly kind: "asks"; readonly verdict: Verdict };

/** The strictest of them. `options` are those of the project where the call is reviewed. */
export async function judgedIn(others: readonly Project[], options: BeforeOptions): Promise<Elsewhere> {
  let strictest: Elsewhere = { kind: "fine" };
  for (const { workspace, root } of others) {
    const verdict = await deniedWhere(root, () => judgedBy({ ...options, workspace }, root));
    if (verdict.kind === "denied") return verdict;
    const isPersonOnly = strictest.kind === "asks" && strictest.verdict.personOnly;
    if (verdict.kind === "asks" && !isPersonOnly) strictest = verdict;
  }
  return strictest;
}

/** What may not even be named there may not be used; a patch that cannot be read is no approval either. */
async function deniedWhere(root: string, judged: () => Promise<Elsewhere>): Promise<Elsewhere> {
  try {
    return await judged();
  } catch (error) {
    if (!isFailure(error) || error.code === "IO" || error.code === "ABORTED") throw error;
    return { kind: "denied", answer: { kind: "deny", reason: `${error.message} (In the project ${root}.)` } };
  }
}

async function judgedBy(options: BeforeOptions, root: string): Promise<Elsewhere> {
  const { host, call, workspace, signal } = options;
  const tool = toolCallOf(host, call);
  let isAsked = false;
  const person: PersonReviewer = {
    doubt: () => null,
    ask: async (payload) => {
      isAsked = true;
      return refuseAll(payload, "it is asked about in another project");
    },
  };
  const context: ToolContext = { ...workspace, reviewer: person, yes: false, signal };
  const doubt = (reason: string): HookAnswer => ({ kind: "ask", reason });
  const answering = { context, doubt, options: { ...options, person } };
  const changing = changingIn(tool, options);
  if (changing !== null) return judgeChanges(changing, answering, root);
  const answer = await answerTo(tool, answering);
  if (isAsked) return asksFor("it needs approval", root);
  if (answer.kind === "deny") return { kind: "denied", answer };
  return answer.kind === "ask" ? asksFor(answer.reason, root) : { kind: "fine" };
}

const NOTHING: HookAnswer = { kind: "nothing" };

async function answerTo(tool: ToolCall, answering: Answering): Promise<HookAnswer> {
  if (tool.kind === "read") return answerRead(tool.path, answering);
  if (tool.kind === "search") return answerSearch(tool, answering);
  return tool.kind === "command" ? answerCommand(tool.command, answering) : NOTHING;
}

type Judged = { readonly name: string; readonly calls: readonly Omit<Call, "targets">[] };

/** What a call changes, by the tools that would make such a change here; null where it changes nothing. */
function changingIn(tool: ToolCall, { host }: BeforeOptions): readonly Judged[] | null {
  switch (tool.kind) {
    case "unpredictable":
      return tool.paths.map((name) => ({ name, calls: [EDIT, WRITE] }));
    case "edit":
    case "write":
    case "delete":
    case "patch":
      return changesBy(tool);
    case "command": {
      const patch = host.patchCommands ? readPatchCommand(tool.command) : null;
      return patch?.kind === "patch" ? changesBy({ kind: "patch", text: patch.text, folder: patch.folder }) : null;
    }
    default:
      return null;
  }
}

const EDIT = { tool: "edit_file", access: "edit" } as const;
const WRITE = { tool: "write_file", access: "write" } as const;
const REMOVE = { tool: "rm", access: "write" } as const;

function changesBy(call: ChangingCall): readonly Judged[] {
  return changesOf(call).flatMap(({ name, change }): readonly Judged[] => {
    const to = "to" in change && typeof change.to === "string" ? change.to : null;
    if (to !== null) return [name, to].map((each) => ({ name: each, calls: [WRITE] }));
    if (change.kind === "delete") return [{ name, calls: [REMOVE] }];
    return [{ name, calls: [change.kind === "create" || change.kind === "overwrite" ? WRITE : EDIT] }];
  });
}

async function judgeChanges(changes: readonly Judged[], answering: Answering, root: string): Promise<Elsewhere> {
  const { gate } = answering.context;
  let asking: Verdict | null = null;
  for (const { name, calls } of changes) {
    const paths = new Set([resolve(answering.options.cwd, name), ...readingsFor(name, answering)]);
    const targets = [...paths].flatMap((path): Target | [] => targetOf(path, answering.options) ?? []);
    for (const target of targets)
      for (const call of calls) {
        const verdict = await judgeCall(gate, { ...call, targets: [target] });
        const reason = `${verdict.reason}, in the project ${root}`;
        if (verdict.effect === "deny")
          return { kind: "denied", answer: { kind: "deny", reason: `${name} may not be changed: ${reason}.` } };
        if (verdict.effect === "ask" && (asking === null || verdict.personOnly)) asking = { ...verdict, reason };
      }
  }
  return asking === null ? { kind: "fine" } : { kind: "asks", verdict: { ...asking, source: sourceOf(asking) } };
}

/** A flag's question there is a rule's here: nothing that is kept here answers it. */
function sourceOf({ source }: Verdict): Verdict["source"] {
  return source === "sandbox" ? "project-ask" : source;
}

function asksFor(why: string, root: string): Elsewhere {
  const reason = `${why}, in the project ${root}`;
  return { kind: "asks", verdict: { effect: "ask", personOnly: false, source: "project-ask", reason } };
}
