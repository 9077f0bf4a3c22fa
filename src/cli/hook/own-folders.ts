// Where the user's config and state are is said by variables, and an agent takes variables from its project: from a `.env`, or
// from settings of its own. A project that names a folder of its own there would write its own rules. Nothing is ignored
// then, because that could lose a rule of the user's: the hook refuses.

import { realpathSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { failure } from "../../base/index.ts";

const NAMES = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME"] as const;

/** Throws INVALID_ARG where one of them leads into the project of this folder. */
export function requireOwnFolders(environment: NodeJS.ProcessEnv, folder: string): void {
  const given = NAMES.filter((name) => environment[name]?.startsWith("/"));
  const projects = projectsAround(realOf(folder));
  for (const name of given) {
    const real = realOf(environment[name]!);
    if (projects.some((project) => `${real}/`.startsWith(`${project}/`)))
      throw failure("INVALID_ARG", `${name} leads into the project, which must not choose your config. Unset it.`);
  }
}

/** The folder itself, and every repository that it is in. A home folder may be one, and is its user's. */
function projectsAround(folder: string): readonly string[] {
  const found = [folder];
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    if (statSync(join(at, ".git"), { throwIfNoEntry: false }) !== undefined) found.push(at);
  }
  const home = systemHome();
  return found.filter((project) => project !== home && project !== "/");
}

function systemHome(): string | null {
  try {
    return realOf(userInfo().homedir);
  } catch {
    return null; // This user is in no list of users.
  }
}

/** Without links, as far as it is there. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realOf(dirname(path)), basename(path));
  }
}
