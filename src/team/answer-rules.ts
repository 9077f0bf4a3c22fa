// Who may answer which question: the rules of a team, as they are written in the server's config. Only their shape; the
// server evaluates them (pure, per question and person) and passes the result to the store as `needed`.
//
// For each path of a question (where a file leads or moves is a path too), or for the question itself where it has none,
// the first rule that matches counts. A person may answer when every rule that counts names them; the largest `people` and
// the strictest `own` of them apply. Where no rule matches, no one may answer, and it cannot be asked.

import * as z from "zod/mini";
import type { Frozen } from "../base/index.ts";

/** Patterns as in a policy: `*` within a name, `**` across names. */
const patterns = z.array(z.string()).check(z.minLength(1));

export const AnswerRuleSchema = z.strictObject({
  /** `group:NAME`, `person:ID`, or `anyone` who is signed in. Empty: no one, so it cannot be asked. */
  answer: z.array(z.string()),
  /** Of the repository, such as `github.com/acme/**`. Missing: any, and so for all that follow. */
  repository: z.exactOptional(patterns),
  /** Of the file: sandbox/relative. A pattern that matches a folder covers what is in it. */
  path: z.exactOptional(patterns),
  /** Kinds of risks: one of them is enough. */
  risk: z.exactOptional(patterns),
  /** As in a policy: `edit_file`, `write_file`, `rm`, `shell`, `server__tool`. */
  tool: z.exactOptional(patterns),
  /** True: only protected paths. */
  protected: z.exactOptional(z.literal(true)),
  /** How many people must agree before anything is applied. Default: 1. */
  people: z.exactOptional(z.literal([1, 2])),
  /** `deny`: the owner of the machine that asks may not answer, and does not count as one of two. Default: `allow`. */
  own: z.exactOptional(z.enum(["allow", "deny"])),
});

export type AnswerRule = Frozen<z.infer<typeof AnswerRuleSchema>>;

/** What the rules say about one person and one question. */
export type MayAnswer =
  | { readonly kind: "yes"; readonly needed: 1 | 2 }
  /** `why` is a sentence for that person; `because` is for words about them. */
  | { readonly kind: "no"; readonly why: string; readonly because: "no-rule" | "not-named" | "own" };
