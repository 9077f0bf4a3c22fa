// Which folders of PATH a confined command sees in addition to the system's: those with programs, and none with a home, with what
// is around the workspace, or with keys in it. Pure: what exists on this machine is asked through `look`.

import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { isIn } from "./found-paths.ts";

export type Surroundings = {
  /** The workspace: what else is in a folder around it is not the command's to see. */
  readonly root: string;
  /** Links followed. */
  readonly homes: readonly string[];
};

type Look = {
  readonly exists: (path: string) => boolean;
  readonly isDirectory: (path: string) => boolean;
  readonly real: (path: string) => string;
};

/**
 * Each with its sibling `lib`, because programs such as npm live there. A `bin` straight below a home or its .local is
 * taken alone: beside it are other things.
 */
export function programFolders(path: string, around: Surroundings, look: Look): readonly string[] {
  return path.split(":").flatMap((entry) => {
    const folder = resolve(entry);
    if (!isAbsolute(entry) || !isShown(folder, around, look)) return [];
    const above = dirname(folder);
    const lib = join(above, "lib");
    const alone = isHome(above, around, look) || above.endsWith("/.local") || WIDE.test(above);
    return [folder, ...(!alone && isShown(lib, around, look) ? [lib] : [])];
  });
}

function isShown(folder: string, around: Surroundings, look: Look): boolean {
  if (!look.isDirectory(folder)) return false;
  return [folder, look.real(folder)].every(
    (path) =>
      !WIDE.test(path) &&
      !isIn(around.root, path) &&
      !around.homes.some((home) => isIn(home, path)) &&
      !isHome(path, around, look) &&
      !path.split("/").some((name) => SECRETS.includes(name)) &&
      // Settings and data of other programs: ~/.config, ~/.local. Their programs are further down.
      !(basename(path).startsWith(".") && isHome(dirname(path), around, look)),
  );
}

// Folders that hold homes, sockets or other programs' data, whatever else may be in them.
const WIDE = /^\/(home|root|Users|etc|var|run|tmp|mnt|media|srv|proc|sys|dev)?$/;

/** Is, or looks like, someone's home: what is kept there is theirs alone. */
function isHome(folder: string, { homes }: Surroundings, look: Look): boolean {
  return homes.includes(folder) || [...SECRETS, ...START_UP].some((name) => look.exists(join(folder, name)));
}

const START_UP = [".profile", ".bashrc", ".zshrc"];

/** Names of files and folders with keys, or above them; a test compares them with the table of protected paths. */
export const SECRETS: readonly string[] =
  ".ssh authorized_keys authorized_keys2 .gnupg .netrc _netrc .rhosts .shosts .k5login .aws .kube .docker .azure .my.cnf .pgpass .password-store".split(
    " ",
  );
