// The rules of a team, ready to be compared with questions. A pattern that cannot be used is a config that cannot be
// used: a rule must not fail to match when it is needed.

import { builtInEntries, DEFAULT_PROTECTION, foldName, patternProblem, protectionOf } from "../../approval/index.ts";
import type { Protection } from "../../approval/index.ts";
import { failure, isFailure } from "../../base/index.ts";
import { compileCover, type Cover, type Reach } from "../../fs/index.ts";
import type { AnswerRule, Effect } from "../../team/index.ts";

/** One effect of a question in its repository. */
export type Facts = Effect & { readonly repository: string };

export type CompiledRule = {
  readonly rule: AnswerRule;
  /**
   * How much of it the rule is about: `some` only where everything in a folder is meant too. `folded`: names are compared
   * without letter case, Unicode form and what some systems drop, as file systems and hosts of repositories do.
   */
  readonly reach: (facts: Facts, reading: Reading) => Reach;
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
    const compile = (patterns: readonly string[] | undefined, name: (text: string) => string = asGiven): Cover[][] => {
      try {
        return READINGS.map((reading) =>
          (patterns ?? []).map((pattern) => compileCover(read(name(pattern), reading, foldPattern))),
        );
      } catch (error) {
        if (!isFailure(error)) throw error;
        throw refuse(error.message, error);
      }
    };
    const [repository, path, risk] = [compile(rule.repository), compile(rule.path), compile(rule.risk)];
    const tool = compile(rule.tool, oneName);
    const covers = (all: Cover[][], text: string | null, reading: Reading): boolean =>
      text !== null && all[READINGS.indexOf(reading)]!.some((one) => one.covers(read(text, reading, foldPath))); // One for each reading.
    const reachOf = (all: Cover[][], folder: string, reading: Reading): Reach =>
      widest(all[READINGS.indexOf(reading)]!.map((one) => one.reach(read(folder, reading, foldPath))));
    return {
      rule,
      reach(facts, reading) {
        if (rule.repository !== undefined && !covers(repository, facts.repository, reading)) return "none";
        if (rule.tool !== undefined && !covers(tool, facts.tool && oneName(facts.tool), reading)) return "none";
        if (rule.risk !== undefined && !facts.risks.some((kind) => covers(risk, kind, reading))) return "none";
        if (rule.path === undefined && rule.protected === undefined) return "all";
        if (facts.path === null) return "none";
        const isProtectedHere = rule.protected === undefined || isProtected(facts.path, protection);
        if (facts.reach === "path")
          return isProtectedHere && (rule.path === undefined || covers(path, facts.path, reading)) ? "all" : "none";
        const reach = rule.path === undefined ? "all" : reachOf(path, facts.path, reading);
        if (rule.protected === undefined || reach === "none") return reach;
        // Any folder may hold a protected name; to read one decides nothing.
        return isProtectedHere || facts.tool === "rm" ? "some" : "none";
      },
    };
  });
}

export const READINGS: readonly Reading[] = ["exact", "folded"];

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

function widest(reaches: readonly Reach[]): Reach {
  return reaches.includes("all") ? "all" : reaches.includes("some") ? "some" : "none";
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

function read(text: string, reading: Reading, folding: (text: string) => string): string {
  return reading === "folded" ? folding(text) : text;
}

function foldPath(path: string): string {
  return path.split("/").map(foldName).join("/");
}

/** What a name loses when it is folded may be a part of a pattern's own signs. */
function foldPattern(pattern: string): string {
  return /[{}[\]]/.test(pattern) ? pattern.normalize("NFC").toUpperCase().toLowerCase() : foldPath(pattern);
}
