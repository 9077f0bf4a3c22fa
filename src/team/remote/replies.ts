// The replies of `galley serve` to a machine, as schemas: what comes over the network is checked before it is an outcome.

import * as z from "zod/mini";
import { ClosedBecauseSchema, OutcomeSchema, QuestionSchema, QuestionSummarySchema } from "../../inbox/index.ts";
import { DecisionSchema } from "../../approval/index.ts";

const id = z.string();

export const PutReplySchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("asked"), id }),
  z.object({ kind: z.literal("joined"), id }),
  z.object({ kind: z.literal("settled"), id, outcome: OutcomeSchema }),
  z.object({ kind: z.literal("conflict"), id }),
  z.object({ kind: z.literal("too-large"), bytes: z.number(), limit: z.number() }),
]);

export const SettledReplySchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("settled"), outcome: OutcomeSchema }),
  z.object({ kind: z.literal("shared") }),
  z.object({ kind: z.literal("unknown") }),
]);

export const TermsReplySchema = z.object({
  beatMs: z.number().check(z.positive()),
  ttlMs: z.number().check(z.positive()),
});

export const EmptyReplySchema = z.object({});

export const OpenReplySchema = z.object({
  questions: z.array(QuestionSummarySchema),
  unreadable: z.array(z.object({ id, reason: z.string() })),
});

export const ReadReplySchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("question"), question: QuestionSchema, outcome: z.nullable(OutcomeSchema) }),
  z.object({ kind: z.literal("outcome"), outcome: OutcomeSchema }),
  z.object({ kind: z.literal("unreadable"), reason: z.string() }),
  z.object({ kind: z.literal("unknown") }),
]);

export const OutcomesReplySchema = z.object({ outcomes: z.array(z.tuple([id, z.nullable(OutcomeSchema)])) });

export const ReviewersReplySchema = z.object({ reviewers: z.array(z.enum(["terminal", "watch", "web"])) });

const cursor = z.string();

export const EventLineSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ping") }),
  z.object({ kind: z.literal("snapshot"), cursor, open: z.array(QuestionSummarySchema) }),
  z.object({ kind: z.literal("question"), cursor, question: QuestionSummarySchema }),
  z.object({ kind: z.literal("answered"), cursor, question: QuestionSummarySchema, decision: DecisionSchema }),
  z.object({ kind: z.literal("gone"), cursor, question: QuestionSummarySchema, because: ClosedBecauseSchema }),
]);

export const ErrorReplySchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
