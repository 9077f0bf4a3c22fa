// Which errors a batch lives through.

import { isFailure, type GalleyError } from "../../base/index.ts";

/** Errors of the file systems and of state are outcomes; anything else is a bug and is thrown on. */
export function reasonOf(error: unknown): GalleyError {
  if (!isFailure(error)) throw error;
  return error;
}
