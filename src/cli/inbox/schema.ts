// What `galley inbox` prints as JSON, defined here and nowhere else. A question itself is in the inbox module.

import * as z from "zod/mini";
import { DecisionSchema } from "../../approval/index.ts";
import type { Frozen } from "../../base/index.ts";
import { ClosedBecauseSchema, QuestionSummarySchema, type QuestionSummary } from "../../inbox/index.ts";

const { deadline: _, ...row } = QuestionSummarySchema.shape;

export const InboxRowSchema = z.object(row);

/** Oldest first. */
export const InboxListSchema = z.array(InboxRowSchema);

export const InboxEventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("question"), id: z.string(), question: InboxRowSchema }),
  z.object({ type: z.literal("answered"), id: z.string(), decision: DecisionSchema }),
  z.object({ type: z.literal("gone"), id: z.string(), because: ClosedBecauseSchema }),
]);

export const InboxAnswerSchema = z.object({
  id: z.string(),
  /** `lost`: another answer came first. `gone`: no answer counts any more, or there is no such question. */
  status: z.enum(["won", "lost", "gone", "refused"]),
  message: z.string(),
  /** The answer that counts; null when there is none. */
  decision: z.nullable(DecisionSchema),
});

export type InboxRow = Frozen<z.infer<typeof InboxRowSchema>>;
export type InboxLine = Frozen<z.infer<typeof InboxEventSchema>>;
export type InboxAnswer = Frozen<z.infer<typeof InboxAnswerSchema>>;

export function rowOf({ deadline: _unused, ...rest }: QuestionSummary): InboxRow {
  return rest;
}
