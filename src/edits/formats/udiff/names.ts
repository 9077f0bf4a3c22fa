// Which path a file of a unified diff means, out of the two or more names its header gives.
// Never invents one: where the names disagree and nothing decides, the diff is refused.

import type { FileHeader } from "./header.ts";

export type ChosenNames =
  | {
      readonly kind: "file";
      readonly path: string;
      readonly to: string | null;
      readonly was: "there" | "absent" | "unknown";
      readonly isGone: boolean;
    }
  | { readonly kind: "unclear"; readonly path: string | null; readonly why: string };

type Known = ((path: string) => boolean) | null;

/** The prefixes git puts before old and new names, by default and with diff.mnemonicPrefix. */
const PREFIXES: readonly (readonly [string, string])[] = [
  ["a/", "b/"],
  ["i/", "w/"],
  ["c/", "i/"],
  ["c/", "w/"],
  ["o/", "w/"],
  ["1/", "2/"],
];

export function namesOf(header: FileHeader, known: Known): ChosenNames {
  const isGone = header.isDeleted || (header.new !== null && header.new.name === null);
  const isFresh = header.isNew || (header.old !== null && header.old.name === null);
  if (header.renamed !== null) return file(header.renamed.from, { to: header.renamed.to, was: "there", isGone: false });
  if (isGone && isFresh) return { kind: "unclear", path: null, why: "Both sides of the header are /dev/null." };
  const contradiction = contradictionIn(header);
  if (contradiction !== null) return contradiction;
  const [old, fresh] = bareNames(header);
  if (isGone) return named(old ?? fresh, { was: "there", isGone: true });
  if (isFresh) return named(fresh ?? old, { was: "absent", isGone: false });
  if (old === null || fresh === null || old === fresh) return named(fresh ?? old, { was: "unknown", isGone: false });
  return oneOf(header, { old, fresh, known });
}

function named(path: string | null, rest: { was: "there" | "absent" | "unknown"; isGone: boolean }): ChosenNames {
  if (path === null || path === "")
    return { kind: "unclear", path: null, why: "The header does not say which file it is about." };
  return file(path, { to: null, ...rest });
}

function file(
  path: string,
  rest: { to: string | null; was: "there" | "absent" | "unknown"; isGone: boolean },
): ChosenNames {
  return { kind: "file", path, ...rest };
}

/** Git's own line names one file, "---" or "+++" another: which of them is meant, nothing says. */
function contradictionIn({ git, old, new: fresh }: FileHeader): ChosenNames | null {
  for (const [said, label] of [
    [git?.[0], old?.name],
    [git?.[1], fresh?.name],
  ] as const) {
    if (said === undefined || label === undefined || label === null || sameFile(said, label)) continue;
    const why = `The "diff --git" line names ${JSON.stringify(said)}, the line after it ${JSON.stringify(label)}. Name the same file on both.`;
    return { kind: "unclear", path: null, why };
  }
  return null;
}

function sameFile(said: string, label: string): boolean {
  const names = [label, withoutPrefix(label)];
  return names.includes(said) || names.includes(withoutPrefix(said));
}

function withoutPrefix(name: string): string {
  return name.replace(/^[a-z0-9]\//, "");
}

/** The names without git's prefixes: stripped when both sides carry them, or the one side there is. */
function bareNames(header: FileHeader): readonly [string | null, string | null] {
  const labels = [header.old?.name ?? null, header.new?.name ?? null] as const;
  const [gitOld, gitNew] = header.git ?? [null, null];
  if (labels[0] === null && labels[1] === null) {
    const prefix = gitOld === null ? null : prefixOf(gitOld, gitNew, PREFIXES);
    return [strip(gitOld, prefix?.[0]), strip(gitNew, prefix?.[1])];
  }
  const allowed = header.git === null ? PREFIXES.slice(0, 1) : PREFIXES;
  const prefix =
    header.git === null ? prefixOf(labels[0], labels[1], allowed) : prefixOf(header.git[0], header.git[1], allowed);
  return [strip(labels[0], prefix?.[0]), strip(labels[1], prefix?.[1])];
}

function prefixOf(
  old: string | null,
  fresh: string | null,
  allowed: readonly (readonly [string, string])[],
): readonly [string, string] | null {
  const carries = (name: string | null, prefix: string): boolean => name === null || name.startsWith(prefix);
  return allowed.find(([first, second]) => carries(old, first) && carries(fresh, second)) ?? null;
}

function strip(name: string | null, prefix: string | undefined): string | null {
  return name === null || prefix === undefined || !name.startsWith(prefix) ? name : name.slice(prefix.length);
}

/** Two different names, and no word of a rename. */
function oneOf(header: FileHeader, { old, fresh, known }: { old: string; fresh: string; known: Known }): ChosenNames {
  const rest = { was: "unknown", isGone: false } as const;
  if (header.index !== null) return named(header.index, rest);
  // One side forgot its prefix: "--- a/x" and "+++ x", "--- x" and "+++ b/x".
  if (old === `a/${fresh}`) return named(fresh, rest);
  if (fresh === `b/${old}`) return named(old, rest);
  // "x.orig" and "x", "x" and "x.new": a copy beside the file; the file itself has the shorter name.
  if (old.startsWith(fresh)) return named(fresh, rest);
  if (fresh.startsWith(old)) return named(old, rest);
  if (known === null || known(fresh)) return named(fresh, rest);
  if (!known(old)) return named(fresh, rest);
  // Only the old name exists. Times beside the names are diff's own work, which compares two files: edit the first.
  if (header.old?.isDated === true) return named(old, rest);
  const why = `The header names two files, ${JSON.stringify(old)} and ${JSON.stringify(fresh)}. To change one, name it on both lines; to rename it too, add "rename from" and "rename to" lines.`;
  return { kind: "unclear", path: fresh, why };
}
