// Why a program would not run the hook in its settings: it cannot read the file, or a setting switches hooks off.

import { beyondSyntax, readJson, readJsonValue, withoutMark } from "./json-text.ts";
import type { Integration } from "./types.ts";

/** A sentence; null where the program reads the file, or it is broken for every reader. */
export function unreadBecause({ syntax, title }: Integration, text: string): string | null {
  if (syntax === undefined || readJson(withoutMark(text)).kind === "broken") return null;
  const found = beyondSyntax(text, syntax);
  return found === null
    ? null
    : `${title} does not read a file with ${found.what}: remove the one on line ${found.line}.`;
}

/** A sentence; null where nothing in these settings keeps the program from asking galley. */
export function switchedOffBy({ disabledBy }: Integration, text: string): string | null {
  return disabledBy?.(readJsonValue(text)) ?? null;
}
