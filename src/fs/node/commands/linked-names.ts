// Every path has more names where links lead to it or to a folder above it. Rules and protection are about names, so a
// file is as protected as the most protected of its names.

import * as fs from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { PathRules } from "../../commands.ts";

/** A link and where it leads, in one step; both below the root. */
export type Alias = { readonly from: string; readonly to: string };

/** Where links lead that are below the root, if that is below the root too. */
export function aliasesOf(root: string, links: readonly string[]): readonly Alias[] {
  return links.flatMap((from) => {
    try {
      const at = join(root, from);
      const to = relative(root, resolve(fs.realpathSync(dirname(at)), fs.readlinkSync(at)));
      return to === "" || to === ".." || to.startsWith("../") || isAbsolute(to) ? [] : [{ from, to }];
    } catch {
      return []; // Gone meanwhile.
    }
  });
}

/** The path itself comes first. */
export function linkedNames(aliases: readonly Alias[]): (path: string) => readonly string[] {
  const byTarget = new Map<string, string[]>();
  for (const { from, to } of aliases) byTarget.set(to, [...(byTarget.get(to) ?? []), from]);
  if (byTarget.size === 0) return (path) => [path];
  return (path) => {
    const names = new Set([path]);
    for (const name of names) {
      if (names.size > MAX_NAMES) break;
      for (let end = name.length; end > 0; end = name.lastIndexOf("/", end - 1)) {
        for (const from of byTarget.get(name.slice(0, end)) ?? []) names.add(from + name.slice(end));
      }
    }
    return [...names];
  };
}

// Links that lead through each other make names without end.
const MAX_NAMES = 64;

/** The rules as they are for a path under all of its names. */
export function underAllNames(rules: PathRules, namesOf: (path: string) => readonly string[]): PathRules {
  const { isProtected, access } = rules;
  const strictest = (effects: readonly Effect[]): Effect =>
    effects.includes("deny") ? "deny" : effects.includes("ask") ? "ask" : "allow";
  return {
    ...rules,
    isProtected: (path) => namesOf(path).some(isProtected),
    access:
      access &&
      ((path) => {
        const found = namesOf(path).map(access);
        return {
          read: strictest(found.map(({ read }) => read)),
          write: strictest(found.map(({ write }) => write)),
        };
      }),
  };
}

type Effect = ReturnType<NonNullable<PathRules["access"]>>["read"];
