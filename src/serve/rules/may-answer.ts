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
  /** By sandbox, its folder in the repository. */
  readonly folders?: Readonly<Record<string, string>> | undefined;
};

export function mayAnswer(
  rules: readonly CompiledRule[],
  { owner, ...question }: RuledQuestion,
  person: Pick<Person, "id" | "groups">,
): MayAnswer {
  const counted = rulesAbout(rules, question);
  if (counted.kind === "none") return no("no-rule", `No rule says who may answer for ${counted.path}.`);
  for (const { rule } of counted.rules) {
    if (!rule.answer.some((name) => isNamed(name, person))) return no("not-named", describeOthers(rule.answer));
    if (rule.own === "deny" && owner !== null && isSamePerson(owner, person.id))
      return no("own", "Your own agent asks this, and a rule says that someone else must answer.");
  }
  return { kind: "yes", needed: peopleNeeded(counted.rules) };
}

/** Why no one at all may answer, as a sentence for who asks; null where someone may. */
export function whyNoOne(rules: readonly CompiledRule[], question: Omit<RuledQuestion, "owner">): string | null {
  const counted = rulesAbout(rules, question);
  if (counted.kind === "none")
    return `No rule of the team says who may answer for ${counted.path}, so no one could. Add one to the server's config.`;
  const isClosed = counted.rules.some(({ rule }) => rule.answer.length === 0);
  return isClosed ? "A rule of the team says that no one may answer this." : null;
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

function rulesAbout(
  rules: readonly CompiledRule[],
  { repository, payload, folders = {} }: Omit<RuledQuestion, "owner">,
): Counted {
  const counted = new Set<CompiledRule>();
  for (const effect of effectsOf(payload)) {
    for (const reading of READINGS) {
      const found = rulesFor(rules, { ...effect, repository }, reading);
      if (found === null) return { kind: "none", path: effect.path ?? "this question" };
      // What a file is called in the repository never loosens what its sandbox's name says.
      const others = namesIn(folders, effect.path).flatMap(
        (path) => rulesFor(rules, { ...effect, path, repository }, reading) ?? [],
      );
      for (const rule of [...found, ...others]) counted.add(rule);
    }
  }
  return { kind: "rules", rules: [...counted] };
}

/** The name from the top of the repository, wherever galley was started: alone, and as in the sandbox of a plain folder. */
function namesIn(folders: Readonly<Record<string, string>>, path: string | null): readonly string[] {
  if (path === null) return [];
  const [sandbox, ...below] = path.split("/");
  const folder = Object.hasOwn(folders, sandbox!) ? folders[sandbox!]! : null;
  if (folder === null) return [];
  const inRepository = [folder, ...below].filter((name) => name !== "").join("/");
  return inRepository === "" ? [PLAIN] : [inRepository, `${PLAIN}/${inRepository}`];
}

/** What the sandbox is called where no config names any. */
const PLAIN = "workspace";

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
