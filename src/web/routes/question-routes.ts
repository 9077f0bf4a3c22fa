// Questions, and the user's answers to them. An answer is passed on to the inbox, which accepts it only for the bytes
// that were shown.

import * as z from "zod/mini";
import { DecisionSchema } from "../../approval/index.ts";
import { LIMITS } from "../../base/index.ts";
import type { Outcome } from "../../inbox/index.ts";
import type { Answers } from "../events/follow-inbox.ts";
import { readBody } from "../http/read-body.ts";
import { Refusal } from "../http/refusal.ts";
import type { AnswerReply, WebOutcome, WebQuestion } from "../protocol.ts";
import type { RouteParts, WebApp } from "./parts.ts";

const PERSON = { kind: "person" } as const;
const AnswerSchema = z.object({ decision: DecisionSchema });

export function addQuestionRoutes(app: WebApp, { host: { inbox }, answers }: RouteParts): void {
  app.get("/api/questions/:id", async (context) => {
    const id = context.req.param("id");
    const found = await inbox.read(id);
    switch (found.kind) {
      case "question": {
        const outcome = found.outcome && (await outcomeOf(id, found.outcome, answers));
        return context.json<WebQuestion>({ kind: "question", question: found.question, outcome });
      }
      case "outcome":
        return context.json<WebQuestion>({
          kind: "outcome",
          outcome: await outcomeOf(id, found.outcome, answers),
        });
      case "unreadable":
        return context.json<WebQuestion>(found);
      case "unknown":
        throw unknown();
      default:
        return found satisfies never;
    }
  });

  app.post("/api/questions/:id/answer", async (context) => {
    const id = context.req.param("id");
    // As large as the question may be: the user may have rewritten all of it.
    const body = { schema: AnswerSchema, mostBytes: LIMITS.questionBytes.value };
    const { decision } = await readBody(context.env.incoming, body);
    // The person who is signed in is the user; a body cannot say that a rule or a hook decided.
    const items = decision.items.map((item) => ({ ...item, by: PERSON }));
    const deciding = inbox.decide(id, { ...decision, items });
    answers.add(id, deciding);
    const decided = await deciding;
    if (decided.kind === "refused") throw new Refusal(400, "INVALID_ARG", decided.reason);
    if (decided.kind === "unknown") throw unknown();
    return context.json<AnswerReply>(decided);
  });
}

function unknown(): Refusal {
  return new Refusal(404, "NOT_FOUND", "There is no such question. It may be long over.");
}

async function outcomeOf(id: string, outcome: Outcome, answers: Answers): Promise<WebOutcome> {
  return outcome.kind === "answered" ? { ...outcome, from: await answers.from(id) } : outcome;
}
