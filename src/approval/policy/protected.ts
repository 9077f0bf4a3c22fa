// Which paths decide what other programs run or allow: only a person may say yes to a change there. Names are compared
// as protected-names.ts says, at any depth, whether or not the path exists; the caller checks the real target too.

import type { WorkspacePath } from "../../base/index.ts";
import { fits, foldName, isNamed, isShort } from "./protected-names.ts";
import { builtInEntries, builtInNamed, builtInWild, type ProtectedEntry } from "./protected-table.ts";

export type Protection = {
  readonly entries: readonly ProtectedEntry[];
  /** The entry that covers this path, relative to its root, or null. Also for the protected directory itself. */
  readonly entryFor: (path: WorkspacePath | string) => ProtectedEntry | null;
};

/** Patterns must be usable: see `patternProblem`. */
export function protectionOf(entries: readonly ProtectedEntry[]): Protection {
  return protectionFrom(() => sorted(entries));
}

/** What holds without any config. */
export const DEFAULT_PROTECTION: Protection = protectionFrom(() => {
  let few = 16; // Looked for in the table's text; with more names than these it pays to sort all entries.
  let whole: Table | null = null;
  return {
    all: builtInEntries,
    named: (first) => (few-- > 0 ? builtInNamed(first) : (whole ??= sorted(builtInEntries())).named(first)),
    wild: builtInWild(),
  };
});

/** Entries by their first names: of hundreds, few are ever compared further. */
type Table = {
  readonly all: () => readonly ProtectedEntry[];
  /** Those whose first name is this one, folded, and has no wildcard. */
  readonly named: (first: string) => readonly ProtectedEntry[];
  readonly wild: readonly ProtectedEntry[];
};

function protectionFrom(open: () => Table): Protection {
  let table: Table | null = null; // Made when it is first asked for.
  let find: Protection["entryFor"] | null = null;
  const opened = (): Table => (table ??= open());
  return {
    get entries() {
      return opened().all();
    },
    entryFor: (path) => (find ??= finderOf(opened()))(path),
  };
}

function sorted(entries: readonly ProtectedEntry[]): Table {
  const plain = new Map<string, ProtectedEntry[]>();
  const wild: ProtectedEntry[] = [];
  for (const entry of entries) {
    const first = firstName(entry.pattern);
    const same = plain.get(first);
    if (first.includes("*") || first.includes("?")) wild.push(entry);
    else if (same === undefined) plain.set(first, [entry]);
    else same.push(entry);
  }
  return { all: () => entries, named: (first) => plain.get(first) ?? [], wild };
}

function finderOf(table: Table): Protection["entryFor"] {
  const wild = table.wild.map(compile);
  const startingWith = (name: string): readonly Compiled[] =>
    isShort(name)
      ? table
          .all()
          .map(compile)
          .filter(({ names: [first] }) => isNamed(first, name))
      : [...table.named(name).map(compile), ...wild.filter(({ names: [first] }) => fits(first, name))];
  // The same few names make up the paths of a whole tree.
  const known = new Map<string, readonly Compiled[]>();
  const candidates = (segment: string): readonly Compiled[] => {
    const found = known.get(segment);
    if (found !== undefined) return found;
    if (known.size > MOST_KNOWN) known.clear();
    const made = startingWith(foldName(segment));
    known.set(segment, made);
    return made;
  };
  return (path) => {
    const segments = path.split("/");
    for (let at = 0; at < segments.length; at += 1) {
      for (const { names, anchored, entry } of candidates(segments[at]!)) {
        if (anchored && at > 0) continue;
        if (entry.except?.includes(foldName(segments[at]!))) continue;
        if (names.every((name, offset) => offset === 0 || isAt(segments, at + offset, name))) return entry;
      }
    }
    return null;
  };
}

/**
 * Whether only a person may approve a change of this path. Letter case does not matter, nor does whether the path
 * exists.
 */
export function isProtected(path: WorkspacePath | string, protection: Protection = DEFAULT_PROTECTION): boolean {
  return protection.entryFor(path) !== null;
}

/** Why a pattern cannot be used, in words that follow its name, or null. */
export function patternProblem(pattern: string): string | null {
  const parts = partsOf(pattern);
  if (pattern === "" || pattern !== pattern.trim()) return "is empty or has spaces around it";
  if (/[\\\p{Cc}]/u.test(pattern)) return "contains a backslash or a control character; folders are separated by /";
  if (/[[\]{}]/.test(pattern)) return "uses [ ] { }; only * and ? are wildcards here, and ? matches any one character";
  if (parts.some((part) => part === "." || part === "..")) return "contains . or ..; patterns are relative to a root";
  if (parts.some((part) => part === "")) return "has an empty part between two slashes";
  if (parts.some((part) => part.includes("**")))
    return "has ** inside; a pattern matches at any depth, and everything below a match";
  return null;
}

/** The one spelling of patterns that mean the same: ".VSCode/" and ".vscode/**" are ".vscode". */
export function canonicalPattern(pattern: string): string {
  return `${pattern.startsWith("/") ? "/" : ""}${partsOf(pattern).map(foldName).join("/")}`;
}

type Compiled = {
  readonly entry: ProtectedEntry;
  /** Folded, one per segment. */
  readonly names: readonly [string, ...string[]];
  /** A slash at its start ties a pattern to the root. */
  readonly anchored: boolean;
};

const MOST_KNOWN = 20_000;

function compile(entry: ProtectedEntry): Compiled {
  const [first = "", ...rest] = partsOf(entry.pattern).map(foldName);
  return { entry, names: [first, ...rest], anchored: entry.pattern.startsWith("/") };
}

/** Of the names that `compile` gives. */
function firstName(pattern: string): string {
  if (AROUND.test(pattern)) return foldName(partsOf(pattern)[0] ?? "");
  const slash = pattern.indexOf("/");
  return foldName(slash < 0 ? pattern : pattern.slice(0, slash));
}

function partsOf(pattern: string): readonly string[] {
  if (!AROUND.test(pattern)) return pattern.split("/");
  return pattern
    .replace(/^(?:\*\*\/)+/, "")
    .replace(/(?:\/\*\*)+$/, "")
    .replace(/^\//, "")
    .replace(/\/$/, "")
    .split("/");
}

/** Only such a start or end is left out. */
const AROUND = /^[*/]|[*/]$/;

function isAt(segments: readonly string[], at: number, name: string): boolean {
  const segment = segments[at];
  return segment !== undefined && isNamed(name, foldName(segment));
}
