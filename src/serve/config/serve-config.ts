// The config file of `galley serve`: who may answer, for how long contents are kept, how people are recognised. One
// strict schema; a key that is not known, or a rule that cannot be used, stops the server from starting.

import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { describeIssue, failure } from "../../base/index.ts";
import { AnswerRuleSchema } from "../../team/index.ts";
import { compileRules, DEFAULT_RULES, teamProtection, type CompiledRule } from "../rules/compile-rules.ts";

export const ServeConfigSchema = z.strictObject({
  /** Who may answer; the first rule that matches counts for each path. Missing: anyone who is signed in. */
  rules: z.optional(z.array(AnswerRuleSchema)),
  /** Protected paths beside the built-in ones, for rules with `protected`. */
  protected: z.optional(z.array(z.string())),
  /** A question that no one has answered for so long is denied, whatever its asker would wait for. */
  answer_within_minutes: z.optional(z.number().check(z.positive(), z.maximum(525_600))),
  /** When the contents of questions that have ended are deleted. The audit stays. */
  delete_contents_after_days: z.optional(z.number().check(z.positive(), z.maximum(36_500))),
  /** What one machine may do. Beyond it, its questions wait. */
  machine_limits: z.optional(
    z.strictObject({
      open_questions: z.optional(z.int().check(z.positive(), z.maximum(1_000_000))),
      asks_per_minute: z.optional(z.int().check(z.positive(), z.maximum(1_000_000))),
    }),
  ),
  sign_in: z.optional(
    z.strictObject({
      /** The header in which the proxy sends the signed token. `authorization`: as a Bearer token. */
      header: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,64}$/i, "a header's name is letters, digits and -"))),
      /** The claim that lists a person's groups. */
      groups_claim: z.optional(z.string().check(z.minLength(1))),
    }),
  ),
});

export type ServeConfig = {
  readonly rules: readonly CompiledRule[];
  /** No rules are configured: anyone who is signed in may answer. */
  readonly usesDefaultRules: boolean;
  readonly answerWithinMs: number | null;
  readonly deleteContentsAfterMs: number;
  /** Of one machine: so many open questions at a time, so many new ones a minute. */
  readonly mostOpen: number;
  readonly asksPerMinute: number;
  /** In lower case. */
  readonly header: string;
  readonly groupsClaim: string;
};

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const DEFAULT_OPEN = 2_000;
const DEFAULT_PER_MINUTE = 3_000;

/** `file`: null for the defaults. Throws INVALID_ARG. */
export function loadServeConfig(file: string | null): ServeConfig {
  return serveConfig(file === null ? {} : read(file));
}

/** Throws INVALID_ARG. */
export function serveConfig(given: unknown): ServeConfig {
  const checked = ServeConfigSchema.safeParse(given);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw failure("INVALID_ARG", `The server's config cannot be used: ${issue ? describeIssue(issue) : "its shape"}`);
  }
  const { rules, answer_within_minutes, delete_contents_after_days, machine_limits, sign_in, ...rest } = checked.data;
  return {
    rules: compileRules(rules ?? DEFAULT_RULES, { protection: teamProtection(rest.protected ?? []) }),
    usesDefaultRules: rules === undefined,
    answerWithinMs: answer_within_minutes === undefined ? null : answer_within_minutes * 60_000,
    deleteContentsAfterMs: (delete_contents_after_days ?? DEFAULT_DAYS) * DAY_MS,
    mostOpen: machine_limits?.open_questions ?? DEFAULT_OPEN,
    asksPerMinute: machine_limits?.asks_per_minute ?? DEFAULT_PER_MINUTE,
    header: (sign_in?.header ?? "authorization").toLowerCase(),
    groupsClaim: sign_in?.groups_claim ?? "groups",
  };
}

function read(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw failure("INVALID_ARG", `The server's config cannot be read. Check --config: ${file}`, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw failure("INVALID_ARG", `The server's config is not JSON: ${(error as Error).message}`, { cause: error });
  }
}
