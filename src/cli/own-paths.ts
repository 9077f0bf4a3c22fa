// Galley's own state and the person's config, where a sandbox happens to hold them (a home folder does). Whoever can
// write there can grant themselves anything, so these paths are a person's to change, like every protected path.

import * as fs from "node:fs";
import * as path from "node:path";
import { ALWAYS_PROTECTED, isProtected, PROTECTED, protectionOf, sandboxOf } from "../approval/index.ts";
import type { RootAddress } from "../fs/index.ts";
import { configFolder } from "./user-folders.ts";

type Place = {
  readonly addresses: ReadonlyMap<string, RootAddress>;
  readonly environment: NodeJS.ProcessEnv;
  /** The file of --config. */
  readonly given: string | null;
};

const WHOLE = protectionOf(PROTECTED.filter(({ pattern }) => ALWAYS_PROTECTED.has(pattern)));

/** True when one of these sandbox/relative paths, real targets included, is ours, lies in ours or holds it. */
export function createGuards({
  addresses,
  ownPaths,
}: Pick<Place, "addresses"> & { readonly ownPaths: OwnPaths }): (paths: readonly string[]) => Promise<boolean> {
  // A sandbox whose root is inside a .git or .galley shows none of that in its paths.
  const inside = new Set(
    [...addresses].flatMap(([name, address]) =>
      address.kind === "host" && isProtected(realPath(address.root), WHOLE) ? [name] : [],
    ),
  );
  return async (paths) => {
    if (paths.some((one) => inside.has(sandboxOf(one)))) return true;
    const wanted = await ownPaths();
    // Without case, as for every protected path: some disks know no case.
    return paths.some((one) => {
      const folded = one.toLowerCase();
      return wanted.some((ours) => folded === ours || folded.startsWith(`${ours}/`) || ours.startsWith(`${folded}/`));
    });
  };
}

/** Where they are, as sandbox/relative in small letters. Looked for once, when first asked. */
export type OwnPaths = () => Promise<readonly string[]>;

export function findOwnPaths({ addresses, environment, given }: Place): OwnPaths {
  let own: readonly string[] | null = null;
  return async () => {
    if (own !== null) return own;
    const { stateDirectory } = await import("../state/index.ts");
    const config = configFolder(environment);
    const places = [
      stateDirectory(environment),
      ...(config === null ? [] : [config]),
      ...(given === null ? [] : [path.resolve(given)]),
    ];
    own = [...addresses].flatMap(([name, address]) =>
      address.kind === "host" ? places.flatMap((place) => within(name, address.root, realPath(place))) : [],
    );
    return own;
  };
}

function within(name: string, root: string, place: string): readonly string[] {
  const relative = path.relative(root, place);
  if (relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) return [];
  return [(relative === "" ? name : `${name}/${relative.split(path.sep).join("/")}`).toLowerCase()];
}

/** With its links resolved, as far as it exists. */
function realPath(place: string): string {
  try {
    return fs.realpathSync(place);
  } catch {
    const parent = path.dirname(place);
    return parent === place ? place : path.join(realPath(parent), path.basename(place));
  }
}
