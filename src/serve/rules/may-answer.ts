// Who may answer a question: a pure function of the rules, the whole question and the person. Every path of every file
// is looked at by itself, in each way its name can be read, and every rule found that way must name the person: a link,
// a move or another letter case never leads past a stricter rule. Where no rule matches, no one may answer.

import { askedBy, type ApprovalPayload } from "../../approval/index.ts";
import type { MayAnswer, Person } from "../../team/index.ts";
import type { CompiledRule, Facts, Reading } from "./compile-rules.ts";

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
  for (const facts of factsOf(repository, payload)) {
    for (const reading of READINGS) {
      const found = rules.find(({ matches }) => matches(facts, reading));
      if (found === undefined) return no(`No rule says who may answer for ${facts.path ?? "this question"}.`);
      counted.add(found);
    }
  }
  for (const { rule } of counted) {
    if (!rule.answer.some((name) => isNamed(name, person))) return no(describeOthers(rule.answer));
    if (rule.own === "deny" && owner === person.id)
      return no("Your own agent asks this, and a rule says that someone else must answer.");
    if (rule.people === 2) needed = 2;
  }
  return { kind: "yes", needed };
}

const READINGS: readonly Reading[] = ["exact", "folded"];

/** One for every path that the question is about; one without a path where it is about no file. */
function factsOf(repository: string, payload: ApprovalPayload): readonly Facts[] {
  const facts = (payload.type === "batch" ? payload.items : [payload]).flatMap((item) => {
    const { tool } = askedBy(item);
    const risks = item.risks.map(({ kind }) => kind);
    return pathsOf(item).map((path): Facts => ({ repository, tool, path, risks }));
  });
  // Choosing a place for an edit is a part of the answer too.
  const open = payload.type === "batch" ? payload.open_edits : [];
  for (const edit of open)
    for (const path of pathsOf(edit)) facts.push({ repository, tool: "edit_file", path, risks: [] });
  if (facts.length > 0) return facts;
  return [{ repository, tool: null, path: null, risks: payload.risks.map(({ kind }) => kind) }];
}

type Placed = { readonly path: string; readonly target?: string | undefined } & (
  | { readonly to?: undefined }
  | { readonly to: string; readonly to_target?: string | undefined }
);

function pathsOf(item: Placed): readonly string[] {
  const moved = item.to === undefined ? [] : [item.to, item.to_target];
  return [...new Set([item.path, item.target, ...moved].filter((path) => path !== undefined))];
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
