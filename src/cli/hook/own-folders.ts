// Where the user's config and state are is said by variables, and an agent takes variables from its project: from a `.env`, or
// from settings of its own. A project that names a folder of its own there would write its own rules. Nothing is ignored
// then, because that could lose a rule of the user's: the hook refuses.

import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { failure, userFolder } from "../../base/index.ts";

// Who names certificates can answer in place of a team's server.
const NAMES = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME", "NODE_EXTRA_CA_CERTS"] as const;

// Each may be a link itself, or be in a folder that is one.
const FILES = { XDG_CONFIG_HOME: "galley/config.json", XDG_STATE_HOME: "galley/rules" } as const;

/** Throws INVALID_ARG where one of them, or a file of rules there, leads into the project of this folder. */
export function requireOwnFolders(environment: NodeJS.ProcessEnv, folder: string): void {
  const projects = projectsAround(realOf(folder));
  for (const { name, path, remedy } of placesOf(environment)) {
    const real = realOf(path);
    const around = projects.filter((project) => `${real}/`.startsWith(`${project}/`));
    if (around.length === 0) continue;
    const home = systemHome();
    // A home folder may be a repository, and is its user's.
    if (home === null || around.some((project) => project !== realOf(home)))
      throw failure("INVALID_ARG", `${name} leads into the project, which must not choose your config. ${remedy}`);
  }
}

type OwnPlace = { readonly name: string; readonly path: string; readonly remedy: string };

function placesOf(environment: NodeJS.ProcessEnv): readonly OwnPlace[] {
  const given = NAMES.flatMap((name) => ({ name, path: environment[name] ?? "", remedy: "Unset it." }));
  const files = (["XDG_CONFIG_HOME", "XDG_STATE_HOME"] as const).map((name) => {
    const path = join(userFolder(name, { environment, systemHome }) ?? "", FILES[name]);
    return { name: path, path, remedy: "Replace the link by a file." };
  });
  return [...given, ...files].filter(({ path }) => path.startsWith("/"));
}

/** The folder itself, and every repository that it is in. */
function projectsAround(folder: string): readonly string[] {
  const found = [folder];
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    if (statSync(join(at, ".git"), { throwIfNoEntry: false }) !== undefined) found.push(at);
  }
  return found.filter((project) => project !== "/");
}

function systemHome(): string | null {
  try {
    return process.getBuiltinModule("node:os").userInfo().homedir; // Needed for hardly any message.
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
