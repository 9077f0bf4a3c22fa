// The wire shapes of the inbox, each defined here and nowhere else: a question that waits for another process, and what
// became of it. JSON Schemas in schema/ are generated from these.

import * as z from "zod/mini";
import { ApprovalPayloadSchema, DecisionSchema } from "../approval/index.ts";

export const AskerSchema = z.object({
  /** Where the question entered: `apply`, `run`, `mcp`, `acp`, `web`, or `hook:` and the name of another agent. */
  door: z.string(),
  /** The machine that asks and will write. */
  host: z.string(),
  /** The folder that is worked in, on that machine. */
  root: z.string(),
  session: z.nullable(z.string()),
  /** Names the call within its session. The same call asked twice is one question. */
  call_key: z.string(),
  /** For a team's rules: by sandbox, its folder in the repository, `""` for the top. Missing where there is none. */
  folders: z.exactOptional(z.record(z.string(), z.string())),
});

const asked = {
  id: z.string(),
  /** ISO 8601, UTC. */
  asked_at: z.string(),
  /** When it ends in a rejection; null: it waits as long as its asker lives. */
  deadline: z.nullable(z.string()),
  asker: AskerSchema,
};

/** A payload with the four fields above beside its own. */
export const QuestionSchema = z.intersection(ApprovalPayloadSchema, z.object(asked));

/** What a list shows of a question without reading its content. */
export const QuestionSummarySchema = z.object({
  ...asked,
  type: z.string(),
  description: z.string(),
  /** sandbox/relative, one for each file; where a file moves, its new path too. */
  paths: z.array(z.string()),
});

/** Why no answer to a question counts any more. */
export const ClosedBecauseSchema = z.enum(["expired", "withdrawn", "asker-ended", "revoked", "damaged", "removed"]);

export const OutcomeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("answered"), at: z.string(), decision: DecisionSchema }),
  z.object({ kind: z.literal("closed"), at: z.string(), because: ClosedBecauseSchema }),
]);
