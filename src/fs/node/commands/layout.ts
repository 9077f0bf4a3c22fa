// How a root is mounted for one command: what is read-only, what is masked, what is held in its place. Pure: made from
// an inspection, and turned into arguments by confine.ts and by the container's launch.ts.

import type { Found, Inspection } from "./inspect-tree.ts";

/** In the order in which they are made. Paths are below the root. */
export type Mount =
  /** `from` is a path of this machine; missing, it is the same path. */
  | { readonly kind: "read-only" | "writable"; readonly path: string; readonly from?: string }
  /** Nothing can be read there. */
  | { readonly kind: "mask-file"; readonly path: string }
  | { readonly kind: "mask-folder"; readonly path: string };

export type Layout = {
  readonly root: "writable" | "read-only";
  readonly mounts: readonly Mount[];
};

/** Beyond this the mounting alone takes seconds, and bubblewrap takes no more than 3,000. */
export const MAX_MOUNTS = 1500;

/** The root as a whole is masked, or there is more to mount than can be. */
export type Laid =
  | { readonly kind: "layout"; readonly layout: Layout }
  | { readonly kind: "impossible"; readonly why: string };

export function layoutOf(
  inspection: Pick<Inspection, "fixed" | "masked" | "links">,
  options: {
    readonly workspace: "writable" | "read-only";
    /** Mounted in place of a fixed path of the same name. */
    readonly replaced?: ReadonlyMap<string, readonly Mount[]>;
  },
): Laid {
  const { replaced = new Map<string, readonly Mount[]>() } = options;
  const masked = outermost(inspection.masked);
  if (masked.some(({ path }) => path === "")) return impossible("a rule denies reading every file in it");
  const masks = masked.map(({ path, kind }): Mount => ({ kind: kind === "file" ? "mask-file" : "mask-folder", path }));
  const fixed = outermost(inspection.fixed);
  // A whole root that must not change needs no more than that.
  if (options.workspace === "read-only" || fixed.some(({ path }) => path === ""))
    return bounded({ root: "read-only", mounts: masks });
  if (fixed.length + masked.length > MAX_MOUNTS) return tooMany(fixed.length + masked.length);
  const kept = fixed.filter(({ path }) => !isInAny(path, masked));
  const isKept = (path: string): boolean => isInAny(path, kept) || isInAny(path, masked);
  // A folder with something masked in it stays too: moved, the file would have a name that no rule is about.
  const inside = [...kept, ...masked].map(({ path }) => path);
  const folders = foldersOf([...inside, ...inspection.links]).filter((path) => !isKept(path));
  const held = folders.map((path): Mount => ({ kind: "writable", path }));
  const closed = kept.flatMap(({ path }): readonly Mount[] => replaced.get(path) ?? [{ kind: "read-only", path }]);
  return bounded({ root: "writable", mounts: [...held, ...closed, ...masks] });
}

/**
 * The folders between a root and its fixed names. Each is mounted over itself, writable: a mounted folder can be neither
 * renamed nor removed, so no copy with other contents can take its place.
 */
export function foldersOf(names: readonly string[]): readonly string[] {
  const folders = names.flatMap((name) =>
    name.split("/").map((_, depth, segments) => segments.slice(0, depth).join("/")),
  );
  return [...new Set(folders)].filter((folder) => folder !== "").toSorted();
}

function bounded(layout: Layout): Laid {
  const { mounts } = layout;
  const bytes = mounts.reduce((sum, { path }) => sum + path.length, 0);
  return mounts.length <= MAX_MOUNTS && bytes <= MAX_BYTES ? { kind: "layout", layout } : tooMany(mounts.length);
}

function tooMany(count: number): Laid {
  return impossible(`${count} paths would have to be made read-only or masked one by one, and that is too many`);
}

// All arguments of a program together have a limit of about two million bytes.
const MAX_BYTES = 300_000;

function impossible(why: string): Laid {
  return { kind: "impossible", why };
}

/** Without what is inside another one, in the order of their paths. */
export function outermost(found: readonly Found[]): readonly Found[] {
  const paths = new Set(found.map(({ path }) => path));
  return found
    .filter(({ path }) => path === "" || !(paths.has("") || foldersOf([path]).some((folder) => paths.has(folder))))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function isInAny(path: string, found: readonly Found[]): boolean {
  return found.some((one) => path === one.path || path.startsWith(`${one.path}/`));
}
