// What a history is asked for in an address, as checked data. Nothing else reaches the store.

import * as z from "zod/mini";
import { describeIssue } from "../../base/index.ts";
import { ClosedBecauseSchema } from "../../inbox/index.ts";
import type { HistoryFilter } from "../../team/index.ts";
import { Refusal } from "../../web/index.ts";

const OUTCOMES = ["answered", ...ClosedBecauseSchema.options] as const;
const MOST_CHARS = 1_000;

const text = z.string().check(
  z.maxLength(MOST_CHARS),
  z.refine((given) => !/\p{Cc}/u.test(given), { error: "has a control character" }),
);

/** Any time of a calendar with four digits for the year: databases differ about others. */
const time = z.pipe(
  z.string().check(z.refine(isTime, { error: "must be a time, such as 2026-01-31T08:00:00Z" })),
  z.transform((given) => new Date(given).toISOString()),
);

/** As a page names the next one: a time and an id. */
const position = z.string().check(
  z.refine((given) => isTime(/^(\S+) [0-9a-z-]{1,100}$/.exec(given)?.[1] ?? ""), {
    error: "is not the `next` of a page",
  }),
);

const FilterSchema = z.object({
  repository: z.exactOptional(text),
  person: z.exactOptional(text),
  text: z.exactOptional(text),
  outcome: z.exactOptional(z.enum(OUTCOMES)),
  from: z.exactOptional(time),
  to: z.exactOptional(time),
  after: z.exactOptional(position),
});

/** A value that is empty is none. Throws Refusal. */
export function historyFilter(query: Readonly<Record<string, string>>): HistoryFilter {
  const checked = FilterSchema.safeParse(Object.fromEntries(Object.entries(query).filter(([, value]) => value !== "")));
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new Refusal(400, "INVALID_ARG", issue === undefined ? "The filter is not one." : `${describeIssue(issue)}.`);
}

function isTime(given: string): boolean {
  const year = new Date(given).getUTCFullYear(); // NaN for what is no time.
  return year >= 1 && year <= 9_999;
}
