// Rules that can apply to nothing: a tool that does not exist, a path in no sandbox. A deny rule with a slip in it must
// not leave open what it was written to close, so such a config is not used. It never guesses what was meant.

import { describeRule, isForeignTool, type Rule } from "../../approval/index.ts";
import { didYouMean, failure, isFailure } from "../../base/index.ts";
import { alternativesOutside } from "../../fs/index.ts";
import { TOOL_NAMES } from "../../tools/index.ts";
import type { Effective, RuleEntry } from "./effective.ts";

/** INVALID_ARG for the first rule that can apply to nothing, if its author could know that. */
export function requireMatching(config: Effective): void {
  for (const entry of config.policy) {
    const problem =
      toolTrouble(entry, config) ?? (knowsSandboxes(entry, config) ? pathTrouble(entry.rule, config) : null);
    if (problem !== null) throw failure("INVALID_ARG", problem);
  }
}

/** The rules of a project that are about no sandbox of the user's config, as sentences. */
export function unmatchedRules(config: Effective): readonly string[] {
  return config.policy
    .filter((entry) => !knowsSandboxes(entry, config))
    .flatMap(({ rule }) => pathTrouble(rule, config) ?? []);
}

/** A project cannot know what the user calls the sandboxes; without such a config its folder is `workspace`. */
function knowsSandboxes({ from }: RuleEntry, { implicit }: Effective): boolean {
  return from !== "project" || implicit;
}

function toolTrouble({ rule, from }: RuleEntry, { mcp_servers }: Effective): string | null {
  const { tool } = rule;
  if (tool === undefined || RULED_TOOLS.has(tool)) return null;
  if (isForeignTool(tool)) {
    const [server = ""] = tool.split("__", 1);
    const known = Object.keys(mcp_servers.value);
    // A project cannot know what the user's servers are called.
    if (from === "project" || known.includes(server)) return null;
    return `${named(rule)} can match nothing: no MCP server is called ${JSON.stringify(server)}${didYouMean(server, known)}.`;
  }
  return `${named(rule)} can match nothing: no tool is called ${JSON.stringify(tool)}${didYouMean(tool, TOOL_NAMES)}. Tools: ${TOOL_NAMES.join(", ")}.`;
}

const RULED_TOOLS: ReadonlySet<string> = new Set(["*", ...TOOL_NAMES]);

function pathTrouble(rule: Rule, { sandboxes, default_sandbox }: Effective): string | null {
  const { path } = rule;
  if (path === undefined) return null;
  const names = sandboxes.map(({ name }) => name);
  const [outside] = outsideOf(path, names);
  if (outside === undefined) return null;
  const what = outside === path ? named(rule) : `${JSON.stringify(outside)} in ${named(rule, "the")}`;
  const [first = ""] = outside.split("/");
  const slip = didYouMean(first, names);
  const home = default_sandbox.value ?? names[0];
  const advice = slip === "" ? ` Write ${home}/${outside}, or **/${outside} for that name in any folder.` : "";
  return `${what} can match nothing: a path must begin with the name of a sandbox (${names.join(", ")})${slip}.${advice}`;
}

/** A pattern that cannot be read at all is reported where it is compiled. */
function outsideOf(path: string, names: readonly string[]): readonly string[] {
  try {
    return alternativesOutside(path, names);
  } catch (error) {
    if (isFailure(error)) return [];
    throw error;
  }
}

function named(rule: Rule, article: "The" | "the" = "The"): string {
  return `${article} rule ${describeRule(rule)} in ${rule.origin}`;
}
