// What the rules say about one operation, before anybody is asked. Nothing is shown or written here.

import {
  below,
  isProtected,
  judge,
  sandboxOf,
  type Access,
  type Operation,
  type Policy,
  type SandboxFlags,
  type Verdict,
} from "../approval/index.ts";
import type { FilePlan } from "../edits/index.ts";

export type Gate = {
  readonly policy: Policy;
  readonly flagsOf: (sandbox: string) => SandboxFlags;
  /** Where the path's bytes really live, as sandbox/relative: links inside the root followed, existing or not. */
  readonly targetOf: (path: string) => Promise<string>;
};

export type Call = { readonly tool: string; readonly access: Access; readonly paths: readonly string[] };

/** The verdict on a call that touches these canonical paths. */
export async function judgeCall(gate: Gate, call: Call): Promise<Verdict> {
  const targets = await Promise.all(call.paths.map((path) => gate.targetOf(path)));
  const paths = [...new Set([...call.paths, ...targets])];
  const operation: Operation = {
    tool: call.tool,
    access: call.access,
    paths,
    isProtected: paths.some((path) => isProtected(below(path))),
    flags: strictest(paths.map((path) => gate.flagsOf(sandboxOf(path)))),
  };
  return judge(operation, gate.policy);
}

/** The verdict on one file of a plan, under the name of the tool that would make such a change. */
export function judgeFile(gate: Gate, file: FilePlan): Promise<Verdict> {
  const paths = file.to === null ? [file.path] : [file.path, file.to];
  if (file.after === null) return judgeCall(gate, { tool: "rm", access: "write", paths });
  if (file.base === null || file.to !== null) return judgeCall(gate, { tool: "write_file", access: "write", paths });
  return judgeCall(gate, { tool: "edit_file", access: "edit", paths });
}

function strictest(flags: readonly SandboxFlags[]): SandboxFlags {
  return {
    read_approval: flags.some((flag) => flag.read_approval),
    write_approval: flags.some((flag) => flag.write_approval),
    edit_approval: flags.some((flag) => flag.edit_approval),
  };
}
