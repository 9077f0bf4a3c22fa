// JSON that can be printed anywhere: hidden characters and right-to-left letters are written as escapes. It parses to the
// same value.

import { onFirstUse } from "../../base/index.ts";
import { RIGHT_TO_LEFT } from "./direction.ts";
import { HIDDEN } from "./hidden.ts";

const PLAIN = /^[\x20-\x7e\n]*$/;
const toEscape = onFirstUse(() => new RegExp(`(?![\\t\\n\\r])(?:${HIDDEN}|[${RIGHT_TO_LEFT}])`, "gu"));

/** `json` is what JSON.stringify gives: outside of strings it holds no such character but its own whitespace. */
export function escapeJson(json: string): string {
  if (PLAIN.test(json)) return json;
  return json.replace(toEscape(), escaped);
}

/** One escape for each half of a pair, as JSON wants it. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }).join("");
}
