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
  const counted = rulesAbout(rules, { repository, payload });
  if (counted.kind === "none") return no("no-rule", `No rule says who may answer for ${counted.path}.`);
  for (const { rule } of counted.rules) {
    if (!rule.answer.some((name) => isNamed(name, person))) return no("not-named", describeOthers(rule.answer));
    if (rule.own === "deny" && owner !== null && isSamePerson(owner, person.id))
      return no("own", "Your own agent asks this, and a rule says that someone else must answer.");
  }
  return { kind: "yes", needed: peopleNeeded(counted.rules) };
}

/** How many people must agree. */
export function neededFor(rules: readonly CompiledRule[], question: Omit<RuledQuestion, "owner">): 1 | 2 {
  const counted = rulesAbout(rules, question);
  return counted.kind === "none" ? 1 : peopleNeeded(counted.rules);
}

function peopleNeeded(rules: readonly CompiledRule[]): 1 | 2 {
  return rules.some(({ rule }) => rule.people === 2) ? 2 : 1;
}

type Counted =
  | { readonly kind: "rules"; readonly rules: readonly CompiledRule[] }
  /** A part of it is under no rule. */
  | { readonly kind: "none"; readonly path: string };

function rulesAbout(rules: readonly CompiledRule[], { repository, payload }: Omit<RuledQuestion, "owner">): Counted {
  const counted = new Set<CompiledRule>();
  for (const effect of effectsOf(payload)) {
    for (const reading of READINGS) {
      const found = rulesFor(rules, { ...effect, repository }, reading);
      if (found === null) return { kind: "none", path: effect.path ?? "this question" };
      for (const rule of found) counted.add(rule);
    }
  }
  return { kind: "rules", rules: [...counted] };
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

function no(because: Extract<MayAnswer, { readonly kind: "no" }>["because"], why: string): MayAnswer {
  return { kind: "no", why, because };
}
