// Questions and people's answers to them. The rules are applied here, to the whole question as it was asked and to the
// person as their token describes them now; the store then lets exactly one answer count.

import * as z from "zod/mini";
import { DecisionSchema, type Decision } from "../../approval/index.ts";
import { LIMITS } from "../../base/index.ts";
import type { Question } from "../../inbox/index.ts";
import type { Changed, MayAnswer, Person, TeamRead, Vote } from "../../team/index.ts";
import { Refusal, type AnswerReply, type CountedVote, type TeamView, type WebQuestion } from "../../web/index.ts";
import { mayAnswer, neededFor } from "../rules/may-answer.ts";
import type { ServeApp, ServeParts } from "../parts.ts";
import { endShown, outcomeShown } from "./shown.ts";
import { signedIn, signedInWith } from "./signed-in.ts";
import { agreeing, countVotes } from "./votes.ts";

const AnswerSchema = z.object({ decision: DecisionSchema });
const DelegateSchema = z.object({
  to: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("person"), person: z.object({ id: z.string() }) }),
    z.object({ kind: z.literal("group"), group: z.string().check(z.minLength(1), z.regex(/^\P{Cc}{1,255}$/u)) }),
  ]),
});
const PostponeSchema = z.object({ minutes: z.number().check(z.positive(), z.maximum(7 * 24 * 60)) });

const PERSON = { kind: "person" } as const;
const DELETED = "Its contents were deleted. The history shows how it ended.";
const SMALL_BYTES = 64 * 1024;
const NO_RULES = "Rules are not kept by a team's inbox: they would answer later questions on that machine alone.";

