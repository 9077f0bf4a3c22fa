// The argument list of bubblewrap that runs a command where it can write at most the workspace, read no home and reach no
// network. Pure: what exists on this machine is asked through `look`. Nothing here runs anything.

import { isAbsolute, join } from "node:path";
import { isIn } from "./found-paths.ts";
import { programFolders } from "./program-folders.ts";
import { systemCallFilter } from "./system-call-filter.ts";
import type { Layout, Mount } from "./layout.ts";

export type Confinement = {
  /** The only folder that can be written, at its own path, as the layout says. */
  readonly root: string;
  /** Of the person, links followed: a folder of PATH that one is in is not shown. */
  readonly homes: readonly string[];
  readonly layout: Layout;
  /** Inside `root`. */
  readonly cwd: string;
  /** The whole environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** More files and folders that may be read: tools installed in a home. */
  readonly readable: readonly string[];
  readonly argv: readonly string[];
};

export type MachineQueries = {
  readonly exists: (path: string) => boolean;
  readonly isDirectory: (path: string) => boolean;
  /** Links followed. */
  readonly real: (path: string) => string;
  /** As Node names it. */
  readonly architecture: string;
};

/** Arguments and what they say is to be read from descriptor 3: the one is of no use without the other. */
export type Confined = { readonly argv: readonly string[]; readonly third: Uint8Array | null };

/** `bubblewrap` is the program. Every capability is dropped: root without that can mount its way out. */
export function confine(bubblewrap: string, confinement: Confinement, look: MachineQueries): Confined {
  const third = systemCallFilter(look.architecture);
  const filter = third === null ? [] : ["--seccomp", "3"];
  return { argv: [bubblewrap, ...filter, ...argumentsFor(confinement, look)], third };
}

function argumentsFor(confinement: Confinement, look: MachineQueries): readonly string[] {
  const { root, homes, layout, cwd, environment, readable, argv } = confinement;
  const system = [...SYSTEM, ...ETC.map((name) => `/etc/${name}`)].filter(look.exists);
  const hidden = homes.filter((home) => HOME_IN_SYSTEM.test(home));
  const tools = [...programFolders(environment["PATH"] ?? "", { root, homes }, look), ...readable]
    .filter((path) => isAbsolute(path) && look.exists(path))
    .filter((path) => !system.some((known) => isIn(path, known)) || hidden.some((home) => isIn(path, home)));
  const shown = (path: string): readonly string[] => {
    const real = look.real(path);
    // The same folder under a second name would show there what is masked under the first.
    const isTwice = real !== path && [root, ...system].some((other) => other !== path && isIn(real, other));
    return isTwice ? ["--symlink", real, path] : ["--ro-bind", real, path];
  };
  return [
    "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session",
    "--cap-drop", "ALL",
    "--clearenv",
    ...Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value]),
    "--dev", "/dev",
    "--size", MEMORY_BYTES, "--tmpfs", "/dev/shm",
    "--remount-ro", "/dev",
    // Root owns the kernel's settings and needs no capability to write them: core_pattern names a program to run.
    "--proc", "/proc",
    "--remount-ro", "/proc",
    "--size", MEMORY_BYTES, "--tmpfs", "/tmp",
    ...system.flatMap(shown),
    ...hidden.flatMap((home) => ["--tmpfs", home]),
    ...[...new Set(tools)].filter((path) => !isIn(path, root) && !holds(look.real(path), root, path)).flatMap(shown),
    "--dir", HOME,
    layout.root === "writable" ? "--bind" : "--ro-bind", root, root,
    ...layout.mounts.flatMap((mount) => argumentsOf(root, mount)),
    ...hidden.flatMap((home) => ["--remount-ro", home]),
    "--remount-ro", "/",
    "--chdir", cwd,
    "--", ...argv,
  ]; // oxfmt-ignore
}

function argumentsOf(root: string, mount: Mount): readonly string[] {
  const to = join(root, mount.path);
  switch (mount.kind) {
    case "writable":
      return ["--bind", mount.from ?? to, to];
    case "read-only":
      return ["--ro-bind", mount.from ?? to, to];
    // Devices cannot be opened where bubblewrap mounts them so.
    case "mask-file":
      return ["--ro-bind", "/dev/null", to];
    case "mask-folder":
      return ["--perms", "0000", "--tmpfs", to, "--remount-ro", to];
    default:
      return mount satisfies never;
  }
}

/** A folder with the root in it, reached by another name: what is masked in the root would be seen through it. */
function holds(real: string, root: string, path: string): boolean {
  return real !== path && isIn(root, real);
}

/** A home that is empty and ends with the command. */
export const HOME = "/tmp/home";

// Files of these two folders live in memory.
const MEMORY_BYTES = String(2 * 1024 ** 3);

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

// A home of an account for one service: in a folder that is shown, and no part of the system.
const HOME_IN_SYSTEM = /^\/(opt|usr\/home)\/./;

// What programs need to know of the machine. Nothing with a password in it: no shadow, no keys, no sudoers.
const ETC = (
  "alternatives bash.bashrc ca-certificates crypto-policies fonts group host.conf hostname hosts java-17-openjdk " +
  "ld.so.cache ld.so.conf ld.so.conf.d localtime locale.alias locale.conf login.defs magic mime.types nsswitch.conf " +
  "os-release passwd pki/ca-trust pki/tls/cert.pem pki/tls/certs profile protocols python3 resolv.conf services shells ssl/certs ssl/openssl.cnf terminfo timezone"
).split(" ");

/** Why a command cannot be confined to this root, or null: with a home or the system in it, too much could be written. Homes need not exist yet. */
export function tooWide(
  { root, homes }: { readonly root: string; readonly homes: readonly string[] },
  look: Pick<MachineQueries, "exists">,
): string | null {
  if (root === "/" || [...SYSTEM, ...VARIABLE].some((path) => isIn(path, root)))
    return "it contains parts of the system";
  // A project may have a .bashrc to give away; no one gives away these.
  const hasKeys = [".ssh", ".gnupg"].some((name) => look.exists(join(root, name)));
  if (homes.includes(root) || hasKeys) return "it is a home folder";
  return homes.some((home) => isIn(home, root)) ? "it contains a home folder" : null;
}

const VARIABLE = "/dev /etc /home /proc /root /run /sys /tmp /var /var/lib /var/run".split(" ");
