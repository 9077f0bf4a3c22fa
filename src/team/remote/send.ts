// One request to `galley serve`, with the machine's token. A redirect is not followed: the token would go with it. What
// may work later is IO that is tried again; what will not is IO that says so (`retry: false`).

import type * as z from "zod/mini";
import { failure, messageOf, withFullStop, type GalleyError } from "../../base/index.ts";
import { ProxyError } from "../../network/index.ts";
import { MACHINE_API } from "../wire.ts";
import { ErrorReplySchema } from "./replies.ts";

export type RemoteServer = {
  /** An origin. */
  readonly url: string;
  readonly token: string;
  /** Goes through the proxy where there is one. */
  readonly fetch: typeof fetch;
};

export type Sending = { readonly body: object; readonly signal: AbortSignal };

/** Throws IO. */
export async function send<Schema extends z.ZodMiniType>(
  server: RemoteServer,
  name: string,
  { schema, ...sending }: Sending & { readonly schema: Schema },
): Promise<z.output<Schema>> {
  const response = await request(server, name, sending);
  let value: unknown;
  try {
    value = await response.json();
  } catch (error) {
    throw unreachable(server, error);
  }
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  throw final(server, "sent a reply that this version of galley does not know; update both to the same version");
}

/** A reply of status 200, before its body. Throws IO. */
export async function request(server: RemoteServer, name: string, { body, signal }: Sending): Promise<Response> {
  let response: Response;
  try {
    response = await server.fetch(`${server.url}${MACHINE_API}/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${server.token}` },
      body: JSON.stringify(body),
      redirect: "manual",
      signal,
    });
  } catch (error) {
    if (error instanceof ProxyError && !error.isPassing) throw final(server, `cannot be reached. ${error.message}`);
    throw unreachable(server, error);
  }
  if (response.status !== 200) throw await refusalOf(server, response);
  if (/^text\/html\b/i.test(response.headers.get("content-type") ?? "")) {
    await response.body?.cancel();
    throw final(server, `replied with a page, not as galley serve does. ${PROXY}`);
  }
  return response;
}

/** A machine has no browser to sign in with. */
const PROXY = `A proxy may be asking for a sign-in: it must let ${MACHINE_API}/ through without one. Or inbox.url in your config is wrong`;

/** Worth another try. */
export function unreachable({ url }: RemoteServer, cause: unknown): GalleyError {
  const inner = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
  return failure("IO", `The team's inbox at ${url} cannot be reached: ${messageOf(inner)}.`, { cause });
}

function final({ url }: RemoteServer, what: string, status = 0): GalleyError {
  return failure("IO", withFullStop(`The team's inbox at ${url} ${what}`), { data: { retry: false, status } });
}

async function refusalOf(server: RemoteServer, response: Response): Promise<GalleyError> {
  const { status } = response;
  const said = ErrorReplySchema.safeParse(await response.json().catch(() => null));
  const message = said.success ? said.data.error.message : "";
  if (status === 429 || status >= 500)
    return failure(
      "IO",
      `The team's inbox at ${server.url} is not available now (status ${status}). ${message}`.trim(),
    );
  if (status >= 300 && status < 400)
    return final(server, `leads to another address, where the token is not sent. ${PROXY}`, status);
  const why = message === "" ? `refused the request (status ${status}). ${PROXY}` : `says: ${message}`;
  return final(server, why, status);
}
