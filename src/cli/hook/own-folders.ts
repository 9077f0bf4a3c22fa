// Where the user's config and state are is said by variables, and an agent takes variables from its project: from a `.env`, or
// from settings of its own. A project that names a folder of its own there would write its own rules. Nothing is ignored
// then, because that could lose a rule of the user's: the hook refuses.

import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { failure } from "../../base/index.ts";

const NAMES = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME"] as const;

/** Throws INVALID_ARG where one of them leads into the project of this folder. */
export async function requireOwnFolders(environment: NodeJS.ProcessEnv, folder: string): Promise<void> {
  const given = NAMES.filter((name) => environment[name]?.startsWith("/"));
  const projects = projectsAround(realOf(folder));
  for (const name of given) {
    const real = realOf(environment[name]!);
    const around = projects.filter((project) => `${real}/`.startsWith(`${project}/`));
    if (around.length === 0) continue;
    const home = await systemHome();
    // A home folder may be a repository, and is its user's.
    if (around.some((project) => project !== home))
      throw failure("INVALID_ARG", `${name} leads into the project, which must not choose your config. Unset it.`);
  }
}

/** The folder itself, and every repository that it is in. */
function projectsAround(folder: string): readonly string[] {
  const found = [folder];
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    if (statSync(join(at, ".git"), { throwIfNoEntry: false }) !== undefined) found.push(at);
  }
  return found.filter((project) => project !== "/");
}

async function systemHome(): Promise<string | null> {
  try {
    const { userInfo } = await import("node:os"); // Needed for hardly any message.
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
