// Who sends a request: the person of the token that the identity-aware proxy put into its header. Checked for every
// request; nothing about a person is kept between two of them, so a blocked one gets nothing from the next on.

import type { HttpBindings } from "@hono/node-server";
import type * as z from "zod/mini";
import type { Person } from "../../team/index.ts";
import { Refusal } from "../../web/index.ts";
import { bearerToken, onlyHeader } from "../http/check-request.ts";
import { readBodyOf } from "../http/read-body-of.ts";
import type { ServeParts } from "../parts.ts";

export type PersonHere = {
  readonly person: Person;
  /** When the token ends, and with it what is still being sent. */
  readonly expires: Date;
};

type Here = Pick<ServeParts, "store" | "verify" | "config" | "metrics">;

/** The same with what they sent. They must be someone before it is read, and still when it has arrived. */
export async function signedInWith<Schema extends z.ZodMiniType>(
  env: HttpBindings,
  parts: Here,
  options: { readonly schema: Schema; readonly mostBytes: number },
): Promise<PersonHere & { readonly body: z.output<Schema> }> {
  let here = await signedIn(env, parts);
  const again = async (): Promise<void> => void (here = await signedIn(env, parts));
  const body = await readBodyOf(env.incoming, options, again);
  return { ...here, body };
}

/** Throws Refusal 403 for everyone who is not known to be someone, without a reason. */
export async function signedIn(
  { incoming }: HttpBindings,
  { store, verify, config, metrics }: Here,
): Promise<PersonHere> {
  const sent = onlyHeader(incoming.rawHeaders, config.header);
  const token = config.header === "authorization" ? bearerToken(sent) : sent;
  const verified = token === null || verify === null ? null : await verify(token);
  const known = verified === null ? null : await store.people.seen(verified.person);
  if (verified !== null && known !== null) return { person: verified.person, expires: verified.expires };
  metrics.add("galley_refused_sign_ins", { reason: verified === null ? "token" : "blocked" });
  throw new Refusal(403, "FORBIDDEN", "Forbidden");
}
