// What the config says about asking, as the rules and flags that questions are decided by, and what is odd about it.

import { failure, isFailure } from "../../base/index.ts";
import { sandboxOf, type Policy, type SandboxFlags } from "../../approval/index.ts";
import { compileRule } from "../../fs/index.ts";
import { flagOrigins, type Effective } from "./effective.ts";
import type { Limits } from "./limits.ts";
import { unmatchedRules } from "./unmatched-rules.ts";

export function flagsOf(limits: Limits): SandboxFlags {
  return {
    read_approval: limits.read_approval.value,
    write_approval: limits.write_approval.value,
    edit_approval: limits.edit_approval.value,
    origin: flagOrigins(limits),
  };
}

/** For what is in no sandbox that is known. */
export function strictest(flags: readonly SandboxFlags[]): SandboxFlags {
  return {
    read_approval: flags.some((each) => each.read_approval),
    write_approval: flags.some((each) => each.write_approval),
    edit_approval: flags.some((each) => each.edit_approval),
  };
}

/**
 * A pattern that cannot be used is a config that cannot be used: a deny rule must not fail when it is needed. `folds`:
 * names in that sandbox are the same in every letter case and Unicode form, so rules there are too.
 */
export function policyOf({ policy }: Pick<Effective, "policy">, folds: (sandbox: string) => boolean): Policy {
  const compiled = new Map<string, { readonly exact: Compiled; readonly folded: Compiled }>();
  for (const { rule } of policy) {
    if (rule.path === undefined || compiled.has(rule.path)) continue;
    try {
      compiled.set(rule.path, { exact: compileRule(rule.path), folded: compileRule(foldBelow(rule.path)) });
    } catch (error) {
      if (!isFailure(error)) throw error;
      throw failure("INVALID_ARG", `A rule in ${rule.origin} cannot be used: ${error.message}`, { cause: error });
    }
  }
  return {
    user: policy.filter(({ from }) => from !== "project").map(({ rule }) => rule),
    project: policy.filter(({ from }) => from === "project").map(({ rule }) => rule),
    remembered: [],
    matches: (pattern, target) => {
      const { exact, folded } = compiled.get(pattern)!; // Every pattern of a rule is.
      return exact.matches(target) || (folds(sandboxOf(target)) && folded.matches(foldBelow(target)));
    },
  };
}

type Compiled = ReturnType<typeof compileRule>;

/** All but the name of the sandbox, which is Galley's own. */
function foldBelow(path: string): string {
  const at = path.indexOf("/");
  return at < 0 ? path : path.slice(0, at) + path.slice(at).normalize("NFC").toUpperCase().toLowerCase();
}

/** For the user: rules of a project that are about no sandbox here, and settings without effect. */
export function warningsOf(config: Effective): readonly string[] {
  return [...unmatchedRules(config), ...unusedOnHost(config)];
}

/** For the user: the keys of the project's config that were refused, in one sentence; empty when there are none. */
export function refusalsOf({ refused }: Effective): readonly string[] {
  if (refused.length === 0) return [];
  const ignored = refused.map(({ key, why }) => `${key} (${why})`).join(", ");
  return [`The project's .galley/config.json may only tighten; ignored: ${ignored}.`];
}

/** Settings that let a command run without a question, next to the one that asks about every command. */
function unusedOnHost({ shell, sandboxes }: Effective): readonly string[] {
  const { where, unasked, safe_commands = [] } = shell.value ?? {};
  const isOnHost = where === "host" && sandboxes.some(({ place }) => place === null || place.container === undefined);
  const unused = [
    ...(unasked === "read-only" ? ["shell.unasked"] : []),
    ...(safe_commands.length > 0 ? ["shell.safe_commands"] : []),
  ];
  if (!isOnHost || unused.length === 0) return [];
  const have = unused.length === 1 ? "has" : "have";
  return [
    `${unused.join(" and ")} ${have} no effect on shell commands that run on the host (shell.where): each is asked about.`,
  ];
}
