// Who sends a request: the person of the token that the identity-aware proxy put into its header. Checked for every
// request; nothing about a person is kept between two of them, so a blocked one gets nothing from the next on.

import type { HttpBindings } from "@hono/node-server";
import type { Person } from "../../team/index.ts";
import { Refusal } from "../../web/index.ts";
import { bearerToken, onlyHeader } from "../http/check-request.ts";
import type { ServeParts } from "../parts.ts";

export type PersonHere = {
  readonly person: Person;
  /** When the token ends, and with it what is still being sent. */
  readonly expires: Date;
};

/** Throws Refusal 403 for everyone who is not known to be someone, without a reason. */
export async function signedIn(
  { incoming }: HttpBindings,
  { store, verify, config, metrics }: Pick<ServeParts, "store" | "verify" | "config" | "metrics">,
): Promise<PersonHere> {
  const sent = onlyHeader(incoming.rawHeaders, config.header);
  const token = config.header === "authorization" ? bearerToken(sent) : sent;
  const verified = token === null || verify === null ? null : await verify(token);
  const known = verified === null ? null : await store.people.seen(verified.person);
  if (verified !== null && known !== null) return { person: verified.person, expires: verified.expires };
  metrics.add("galley_refused_sign_ins", { reason: verified === null ? "token" : "blocked" });
  throw new Refusal(403, "FORBIDDEN", "Forbidden");
}
