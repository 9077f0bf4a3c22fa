// The wire shape of an answer, defined here and nowhere else: who decided, what for each file, what to remember.
// A decision of this shape may still be wrong; ask and commit check whether it answers the question.

import * as z from "zod/mini";
import type { Digest, Version } from "../../base/index.ts";

// Brands say what a string means. It is compared with the real thing before anything is written.
const digest = z.string() as unknown as z.ZodMiniType<Digest, string>;
const version = z.string() as unknown as z.ZodMiniType<Version, string>;

export const ActorSchema = z.discriminatedUnion("kind", [
  /** `name`: where a team's server knows who it was, as `peopleLabel` gives it; of several, all of them. */
  z.object({ kind: z.literal("person"), name: z.exactOptional(z.string()) }),
  z.object({ kind: z.literal("rule"), rule: z.string() }),
  z.object({ kind: z.literal("flag"), flag: z.string() }),
  z.object({ kind: z.literal("hook"), hook: z.string() }),
  /** Another program that says it asked its user, and may have answered by itself: never for what only a person may approve. */
  z.object({ kind: z.literal("client"), client: z.string() }),
  z.object({ kind: z.literal("nobody"), why: z.string() }),
]);

/** The question, by the name it had in the payload, and who answers. */
const answered = { digest, by: ActorSchema };

export const AnswerSchema = z.discriminatedUnion("action", [
  z.object({
    ...answered,
    action: z.literal("apply"),
    /** Indexes of the hunks that are taken; missing: all. */
    hunks: z.exactOptional(z.array(z.int().check(z.nonnegative()))),
    /** Version of the bytes that were shown; null where nothing is written. */
    after: z.nullable(version),
  }),
  z.object({ ...answered, action: z.literal("modify"), content: z.string(), after: version }),
  z.object({ ...answered, action: z.literal("reject"), reason: z.exactOptional(z.string()) }),
]);

const kept = {
  effect: z.literal("allow"),
  /** sandbox/relative, or the sandbox alone for a root or a tool. Of a command: the folder it runs in. */
  path: z.string(),
  /** The session it ends with ("this": the one it was asked in); null or missing: until it is revoked. */
  session: z.exactOptional(z.nullable(z.string())),
};

export const RememberSchema = z.discriminatedUnion("scope", [
  z.object({
    ...kept,
    /** This file, everything below this directory, everything in this root, or this tool anywhere in this root. */
    scope: z.enum(["file", "directory", "root", "tool"]),
    /** Missing: every tool. Only a rule for a whole root has none. */
    tool: z.exactOptional(z.string()),
  }),
  /** Edits and new files below this directory, or in this root, that have no warning. Only for a session. */
  z.object({ ...kept, scope: z.literal("edits") }),
  /** Exactly this command, in this folder and this place, without write access. */
  z.object({
    ...kept,
    scope: z.literal("command"),
    tool: z.enum(["shell", "eval"]),
    command: z.string(),
    where: z.enum(["container", "confined"]),
    /** The container's image; null elsewhere. */
    image: z.nullable(z.string()),
  }),
]);

/** What a person wrote about lines of a change. Lines are 1-based; `to` is the last one. */
export const CommentSchema = z.object({
  /** Of the change, as in its payload. */
  digest,
  side: z.enum(["old", "new"]),
  from: z.int().check(z.positive()),
  to: z.int().check(z.positive()),
  text: z.string(),
});

/** Checks a decision from outside. A decision that does not fit approves nothing. */
export const DecisionSchema = z.object({
  approval_id: z.string(),
  stop_run: z.exactOptional(z.boolean()),
  remember: z.exactOptional(RememberSchema),
  /** Indexes into the places of open edits. */
  places: z.exactOptional(z.array(z.object({ edit: z.string(), place: z.int().check(z.nonnegative()) }))),
  /** Said about the changes, whatever was decided. */
  comments: z.exactOptional(z.array(CommentSchema)),
  items: z.array(AnswerSchema),
});
