// What the rules allow on a path, whichever tool is used: what may be seen and what may be changed there.
// Everything that shows files (search, listings, the map, context, completion, suggestions, commands) asks here,
// so that a rule against reading hides a file everywhere. Pure; real targets of links are passed in by the caller.

import { judge, type Effect, type Policy, type Rule, type SandboxFlags } from "./policy.ts";

export type PathAccess = {
  /** "deny": the file is hidden, its name included. "ask": its content is shown only after a yes. */
  readonly read: Effect;
  /** "deny": no tool may change it. */
  readonly write: Effect;
};

const READING: ReadonlySet<string> = new Set(["read_file", "ls", "glob", "grep"]);
const WRITING: ReadonlySet<string> = new Set(["write_file", "edit_file", "edit", "rm"]);

/**
 * `paths` are the path and its real target as sandbox/relative. A rule that denies any reading tool, or every tool,
 * denies reading; a rule for `rm` alone hides nothing.
 */
export function pathAccess(paths: readonly string[], policy: Policy, flags: SandboxFlags): PathAccess {
  const isDenied = (tools: ReadonlySet<string>): boolean =>
    [...policy.user, ...policy.project].some((rule) => rule.effect === "deny" && covers(rule, tools, paths, policy));
  return {
    read: isDenied(READING)
      ? "deny"
      : judge({ tool: "read_file", access: "read", paths, isProtected: false, flags }, policy).effect,
    write: isDenied(WRITING)
      ? "deny"
      : judge({ tool: "write_file", access: "write", paths, isProtected: false, flags }, policy).effect,
  };
}

function covers(rule: Rule, tools: ReadonlySet<string>, paths: readonly string[], policy: Policy): boolean {
  const named = rule.tool === undefined || rule.tool === "*" || tools.has(rule.tool);
  return named && (rule.path === undefined || paths.some((path) => policy.matches(rule.path!, path)));
}
