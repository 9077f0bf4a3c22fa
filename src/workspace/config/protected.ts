// The protected paths that hold here: the built-in table, with what the person's config adds or takes away and what the
// project's adds. A pattern that cannot be used, or names no entry to take away, is an error: it must not fail silently.

import {
  ALWAYS_PROTECTED,
  builtInEntries,
  canonicalPattern,
  DEFAULT_PROTECTION,
  patternProblem,
  protectionOf,
  type Protection,
  type ProtectedEntry,
} from "../../approval/index.ts";
import { failure, type GalleyError, didYouMean } from "../../base/index.ts";
import { ORIGIN, type Effective, type ProtectedSetting } from "./effective.ts";

/** INVALID_ARG for a pattern that cannot be used. */
export function protectionFrom({ protected: wishes }: Pick<Effective, "protected">): Protection {
  if (wishes.length === 0) return DEFAULT_PROTECTION;
  return protectionOf(wishes.reduce<readonly ProtectedEntry[]>(changed, builtInEntries()));
}

function changed(entries: readonly ProtectedEntry[], wish: ProtectedSetting): readonly ProtectedEntry[] {
  const removes = wish.pattern.startsWith("!");
  const pattern = removes ? wish.pattern.slice(1) : wish.pattern;
  const problem = patternProblem(pattern);
  if (problem !== null) throw refuse(wish, `${JSON.stringify(pattern)} ${problem}`);
  const wanted = canonicalPattern(pattern);
  if (removes) return without(entries, wish, wanted);
  // What is named here has no exceptions.
  if (entries.some((entry) => !entry.except && canonicalPattern(entry.pattern) === wanted)) return entries;
  const category = wish.from === "project" ? "the project's config" : "your config";
  return [...entries, { pattern, category, why: `named in ${ORIGIN[wish.from]}` }];
}

function without(
  entries: readonly ProtectedEntry[],
  wish: ProtectedSetting,
  wanted: string,
): readonly ProtectedEntry[] {
  const [first = ""] = wanted.replace(/^\//, "").split("/");
  if (ALWAYS_PROTECTED.has(first))
    throw refuse(wish, `${first} stays protected: what is written there decides what git and galley do next`);
  const left = entries.filter((entry) => canonicalPattern(entry.pattern) !== wanted);
  if (left.length < entries.length) return left;
  const known = entries.map((entry) => entry.pattern);
  throw refuse(wish, `no protected pattern is ${JSON.stringify(wish.pattern.slice(1))}${closest(wanted, known)}`);
}

/** The entry that covers what was named comes before one that is spelled alike. */
function closest(wanted: string, known: readonly string[]): string {
  const covering = DEFAULT_PROTECTION.entryFor(wanted.replace(/^\//, ""))?.pattern;
  if (covering !== undefined && known.includes(covering)) return ` (did you mean ${covering}?)`;
  return didYouMean(wanted, known) || "; galley config --json lists them";
}

function refuse(wish: ProtectedSetting, what: string): GalleyError {
  return failure("INVALID_ARG", `The list "protected" in ${ORIGIN[wish.from]} (${wish.key}) cannot be used: ${what}.`);
}
