// The arguments a container is started with, made from settings alone. Everything that is not asked for is off: network,
// capabilities, new privileges, writing outside the working folder and /tmp, an endless number of processes.

import type { Layout, Mount } from "../commands/layout.ts";
import type { ResidentFiles, Mounted } from "./resident-files.ts";

export type ContainerSettings = {
  /** null = podman, else docker, whichever is there. */
  readonly engine: string | null;
  /** The folders of the workspace: an engine is not taken from there. */
  readonly outside: readonly string[];
  readonly image: string;
  /** The folder of the container that holds the files. */
  readonly workdir: string;
  /** What is in the working folder: the image's own files, or a folder of this machine. */
  readonly holds:
    | { readonly kind: "image" }
    | { readonly kind: "folder"; readonly folder: string; readonly layout: ContainerLayout };
  readonly writable: boolean;
  readonly memory: string;
  readonly pids: number;
  /** null = as many as there are. */
  readonly cpus: number | null;
  readonly network: boolean;
  /** null = the image's user; for a folder of this machine, that folder's owner. */
  readonly user: string | null;
  readonly symlinks: "within" | "deny";
  readonly maxFileBytes: number;
};

/** An empty folder of this machine masks one: some engines copy what is below into a new tmpfs. */
export type ContainerLayout = Pick<Layout, "root"> & {
  readonly mounts: readonly Exclude<Mount, { kind: "mask-folder" }>[];
};

export type Launch = {
  readonly settings: ContainerSettings;
  readonly residentFiles: ResidentFiles;
  readonly name: string;
  /** Says which process the container belongs to. */
  readonly owner: string;
  readonly machine: MachineFacts;
};

/** What the arguments depend on, apart from the settings. */
export type MachineFacts = {
  /** Is user 0 of a container the user we are? So it is for podman without root. */
  readonly mapsUser: boolean;
  /** The folder's owner, "uid:gid". */
  readonly folderOwner: string | null;
  /** The hard limits of this process; null = none. An engine without rights may not go beyond them. */
  readonly limits: { readonly nofile: number | null; readonly nproc: number | null };
  /** Does SELinux guard files here? Then the mounted programs could not be read. */
  readonly selinux: boolean;
};

export const LABEL = "galley.owner";

/** What the first process of a container runs: it lives until we let go of its input, and buries orphans. */
export type Keeper = "shell" | "node";

/** `engine run` and all that follows. */
export function runArguments(
  { settings, residentFiles, name, owner, machine }: Launch,
  keeper: Keeper,
): readonly string[] {
  const { image, workdir, memory, pids, cpus, network } = settings;
  const [program, ...rest] = keeper === "shell" ? SHELL : [...residentFiles.nodes[0]!, ...NODE]; // There is one at least.
  const fixed = `run --interactive --rm --pull=never --log-driver=none --stop-signal=SIGKILL --read-only --cap-drop=ALL`;
  return [
    ...fixed.split(" "),
    "--security-opt=no-new-privileges",
    `--name=${name}`,
    `--label=${LABEL}=${owner}`,
    ...(network ? [] : ["--network=none"]),
    `--memory=${memory}`,
    `--memory-swap=${memory}`,
    `--pids-limit=${pids}`,
    ...(cpus === null ? [] : [`--cpus=${cpus}`]),
    ...limits(machine),
    ...(machine.selinux ? ["--security-opt=label=disable"] : []),
    ...userOf(settings, machine),
    "--tmpfs=/tmp:rw,nosuid,nodev,size=128m,mode=1777",
    ...workingFolder(settings),
    ...residentFiles.mounts.map((mount) => `--mount=${bind(mount, "readonly")}`),
    `--workdir=${workdir}`,
    `--entrypoint=${program}`,
    image,
    ...rest,
  ];
}

/** `engine exec` of the resident program with its one argument. */
export function residentArguments(
  { settings, residentFiles, name }: Pick<Launch, "settings" | "residentFiles" | "name">,
  node: readonly string[],
): readonly string[] {
  const { workdir: root, symlinks, maxFileBytes } = settings;
  const options = { root, symlinks, maxFileBytes, ripgrep: residentFiles.ripgrep, node };
  return [
    "exec",
    "--interactive",
    "--env",
    "NODE_OPTIONS=",
    name,
    ...node,
    residentFiles.resident,
    JSON.stringify(options),
  ];
}

// "cat" ends when its input does. The shell waits for it, and for whatever else becomes its child.
const SHELL = ["/bin/sh", "-c", "command -v cat >/dev/null || exit 127; echo ready; cat >/dev/null; exit 0"];
const NODE = ["-e", 'process.stdin.resume().on("end", () => process.exit(0)); console.log("ready")'];

/** Is this the command line of a container's first process, also behind an `init` of the engine? */
export function isKeeper(argv: readonly string[]): boolean {
  return [SHELL, NODE].some((keeper) => argv.includes(keeper.at(-1)!)); // Neither is empty.
}

function workingFolder({ holds, workdir, writable }: ContainerSettings): readonly string[] {
  if (holds.kind === "folder") {
    const { folder, layout } = holds;
    const isWritable = writable && layout.root === "writable";
    const mounts = [
      bind({ from: folder, to: workdir }, isWritable ? null : "readonly"),
      ...layout.mounts.map((mount) => mountOf(mount, { folder, workdir })),
    ];
    return mounts.map((mount) => `--mount=${mount}`);
  }
  // A volume of its own, filled from the image, removed with the container. What is only read needs none.
  return writable ? [`--mount=type=volume,${field("destination", workdir)}`] : [];
}

function mountOf(
  mount: ContainerLayout["mounts"][number],
  at: { readonly folder: string; readonly workdir: string },
): string {
  const to = `${at.workdir}/${mount.path}`;
  switch (mount.kind) {
    case "writable":
    case "read-only":
      return bind(
        { from: mount.from ?? `${at.folder}/${mount.path}`, to },
        mount.kind === "writable" ? null : "readonly",
      );
    case "mask-file":
      return bind({ from: "/dev/null", to }, "readonly");
    default:
      return mount satisfies never;
  }
}

function bind({ from, to }: Mounted, mode: "readonly" | null): string {
  return ["type=bind", field("source", from), field("destination", to), ...(mode === null ? [] : [mode])].join(",");
}

/** The engines read this as a line of comma-separated values. */
function field(key: string, value: string): string {
  return `"${`${key}=${value}`.replaceAll('"', '""')}"`;
}

/** Files of this machine have an owner: without capabilities only that user can write them. */
function userOf({ user, holds }: ContainerSettings, { mapsUser, folderOwner }: MachineFacts): readonly string[] {
  if (user !== null) return [`--user=${user}`];
  if (holds.kind === "image" || folderOwner === null) return [];
  return [`--user=${mapsUser ? "0:0" : folderOwner}`, "--env=HOME=/tmp"];
}

/** Engines ask for more than this process may hand on; said plainly, it works without rights. `pids` is what counts. */
function limits({ limits: { nofile, nproc } }: MachineFacts): readonly string[] {
  const files = Math.min(nofile ?? Infinity, 65_536);
  const processes = Math.min(nproc ?? Infinity, 16_384);
  return [`--ulimit=nofile=${files}:${files}`, `--ulimit=nproc=${processes}:${processes}`];
}
