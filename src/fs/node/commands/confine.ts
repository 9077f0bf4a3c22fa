// The argument list of bubblewrap that runs a command where it can write only the workspace, read no home and reach no
// network. Pure: what exists on this machine is asked through `look`. Nothing here runs anything.

import { dirname, isAbsolute, join, relative } from "node:path";
import { foldersOf } from "./fixed-paths.ts";

export type Confinement = {
  /** The only folder that can be written, at its own path. */
  readonly root: string;
  /** Inside `root`. */
  readonly cwd: string;
  /** The whole environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** More files and folders that may be read: tools installed in a home. */
  readonly readable: readonly string[];
  /** Paths below `root` that must not change though the rest may. */
  readonly fixed: readonly string[];
  readonly argv: readonly string[];
};

export type Look = {
  readonly exists: (path: string) => boolean;
  readonly isDirectory: (path: string) => boolean;
  /** Links followed. */
  readonly real: (path: string) => string;
};

/** What follows `bwrap`. Every capability is dropped: root without that can mount its way out. */
export function confine(confinement: Confinement, look: Look): readonly string[] {
  const { root, cwd, environment, readable, fixed, argv } = confinement;
  const system = [...SYSTEM, ...ETC.map((name) => `/etc/${name}`)].filter(look.exists);
  const tools = [...programFolders(environment["PATH"] ?? "", look), ...readable]
    .filter((path) => isAbsolute(path) && look.exists(path))
    .filter((path) => !system.some((known) => isIn(path, known)));
  return [
    "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session",
    "--cap-drop", "ALL",
    "--clearenv",
    ...Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value]),
    "--dev", "/dev",
    "--proc", "/proc",
    "--tmpfs", "/tmp",
    ...system.flatMap((path) => ["--ro-bind", look.real(path), path]),
    ...[...new Set(tools)].flatMap((path) => ["--ro-bind", path, path]),
    "--dir", HOME,
    "--bind", root, root,
    ...foldersOf(fixed.map((path) => relative(root, path))).flatMap((name) => ["--bind", join(root, name), join(root, name)]),
    ...fixed.flatMap((path) => ["--ro-bind", path, path]),
    "--remount-ro", "/",
    "--chdir", cwd,
    "--", ...argv,
  ]; // oxfmt-ignore
}

/** A home that is empty and ends with the command. */
export const HOME = "/tmp/home";

const SYSTEM = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/opt",
  "/nix/store",
  "/run/current-system",
];

// What programs need to know of the machine. Nothing with a password in it: no shadow, no keys, no sudoers.
const ETC = (
  "alternatives bash.bashrc ca-certificates crypto-policies fonts group host.conf hostname hosts java-17-openjdk " +
  "ld.so.cache ld.so.conf ld.so.conf.d localtime locale.alias locale.conf login.defs magic mime.types nix nsswitch.conf " +
  "os-release passwd pki profile protocols python3 resolv.conf services shells ssl/certs ssl/openssl.cnf terminfo timezone"
).split(" ");

/**
 * Folders of PATH outside the system's, each with its sibling `lib`, because programs such as npm live there. A `bin`
 * straight below a home or its .local is taken alone: beside it are other things.
 */
function programFolders(path: string, look: Look): readonly string[] {
  return path.split(":").flatMap((folder) => {
    if (!isAbsolute(folder) || folder === "/") return [];
    const above = dirname(folder);
    const lib = join(above, "lib");
    const alone = look.exists(join(above, ".profile")) || look.exists(join(above, ".ssh")) || above.endsWith("/.local");
    return [folder, ...(!alone && above !== "/" && look.isDirectory(lib) ? [lib] : [])];
  });
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
