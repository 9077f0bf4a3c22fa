// How a root is mounted for one command: what is read-only, what is masked, what is held in its place. Pure: made from
// an inspection, and turned into arguments by confine.ts and by the container's launch.ts.

import { foldersOf, isInAny, outermost, type Found } from "./found-paths.ts";

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

/** Beyond this the mounting alone takes seconds, and bubblewrap takes no more than 9,000 arguments, six for a mask. */
export const MAX_MOUNTS = 1200;

/** The root as a whole is masked, or there is more to mount than can be. */
export type Laid =
  | { readonly kind: "layout"; readonly layout: Layout }
  | { readonly kind: "impossible"; readonly why: string };

export function layoutOf(
  inspection: {
    readonly fixed: readonly Found[];
    readonly masked: readonly Found[];
    readonly links: readonly string[];
  },
  options: {
    readonly workspace: "writable" | "read-only";
    /** Mounted in place of a fixed path of the same name. */
    readonly replaced?: ReadonlyMap<string, readonly Mount[]>;
  },
): Laid {
  const { replaced = new Map<string, readonly Mount[]>() } = options;
  const masked = outermost(inspection.masked);
  if (masked.some(({ path }) => path === "")) return impossible("no file in it may be read without a question");
  const masks = masked.map(({ path, kind }): Mount => ({ kind: kind === "file" ? "mask-file" : "mask-folder", path }));
  const fixed = outermost(inspection.fixed);
  // A whole root that must not change needs no more than that.
  if (options.workspace === "read-only" || fixed.some(({ path }) => path === ""))
    return bounded({ root: "read-only", mounts: masks });
  if (fixed.length + masked.length > MAX_MOUNTS) return tooMany(fixed.length + masked.length);
  const kept = fixed.filter(({ path }) => !isInAny(path, masked));
  const isKept = (path: string): boolean => isInAny(path, kept) || isInAny(path, masked);
  // The folders above are mounted over themselves: a mounted folder can be neither renamed nor removed, so no copy with
  // other contents can take its place, and nothing masked gets a name that no rule is about.
  const inside = [...kept, ...masked].map(({ path }) => path);
  const folders = foldersOf([...inside, ...inspection.links]).filter((path) => !isKept(path));
  const held = folders.map((path): Mount => ({ kind: "writable", path }));
  const closed = kept.flatMap(({ path }): readonly Mount[] => replaced.get(path) ?? [{ kind: "read-only", path }]);
  return bounded({ root: "writable", mounts: [...held, ...closed, ...masks] });
}

function bounded(layout: Layout): Laid {
  const { mounts } = layout;
  const bytes = mounts.reduce((sum, { path }) => sum + path.length, 0);
  return mounts.length <= MAX_MOUNTS && bytes <= MAX_BYTES ? { kind: "layout", layout } : tooMany(mounts.length);
}

function tooMany(count: number): Laid {
  return impossible(
    `${count} paths would have to be made read-only or masked one by one, and that is too many. Ignore folders in git, or take patterns out of "protected" in your config`,
  );
}

// All arguments of a program together have a limit of about two million bytes.
const MAX_BYTES = 300_000;

function impossible(why: string): Laid {
  return { kind: "impossible", why };
}
