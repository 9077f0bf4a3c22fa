// A chosen place, made and found again. It is valid only in the text it was chosen in, or where the very same lines
// still are after other edits of the same answer. It never moves to lines that merely look the same.

import { versionOf, type Version } from "../../base/index.ts";
import { encode, type Text } from "../../text/index.ts";
import type { Draft } from "../plan/draft/draft.ts";
import type { Pin } from "../types.ts";

type Lines = { readonly line: number; readonly column: number; readonly count: number };

export function pinAt(draft: Draft, { line, column, count }: Lines): Pin {
  const origin = draft.originOf(line);
  const isOwn = origin !== null && standFrom(draft, line, { origin, count });
  const home = isOwn ? { line: origin, base: version(draft.base) } : null;
  return { line, column, count, text: version(draft.text), home };
}

/** The 0-based line of the pinned place in the draft now; null when it no longer exists. */
export function pinnedLine(draft: Draft, { line, count, text, home }: Pin): number | null {
  if (version(draft.text) === text) return line;
  if (home === null || version(draft.base) !== home.base) return null;
  for (let at = 0; at < draft.length; at += 1) {
    if (draft.originOf(at) === home.line) return standFrom(draft, at, { origin: home.line, count }) ? at : null;
  }
  return null;
}

/** Are the lines from here on the file's own, from `origin` on? */
function standFrom(draft: Draft, line: number, run: { readonly origin: number; readonly count: number }): boolean {
  for (let at = 0; at < run.count; at += 1) if (draft.originOf(line + at) !== run.origin + at) return false;
  return true;
}

function version(text: string): Version {
  return versionOf(encode(text as Text)); // A draft holds a snapshot's text and new text the planner has checked.
}
