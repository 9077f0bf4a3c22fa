// How a machine asks over HTTP, once: the client (team/remote) and the server (`galley serve`) use this table and these
// schemas. Every request is a POST with JSON and `Authorization: Bearer TOKEN`; a reply is JSON with status 200, whatever
// became of the question. Other statuses are `WireError`: 401 the token is unknown or revoked, 403 the machine may not
// ask about this repository, or no one may answer, 400 not a request or a name that is not in normal form, 413 too large, 429 more than a machine
// may have or ask, 503 not now; after both try again (`Retry-After` in seconds).
//
//   /machine/v1/put        PutBody        Put           409 never: a conflict is a `Put`
//   /machine/v1/settle     QuestionBody   Settled
//   /machine/v1/beat       BeatBody       LeaseTerms
//   /machine/v1/end        LeaseBody      {}
//   /machine/v1/open       FilterBody     OpenQuestions
//   /machine/v1/read       IdBody         ReadQuestion
//   /machine/v1/outcomes   OutcomesBody   { outcomes: [id, Outcome | null][] }   held for at most `wait_ms`
//   /machine/v1/watch      WatchBody      one InboxEvent per line, `{"kind":"ping"}` at least every 10 s
//   /machine/v1/reviewers  {}             { reviewers: ReviewerKind[] }
//
// There is no way to answer: a machine's token cannot.

import * as z from "zod/mini";
import { normalProblem, type Frozen } from "../base/index.ts";
import { ApprovalPayloadSchema } from "../approval/index.ts";
import { AskerSchema } from "../inbox/index.ts";
import { nameProblem } from "./effects.ts";

export const MACHINE_API = "/machine/v1";

/** How long a request for outcomes may be held. Shorter than what proxies usually allow. */
export const MOST_WAIT_MS = 25_000;

const lease = z.string().check(z.regex(/^[0-9a-f]{32}$/));
// An id that is no id is not known; a long one is not looked up.
const id = z.string().check(z.maxLength(1_000_000));

/** Longer names are no one's; every list shows them. */
const MOST_NAME = 16_384;

const MOST_FOLDERS = 200;

const asker = AskerSchema.check(
  z.refine(
    ({ folders = {}, ...names }) =>
      [...Object.values(names), ...Object.entries(folders).flat()].every((name) => (name?.length ?? 0) <= MOST_NAME),
    { error: `a name in it has more than ${MOST_NAME} characters` },
  ),
  z.refine(({ folders = {} }) => Object.keys(folders).length <= MOST_FOLDERS, { error: "it has too many folders" }),
  z.refine(
    ({ folders = {} }) => Object.values(folders).every((folder) => folder === "" || normalProblem(folder) === null),
    { error: "a folder in it is not in normal form" },
  ),
);

const payload = ApprovalPayloadSchema.check((context) => {
  const problem = nameProblem(context.value);
  if (problem !== null) context.issues.push({ code: "custom", message: problem, input: null });
});

const repository = z.string().check(
  z.minLength(1),
  z.maxLength(1_000),
  z.refine((name) => normalProblem(name) === null, { error: "the name is not in normal form" }),
);

export const PutBodySchema = z.object({
  lease,
  payload,
  asker,
  repository,
  within_ms: z.nullable(z.number().check(z.nonnegative())),
});
export const QuestionBodySchema = z.object({ lease, id });
export const BeatBodySchema = z.object({ lease, reviewer: z.nullable(z.enum(["terminal", "watch", "web"])) });
export const LeaseBodySchema = z.object({ lease });
export const FilterBodySchema = z.object({ root: z.exactOptional(z.string()) });
export const IdBodySchema = z.object({ id });
export const OutcomesBodySchema = z.object({
  ids: z.array(id).check(z.maxLength(10_000)),
  wait_ms: z.number().check(z.nonnegative(), z.maximum(MOST_WAIT_MS)),
});
export const WatchBodySchema = z.object({ root: z.exactOptional(z.string()), cursor: z.exactOptional(z.string()) });

export const ReviewersBodySchema = z.object({});

export type PutBody = Frozen<z.infer<typeof PutBodySchema>>;
export type OutcomesBody = Frozen<z.infer<typeof OutcomesBodySchema>>;
export type WatchBody = Frozen<z.infer<typeof WatchBodySchema>>;

/** `code` is one of ours; `message` is a sentence that says what to do. */
export type WireError = { readonly error: { readonly code: string; readonly message: string } };
