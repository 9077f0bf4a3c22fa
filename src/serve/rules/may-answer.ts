// Who may answer a question: a pure function of the rules, the whole question and the person. Every path of every file
// is looked at by itself, in each way its name can be read, and every rule found that way must name the person: a link,
// a move or another letter case never leads past a stricter rule. Where no rule matches, no one may answer.

import type { ApprovalPayload } from "../../approval/index.ts";
import { effectsOf, isSamePerson, type MayAnswer, type Person } from "../../team/index.ts";
import { READINGS, type CompiledRule, type Facts, type Reading } from "./compile-rules.ts";

/** A question as rules see it. */
export type RuledQuestion = {
  readonly repository: string;
  /** The person whose agent asks; null for a machine of the whole team. */
  readonly owner: string | null;
  readonly payload: ApprovalPayload;
};

export function mayAnswer(
  rules: readonly CompiledRule[],
  { repository, owner, payload }: RuledQuestion,
  person: Pick<Person, "id" | "groups">,
): MayAnswer {
  let needed: 1 | 2 = 1;
  const counted = new Set<CompiledRule>();
  for (const effect of effectsOf(payload)) {
    for (const reading of READINGS) {
      const found = rulesFor(rules, { ...effect, repository }, reading);
      if (found === null) return no(`No rule says who may answer for ${effect.path ?? "this question"}.`);
      for (const rule of found) counted.add(rule);
    }
  }
  for (const { rule } of counted) {
    if (!rule.answer.some((name) => isNamed(name, person))) return no(describeOthers(rule.answer));
    if (rule.own === "deny" && owner !== null && isSamePerson(owner, person.id))
      return no("Your own agent asks this, and a rule says that someone else must answer.");
    if (rule.people === 2) needed = 2;
  }
  return { kind: "yes", needed };
}

/**
 * The first rule that is about all of it, and those before it that are about a part: what is in a folder may be under any
 * of them. Null: a part of it is under no rule.
 */
function rulesFor(rules: readonly CompiledRule[], facts: Facts, reading: Reading): readonly CompiledRule[] | null {
  const found: CompiledRule[] = [];
  for (const rule of rules) {
    const reach = rule.reach(facts, reading);
    if (reach !== "none") found.push(rule);
    if (reach === "all") return found;
  }
  return null;
}

function isNamed(name: string, { id, groups }: Pick<Person, "id" | "groups">): boolean {
  if (name === "anyone") return true;
  const at = name.indexOf(":");
  const value = name.slice(at + 1);
  return name.slice(0, at) === "group" ? groups.includes(value) : value === id;
}

function describeOthers(answer: readonly string[]): string {
  if (answer.length === 0) return "A rule says that no one may answer this.";
  return `A rule says who may answer this, and you are not among them: ${answer.join(", ")}.`;
}

function no(why: string): MayAnswer {
  return { kind: "no", why };
}
