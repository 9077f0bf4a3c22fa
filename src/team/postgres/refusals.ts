// What a machine or a person is refused although their request is one. `status` is what `galley serve` replies with.

import { counted, failure, type GalleyError } from "../../base/index.ts";

/** Of everything that a machine still sends after its token was revoked. */
export function revoked(): GalleyError {
  const message = "The machine's token is not known, or was revoked. Ask for a new one.";
  return failure("FORBIDDEN", message, { data: { status: 401 } });
}

export function tooMany(most: number, what: string): GalleyError {
  const message = `This machine has ${counted(most, what)}, which is as many as it may have. Try again when some have ended.`;
  return failure("TOO_LARGE", message, { data: { status: 429 } });
}
