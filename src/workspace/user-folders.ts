// Where the person's own folders are on this machine. Every place of the command line that asks for one asks here.

import { statSync } from "node:fs";
import * as path from "node:path";
import * as base from "../base/index.ts";

/** The folder of the person's own config; null when nothing says where it is. */
export function configFolder(environment: NodeJS.ProcessEnv): string | null {
  const folder = base.userFolder("XDG_CONFIG_HOME", { environment, systemHome });
  return folder === null ? null : path.join(folder, "galley");
}

/** The folder of Galley's own state; null when nothing says where it is. */
export function stateFolder(environment: NodeJS.ProcessEnv): string | null {
  const folder = base.userFolder("XDG_STATE_HOME", { environment, systemHome });
  return folder === null ? null : path.join(folder, "galley");
}

/** Names the file of remembered rules as it is now, which is replaced whole; null when there is none. */
export function rulesVersion(environment: NodeJS.ProcessEnv): string | null {
  const folder = stateFolder(environment);
  if (folder === null) return UNKNOWN;
  try {
    const found = statSync(path.join(folder, "rules"), { throwIfNoEntry: false, bigint: true });
    return found === undefined ? null : `${found.ino} ${found.mtimeNs} ${found.size}`;
  } catch {
    return UNKNOWN; // Reading it says why it cannot be looked at.
  }
}

const UNKNOWN = "unknown";

export function homeFolder(environment: NodeJS.ProcessEnv): string | null {
  return base.homeFolder({ environment, systemHome });
}

/** Every folder that is this user's home: as HOME says, and as the system knows it. */
export function homeFolders(environment: NodeJS.ProcessEnv): readonly string[] {
  return [homeFolder(environment), systemHome()].filter((folder) => folder !== null);
}

/** Not Node's homedir(), which takes HOME as it is. */
function systemHome(): string | null {
  try {
    return process.getBuiltinModule("node:os").userInfo().homedir; // It is rarely needed.
  } catch {
    return null; // This user is in no list of users.
  }
}
