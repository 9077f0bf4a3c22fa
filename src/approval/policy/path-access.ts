// What the rules allow on a path, whichever tool is used: what may be seen and what may be changed there.
// Everything that shows files (search, listings, the map, context, completion, suggestions, commands) asks here,
// so that a rule against reading hides a file everywhere. Pure; real targets of links are passed in by the caller.

import { coversFolder } from "../../base/index.ts";
import { judge, type Effect, type Policy, type Rule, type SandboxFlags } from "./policy.ts";

export type PathAccess = {
  /** "deny": the file is hidden, its name included. "ask": its content is shown only after a yes. */
  readonly read: Effect;
  /** "deny": no tool may change it. */
  readonly write: Effect;
};

const WRITING: ReadonlySet<string> = new Set(["write_file", "edit_file", "edit", "rm"]);
const RUNNING: ReadonlySet<string> = new Set(["shell", "eval"]);

/** `paths` are the path and its real target as sandbox/relative. A folder is denied when everything in it is. */
export function pathAccess(paths: readonly string[], policy: Policy, flags: SandboxFlags): PathAccess {
  const isDenied = (rules: readonly Rule[]): boolean => rules.some((rule) => isAbout(rule, paths, policy));
  const operation = { paths, flags, looksInside: true, isProtected: false };
  const writing = denying(policy).filter(({ tool }) => isAny(tool) || WRITING.has(tool));
  return {
    read: isDenied(hidingRules(policy))
      ? "deny"
      : judge({ tool: "read_file", access: "read", ...operation }, policy).effect,
    write: isDenied(writing) ? "deny" : judge({ tool: "write_file", access: "write", ...operation }, policy).effect,
  };
}

/**
 * The rules that hide files: those that deny every tool, reading, or any other tool that looks at the files of a path.
 * A rule against a search tool that names no path is about the tool; a rule for `rm` alone hides nothing.
 */
export function hidingRules(policy: Policy): readonly Rule[] {
  return denying(policy).filter(
    ({ tool, path }) =>
      isAny(tool) || tool === "read_file" || (path !== undefined && !WRITING.has(tool) && !RUNNING.has(tool)),
  );
}

/** Is one of the paths, or all that is in it, what the rule is about? */
export function isAbout(rule: Rule, paths: readonly string[], { matches }: Policy): boolean {
  return rule.path === undefined || paths.some((path) => coversFolder(rule.path!, path, matches));
}

function denying({ user, project }: Policy): readonly Rule[] {
  return [...user, ...project].filter(({ effect }) => effect === "deny");
}

function isAny(tool: string | undefined): tool is undefined | "*" {
  return tool === undefined || tool === "*";
}
