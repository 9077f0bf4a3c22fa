// The body of someone who was let in. A body may be sent as slowly as its sender likes, and meanwhile a token ends, a
// machine is revoked or a person blocked: who it is counts when it has arrived.

import type { IncomingMessage } from "node:http";
import type * as z from "zod/mini";
import { readBody } from "../../web/index.ts";

/** `letIn` throws for those who are not let in. It was called before, and is again where the body was not there yet. */
export async function readBodyOf<Schema extends z.ZodMiniType>(
  incoming: IncomingMessage,
  options: { readonly schema: Schema; readonly mostBytes: number },
  letIn: () => Promise<unknown>,
): Promise<z.output<Schema>> {
  const isThere = incoming.complete;
  const body = await readBody(incoming, options);
  if (!isThere) await letIn();
  return body;
}
