// The audit: one row for everything that happened to a question, chained per repository. Each row's hash covers the one
// before it, so a row that is removed, changed or moved is found; the head (how far the chain goes) finds a removed end.
// It holds no contents, only what names them.
//
//   hash = SHA-256( previous LF seq LF at LF body )        previous of the first row: 64 zeros

import * as z from "zod/mini";
import { versionOf, type Frozen } from "../../base/index.ts";
import { ClosedBecauseSchema } from "../../inbox/index.ts";

const named = { question: z.string() };

/** What happened. The body of a row is the JSON of one of these, kept as the text that was hashed. */
export const AuditEventSchema = z.discriminatedUnion("event", [
  z.object({
    ...named,
    event: z.literal("asked"),
    /** Names the change that was asked about. */
    digest: z.string(),
    machine: z.string(),
    type: z.string(),
    paths: z.array(z.string()),
  }),
  /** `decision`: SHA-256 of the decision's JSON. */
  z.object({ ...named, event: z.literal("voted"), person: z.string(), decision: z.string() }),
  /** Of someone who may not answer any more: it no longer counts. */
  z.object({ ...named, event: z.literal("vote-lapsed"), person: z.string() }),
  z.object({
    ...named,
    event: z.literal("answered"),
    digest: z.string(),
    decision: z.string(),
    /** What it came to: `applied` where it approves at least a part. */
    result: z.enum(["applied", "rejected"]),
    /** Ids of the people; empty: given with access to the database itself. */
    people: z.array(z.string()),
  }),
  z.object({ ...named, event: z.literal("closed"), because: ClosedBecauseSchema }),
  z.object({ ...named, event: z.literal("delegated"), person: z.string(), to: z.string() }),
  z.object({ ...named, event: z.literal("contents-deleted") }),
]);

export type AuditEvent = Frozen<z.infer<typeof AuditEventSchema>>;

/** A row as it is stored and exported. */
export type AuditRow = {
  readonly repository: string;
  /** From 1, without gaps. */
  readonly seq: number;
  readonly at: string;
  /** JSON of an AuditEvent. */
  readonly body: string;
  readonly hash: string;
};

/** How far the chain of a repository goes. Keep one elsewhere: it proves later that nothing before it was changed. */
export type AuditHead = Pick<AuditRow, "repository" | "seq" | "hash">;

export const CHAIN_START: string = "0".repeat(64);

/** The hash that a row after `previous` must have. The store computes the same in SQL. */
export function chainHash(previous: string, { seq, at, body }: Pick<AuditRow, "seq" | "at" | "body">): string {
  return versionOf(new TextEncoder().encode(`${previous}\n${seq}\n${at}\n${body}`));
}
