// A block's result as it may be sent to a model that was not shown the file: lines that look like secrets are left out,
// and the text says so. The user's own report and the JSON keep them.

import { looksSecret } from "../../approval/index.ts";
import type { BlockResult } from "../../commit/index.ts";

export function withoutSecrets(result: BlockResult): BlockResult {
  const { message, diagnostics } = result;
  if (diagnostics === null) return { ...result, message: cut(message) };
  const { candidate, nearest } = diagnostics;
  return {
    ...result,
    message: cut(message),
    diagnostics: {
      ...diagnostics,
      nearest: nearest.map((line) => ({ ...line, text: cut(line.text) })),
      candidate: candidate && { ...candidate, unified_diff: cut(candidate.unified_diff) },
    },
  };
}

const NOT_SHOWN = "(not shown: looks like a secret)";

/** Each line is checked without its diff prefix; a quoted text within a sentence is checked by itself. */
function cut(text: string): string {
  return text
    .split("\n")
    .map((line) => {
      const [, margin = "", content = ""] = /^([-+ ]?[ ]*\d*\| ?|[-+ ])?(.*)$/su.exec(line) ?? [];
      if (looksSecret(content)) return `${margin}${NOT_SHOWN}`;
      return line.replaceAll(QUOTED, (quoted, inner: string) => (looksSecret(unquoted(inner)) ? NOT_SHOWN : quoted));
    })
    .join("\n");
}

// A JSON string: what messages quote lines of a file as.
const QUOTED = /"((?:[^"\\]|\\.)*)"/gu;

function unquoted(inner: string): string {
  return inner.replaceAll(/\\(["\\/])/gu, "$1");
}
