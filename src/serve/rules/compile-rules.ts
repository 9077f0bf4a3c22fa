// The rules of a team, ready to be compared with questions. A pattern that cannot be used is a config that cannot be
// used: a rule must not fail to match when it is needed.

import { builtInEntries, DEFAULT_PROTECTION, patternProblem, protectionOf } from "../../approval/index.ts";
import type { Protection } from "../../approval/index.ts";
import { coversPath, failure, isFailure } from "../../base/index.ts";
import { compileRule } from "../../fs/index.ts";
import type { AnswerRule } from "../../team/index.ts";

/** One path of a question, as a rule sees it. */
export type Facts = {
  readonly repository: string;
  readonly tool: string | null;
  /** sandbox/relative; null where the question is about no file. */
  readonly path: string | null;
  readonly risks: readonly string[];
};

export type CompiledRule = {
  readonly rule: AnswerRule;
  /**
   * `folded`: letters are compared without their case and Unicode form, as some file systems and hosts of repositories
   * do.
   */
  readonly matches: (facts: Facts, reading: Reading) => boolean;
};

export type Reading = "exact" | "folded";

/** Anyone who is signed in may answer, alone: what holds where no rules are configured. */
export const DEFAULT_RULES: readonly AnswerRule[] = [{ answer: ["anyone"] }];

/** INVALID_ARG for a pattern, or a name in `answer`, that cannot be used. */
export function compileRules(
  rules: readonly AnswerRule[],
  { protection = DEFAULT_PROTECTION }: { readonly protection?: Protection } = {},
): readonly CompiledRule[] {
  return rules.map((rule, at) => {
    const refuse = (what: string, cause?: unknown): Error =>
      failure("INVALID_ARG", `rules[${at}] cannot be used: ${what}`, { cause });
    const wrong = rule.answer.find((one) => one !== "anyone" && !/^(?:group|person):./.test(one));
    if (wrong !== undefined)
      throw refuse(`${JSON.stringify(wrong)} names no one; write group:NAME, person:ID or anyone.`);
    const compile = (patterns: readonly string[] | undefined, name: (text: string) => string = asGiven): Matcher => {
      if (patterns === undefined) return () => true;
      try {
        const pairs = patterns.map((pattern) => ({
          exact: matcherOf(name(pattern)),
          folded: matcherOf(fold(name(pattern))),
        }));
        return (text, reading) => pairs.some((pair) => pair[reading](reading === "folded" ? fold(text) : text));
      } catch (error) {
        if (!isFailure(error)) throw error;
        throw refuse(error.message, error);
      }
    };
    const repository = compile(rule.repository);
    const path = compile(rule.path);
    const risk = compile(rule.risk);
    const tool = compile(rule.tool, oneName);
    return {
      rule,
      matches: (facts, reading) =>
        repository(facts.repository, reading) &&
        (rule.tool === undefined || (facts.tool !== null && tool(oneName(facts.tool), "exact"))) &&
        (rule.path === undefined || (facts.path !== null && path(facts.path, reading))) &&
        (rule.risk === undefined || facts.risks.some((kind) => risk(kind, "exact"))) &&
        (rule.protected === undefined || (facts.path !== null && isProtected(facts.path, protection))),
    };
  });
}

/** What is protected here: the built-in names, and those a team adds. INVALID_ARG. */
export function teamProtection(patterns: readonly string[]): Protection {
  if (patterns.length === 0) return DEFAULT_PROTECTION;
  for (const [at, pattern] of patterns.entries()) {
    const problem = patternProblem(pattern);
    if (problem !== null)
      throw failure("INVALID_ARG", `protected[${at}] cannot be used: ${JSON.stringify(pattern)} ${problem}.`);
  }
  const added = patterns.map((pattern) => ({
    pattern,
    category: "your config" as const,
    why: "named in the team's config",
  }));
  return protectionOf([...builtInEntries(), ...added]);
}

type Matcher = (text: string, reading: Reading) => boolean;

/** A pattern that matches a folder covers what is in it; `folder/*` is about one level. */
function matcherOf(pattern: string): (text: string) => boolean {
  const glob = compileRule(pattern);
  return (text) => coversPath(pattern, text, (_, path) => glob.matches(path));
}

/** Without the sandbox, and with it: a sandbox may be the protected folder itself. */
function isProtected(path: string, { entryFor }: Protection): boolean {
  return entryFor(path) !== null || entryFor(path.slice(path.indexOf("/") + 1)) !== null;
}

/** `edit` is edit_file with other names for its arguments. */
function oneName(tool: string): string {
  return tool === "edit" ? "edit_file" : tool;
}

function asGiven(text: string): string {
  return text;
}

function fold(text: string): string {
  return text.normalize("NFC").toUpperCase().toLowerCase();
}
