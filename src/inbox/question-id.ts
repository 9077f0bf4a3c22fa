// The name of a question, made from who asks: the same call gets the same name in every process, so creating a file of
// that name is what makes asking idempotent. A name never holds a character that someone else chose.

import { sha256 } from "../base/index.ts";
import type { Asker } from "./types.ts";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"; // Crockford's base 32, as in other ids.
const ID = /^[0-9a-hjkmnp-tv-z]{8}-[0-9a-hjkmnp-tv-z]{8}(?:-[1-9][0-9]{0,6})?$/;

/**
 * Such as `4t8v2c9x-0k2mz7e1`. A call that is asked again after its first question was closed without an answer has
 * generation 2, and `-2` at the end.
 */
export function questionId({ door, host, root, session, call_key }: Asker, generation: number): string {
  const digest = sha256(new TextEncoder().encode(JSON.stringify([door, host, root, session, call_key])));
  let name = "";
  for (let at = 0; at < 16; at += 1) name += ALPHABET[Number.parseInt(digest.slice(at * 2, at * 2 + 2), 16) % 32]!;
  return `${name.slice(0, 8)}-${name.slice(8)}${generation === 1 ? "" : `-${generation}`}`;
}

export function isQuestionId(text: string): boolean {
  return ID.test(text);
}