export function addQuestionRoutes(app: ServeApp, parts: ServeParts): void {
  const { store, config, metrics, log } = parts;
  const judge = ({ listed, question }: WholeQuestion, person: Person): MayAnswer => {
    const { repository, machine } = listed;
    const { folders } = listed.asker;
    return mayAnswer(config.rules, { repository, owner: machine.owner, payload: question, folders }, person);
  };

  const counted = async (found: KnownQuestion, votes: readonly Vote[]): Promise<readonly CountedVote[]> => {
    if (votes.length === 0) return [];
    const { outcome } = found;
    const judged = (person: Person): MayAnswer => (found.kind === "question" ? judge(found, person) : ANYONE);
    return countVotes(votes, { people: await store.people.list(), judge: judged, outcome });
  };

  app.get("/api/questions/:id", async (context) => {
    const { person } = await signedIn(context.env, parts);
    const found = await store.questions.read(context.req.param("id"));
    if (found.kind === "unknown") throw unknown();
    const outcome = found.outcome && outcomeShown(found.outcome);
    if (found.kind === "listed" || (found.outcome !== null && outcome === null))
      return context.json<WebQuestion>(
        outcome === null
          ? { kind: "unreadable", reason: found.kind === "listed" ? found.reason : DELETED }
          : { kind: "outcome", outcome },
      );
    const question = withoutRules(found.question);
    return context.json<WebQuestion>({ kind: "question", question, outcome, may: judge(found, person) });
  });

  app.get("/api/questions/:id/team", async (context) => {
    await signedIn(context.env, parts);
    const found = await store.questions.read(context.req.param("id"));
    if (found.kind === "unknown") throw unknown();
    const { listed, outcome } = found;
    const { repository, asker } = listed;
    const { folders } = asker;
    return context.json<TeamView>({
      question: listed,
      votes: await counted(found, listed.votes),
      needed:
        found.kind === "question" ? neededFor(config.rules, { repository, payload: found.question, folders }) : null,
      outcome: outcome && endShown(outcome),
    });
  });

  app.post("/api/questions/:id/answer", async (context) => {
    const id = context.req.param("id");
    // As large as the question may be: the person may have rewritten all of it.
    const answer = { schema: AnswerSchema, mostBytes: LIMITS.questionBytes.value };
    const { person, body } = await signedInWith(context.env, parts, answer);
    const { decision } = body;
    if (decision.remember !== undefined) throw new Refusal(400, "INVALID_ARG", NO_RULES);
    const found = await store.questions.read(id);
    if (found.kind === "unknown") throw unknown();
    if (found.kind === "listed" && found.outcome === null) throw new Refusal(409, "IO", found.reason);
    const may: MayAnswer = found.kind === "question" ? judge(found, person) : ANYONE; // It has ended.
    if (may.kind === "no") {
      metrics.add("galley_answers", { result: "not-allowed" });
      log({ level: "warning", event: "answer-not-allowed", person: person.id, question: id });
      // Not 403: who is signed in stays so.
      throw new Refusal(409, "FORBIDDEN", may.why);
    }
    const { needed } = may;
    const mayStill = (other: Person): boolean => found.kind === "question" && judge(found, other).kind === "yes";
    const decided = await store.questions.answer({ id, decision: byPerson(decision), person, needed, mayStill });
    metrics.add("galley_answers", { result: decided.kind });
    log({ level: "info", event: "answer", person: person.id, question: id, result: decided.kind });
    switch (decided.kind) {
      case "refused":
        throw new Refusal(400, "INVALID_ARG", decided.reason);
      case "unknown":
        throw unknown();
      case "blocked":
        throw forbidden();
      case "voted": {
        const votes = await counted(found, decided.votes);
        return context.json<AnswerReply>({ ...decided, votes, agreeing: agreeing(votes, person) });
      }
      default:
        return context.json<AnswerReply>(decided);
    }
  });

  app.post("/api/questions/:id/delegate", async (context) => {
    const small = { schema: DelegateSchema, mostBytes: SMALL_BYTES };
    const { person, body } = await signedInWith(context.env, parts, small);
    const { to } = body;
    const known = to.kind === "person" ? await store.people.list() : [];
    const other = known.find(
      ({ id, blocked_at }) => to.kind === "person" && id === to.person.id && blocked_at === null,
    );
    if (to.kind === "person" && other === undefined)
      throw new Refusal(400, "INVALID_ARG", "There is no such person here. They must have signed in once.");
    const delegate = to.kind === "group" ? to : { kind: "person" as const, person: nameOnly(other!) }; // Found above.
    const by = nameOnly(person);
    requireDone(await store.questions.delegate(context.req.param("id"), { by, to: delegate }));
    return context.json({});
  });

  app.post("/api/questions/:id/postpone", async (context) => {
    const small = { schema: PostponeSchema, mostBytes: SMALL_BYTES };
    const { person, body } = await signedInWith(context.env, parts, small);
    const postponed = { person: nameOnly(person), forMs: body.minutes * 60_000 };
    requireDone(await store.questions.postpone(context.req.param("id"), postponed));
    return context.json({});
  });
}

type KnownQuestion = Exclude<TeamRead, { readonly kind: "unknown" }>;
type WholeQuestion = Extract<TeamRead, { readonly kind: "question" }>;

const ANYONE: MayAnswer = { kind: "yes", needed: 1 };

/** No page offers what would be refused: rules are kept for a question, or for each file of it. */
function withoutRules(question: Question): Question {
  const rules = { kept: "none" as const, why: NO_RULES };
  if (question.type !== "batch") return { ...question, rules };
  return { ...question, rules, items: question.items.map((item) => ({ ...item, rules })) };
}

/** The person who is signed in decides; a body cannot say that a rule or a hook did. */
function byPerson(decision: Decision): Decision {
  return { ...decision, items: decision.items.map((item) => ({ ...item, by: PERSON })) };
}

function nameOnly({ id, name }: Pick<Person, "id" | "name">): Pick<Person, "id" | "name"> {
  return { id, name };
}

function unknown(): Refusal {
  return new Refusal(404, "NOT_FOUND", "There is no such question. It may be long over.");
}

/** Throws Refusal. */
function requireDone(changed: Changed): void {
  if (changed === "over") throw new Refusal(409, "NOT_FOUND", "The question is no longer open.");
  if (changed === "blocked") throw forbidden();
  if (changed === "full")
    throw new Refusal(429, "TOO_LARGE", "This was done with the question too often already. Answer it, or leave it.");
}

function forbidden(): Refusal {
  return new Refusal(403, "FORBIDDEN", "Forbidden");
}
