// Galley's own state and the person's config, where a sandbox happens to hold them (a home folder does). A process that can
// write there can grant itself anything, so these paths are a person's to change, like every protected path.

import * as path from "node:path";
import {
  ALWAYS_PROTECTED,
  below,
  DEFAULT_PROTECTION,
  isProtected,
  protectionOf,
  sandboxOf,
  type Protection,
} from "../approval/index.ts";
import type { Gate } from "../ask/index.ts";
import type { RootAddress } from "../fs/index.ts";
import { ownPlaces, realPath, type OwnSearch } from "./own-places.ts";

type Place = OwnSearch & { readonly addresses: ReadonlyMap<string, RootAddress> };

type Guards = NonNullable<Gate["guards"]>;

/**
 * Not null when one of these sandbox/relative paths, real targets included, is ours, lies in ours or holds it; or when another
 * program obeys it though its path in the sandbox does not say so.
 */
export function createGuards({
  addresses,
  ownPaths,
  protection,
}: Pick<Place, "addresses"> & { readonly ownPaths: OwnPaths; readonly protection: Protection }): Guards {
  // A sandbox whose root is in a .git or .galley, or is another protected folder itself, shows none of that in its paths.
  // A root deeper in one is not meant: agents keep whole working trees below their own folders.
  const isInside = (real: string, always: Protection): boolean => {
    const above = path.dirname(real);
    return isProtected(real, always) || (isProtected(real, protection) && !isProtected(above, protection));
  };
  const roots = new Map(
    [...addresses].flatMap(([name, one]) => (one.kind === "host" ? [[name, one.root] as const] : [])),
  );
  // Where each root is now. Whether that is protected is found out when first asked: a call that only reads never asks.
  const places = [...roots].map(([name, root]) => ({ name, real: realPath(root) }));
  let inside: ReadonlySet<string> | null = null;
  const insideProtected = (): ReadonlySet<string> => {
    const always = protectionOf([...ALWAYS_PROTECTED].flatMap((name) => DEFAULT_PROTECTION.entryFor(name) ?? []));
    return new Set(places.flatMap(({ name, real }) => (isInside(real, always) ? [name] : [])));
  };
  const looked = new Map<string, Looked>();
  const isObeyed = async (given: string): Promise<boolean> => {
    const name = sandboxOf(given);
    const root = roots.get(name);
    if (root === undefined || given === name) return false;
    let known = looked.get(name);
    if (known === undefined || Date.now() - known.at > LOOK_AGAIN_MS) {
      const { obeyedIn } = await import("../fs/node/index.ts");
      const real = realPath(root);
      known = { at: Date.now(), isObeyed: obeyedIn(root, (one) => isProtected(one, protection)), real };
      looked.set(name, known);
    }
    return known.isObeyed(below(given)) || isProtectedFrom(known.real, below(given), protection);
  };
  return async (paths) => {
    const closed = (inside ??= insideProtected());
    if (paths.some((one) => closed.has(sandboxOf(one)))) return { why: "the sandbox's own folder is protected" };
    for (const one of paths) if (await isObeyed(one)) return { why: null, paths: [one] };
    const wanted = await ownPaths();
    // Without case, as for every protected path: some disks know no case.
    const isOwn = paths.some((one) => {
      const folded = one.toLowerCase();
      return wanted.some((ours) => folded === ours || folded.startsWith(`${ours}/`) || ours.startsWith(`${folded}/`));
    });
    return isOwn ? { why: "galley's own state or config is in this sandbox" } : null;
  };
}

/** What was found out about a sandbox's root, and when. `real`: its path without links. */
type Looked = { readonly at: number; readonly isObeyed: (path: string) => boolean; readonly real: string };

// Long enough for all files of one change, short enough for a conversation.
const LOOK_AGAIN_MS = 1_000;

/** The table's longest patterns have four names: a root may be the first ones of them, such as .github. */
function isProtectedFrom(root: string, given: string, protection: Protection): boolean {
  const segments = root.split(path.sep);
  return [1, 2, 3].some((count) => {
    const start = segments.slice(-count).join("/");
    return (
      !isProtected(start, protection) && isProtected(`${start}/${given}`, protection) && !isProtected(given, protection)
    );
  });
}

/** Where they are, as sandbox/relative in small letters. Looked for once, when first asked. */
export type OwnPaths = () => Promise<readonly string[]>;

export function findOwnPaths({ addresses, environment, given }: Place): OwnPaths {
  let own: readonly string[] | null = null;
  return async () => {
    if (own !== null) return own;
    const places = await ownPlaces({ environment, given });
    const found = [...addresses].flatMap(([name, address]) =>
      address.kind === "host" ? places.flatMap((place) => within(name, realPath(address.root), place)) : [],
    );
    own = [...new Set(found)];
    return own;
  };
}

function within(name: string, root: string, place: string): readonly string[] {
  const relative = path.relative(root, place);
  if (relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) return [];
  return [(relative === "" ? name : `${name}/${relative.split(path.sep).join("/")}`).toLowerCase()];
}
