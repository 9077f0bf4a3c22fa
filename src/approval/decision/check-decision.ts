// A decision as it comes back from a reviewer: it has the shape of one, or an error names the field that is wrong. Whether
// it answers the question is looked at afterwards.

import { describeIssue, failure } from "../../base/index.ts";
import { DecisionSchema } from "./decision-schema.ts";
import type { Decision } from "../types.ts";

/** INVALID_ARG when it does not fit the schema. */
export function requireDecision(given: unknown): Decision {
  const parsed = DecisionSchema.safeParse(given);
  if (parsed.success) return given as Decision; // As it was given: the schema found nothing wrong with it.
  const problems = parsed.error.issues.map((issue) => describeIssue(issue));
  throw failure("INVALID_ARG", `The reviewer's decision is not valid, so nothing was done: ${problems.join("; ")}.`, {
    data: { problems },
  });
}
