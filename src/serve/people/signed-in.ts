// Who sends a request: the person of the token that the identity-aware proxy put into its header. Checked for every
// request; nothing about a person is kept between two of them, so a blocked one gets nothing from the next on.

import type { HttpBindings } from "@hono/node-server";
import type * as z from "zod/mini";
import type { Person } from "../../team/index.ts";
import { Refusal } from "../../web/index.ts";
import { bearerToken, onlyHeader } from "../http/check-request.ts";
import { readBodyOf } from "../http/read-body-of.ts";
import type { ServeParts } from "../parts.ts";
import type { NotSignedIn, SignedIn } from "../sign-in/verify-token.ts";

export type PersonHere = {
  readonly person: Person;
  /** When the token ends, and with it what is still being sent. */
  readonly expires: Date;
};

type Here = Pick<ServeParts, "store" | "verify" | "config" | "metrics" | "log">;

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

/** Throws Refusal 403 for everyone who is not known to be someone. The reason is in the log, and nothing of the token is. */
export async function signedIn({ incoming }: HttpBindings, parts: Here): Promise<PersonHere> {
  const { store, config, metrics, log } = parts;
  const verified = await verifiedOf(incoming.rawHeaders, parts);
  const refuse = (reason: string, facts: { readonly check: string } | { readonly person: string }): Refusal => {
    metrics.add("galley_refused_sign_ins", { reason });
    log({ level: "warning", event: "sign-in-refused", header: config.header, ...facts });
    return new Refusal(403, "FORBIDDEN", WHAT_TO_DO);
  };
  if (verified.kind === "refused") throw refuse("token", { check: verified.check });
  const { person, expires } = verified;
  if ((await store.people.seen(person)) === null) throw refuse("blocked", { check: "blocked", person: person.id });
  return { person, expires };
}

/** The same for everyone: a stranger learns nothing from it. */
const WHAT_TO_DO =
  "You are not signed in, or may not use this inbox. Sign in again; if that does not help, the server's log says why (sign-in-refused).";

async function verifiedOf(
  rawHeaders: readonly string[],
  { verify, config }: Pick<Here, "verify" | "config">,
): Promise<SignedIn | NotSignedIn> {
  const refused = (check: string): NotSignedIn => ({ kind: "refused", check });
  if (verify === null) return refused("no one can sign in: the server has no keys");
  const sent = onlyHeader(rawHeaders, config.header);
  if (sent === null) return refused("no token: the header is missing, or was sent more than once");
  const token = config.header === "authorization" ? bearerToken(sent) : sent;
  return token === null ? refused("no token: the header holds no Bearer token") : verify(token);
}
