// Which files may be copied into a memory sandbox: where a mount takes them from the folder of another sandbox, only what
// that sandbox's rules let anyone read without a question. A copy would be the file under another set of rules.

import * as fs from "node:fs";
import * as path from "node:path";
import { pathAccess } from "../../approval/index.ts";
import { flagsOf, policyOf } from "../config/rules.ts";
import type { Effective } from "../config/effective.ts";

/** Takes the path of a file on this machine, without links. */
export function mayCopy(
  config: Effective,
  { folder, root }: { readonly folder: string; readonly root: string },
): (file: string) => boolean {
  // A rule may be spelled in another letter case, which some disks do not distinguish.
  const policy = policyOf(config, () => true);
  const roots = config.sandboxes.flatMap(({ name, place, limits }) => {
    const own = place === null ? root : place.root === undefined ? null : path.resolve(folder, place.root);
    return own === null ? [] : [{ name, root: realPath(own), flags: flagsOf(limits) }];
  });
  return (file) =>
    roots.every(({ name, root: above, flags }) => {
      const rest = path.relative(above, file);
      if (rest === ".." || rest.startsWith(`..${path.sep}`) || path.isAbsolute(rest)) return true;
      return pathAccess([`${name}/${rest.split(path.sep).join("/")}`], policy, flags).read === "allow";
    });
}

export function realPath(folder: string): string {
  try {
    return fs.realpathSync(folder);
  } catch {
    return folder; // It is not there; opening it will report that.
  }
}
