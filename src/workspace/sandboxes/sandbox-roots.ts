// Where sandboxes live: a folder of this machine, memory, or a container, opened as the config says.

import * as path from "node:path";
import { failure, isFailure, REAL_ROOT } from "../../base/index.ts";
import type { OpenRoot } from "../../commit/index.ts";
import { findOverlap, type Filesystem, type RootAddress } from "../../fs/index.ts";
import { openHostFiles, type Container } from "../../fs/node/index.ts";
import type { EffectiveSandbox } from "../config/effective.ts";
import type { ContainerPlace } from "./container-sandbox.ts";

export type Base = {
  /** Where a relative root begins. */
  readonly folder: string;
  /** The place of the one sandbox that exists without configuration. */
  readonly root: string;
  /** The workspace's folders: no program is taken from there. */
  readonly outside: readonly string[];
  /** Whether the rules of the sandbox that holds a file of this machine let it be copied into another. */
  readonly mayCopy: () => (file: string) => boolean;
};

/** The workspace's folders, whether or not they exist. */
export function workspaceFolders(
  sandboxes: readonly EffectiveSandbox[],
  { folder, root }: Pick<Base, "folder" | "root">,
): readonly string[] {
  return [
    root,
    ...sandboxes.flatMap(({ place }) => (place?.root === undefined ? [] : [path.resolve(folder, place.root)])),
  ];
}

export type OpenedPlace = {
  readonly files: Filesystem;
  readonly container: Container | null;
  /** Its folder on this machine as it was given, maybe through a link; missing where it has none. */
  readonly hostFolders?: readonly string[];
  /** What distinguishes its folder on this machine from another one at the same path; null where it has none. */
  readonly identity: string | null;
  /** Whether names there are the same in every letter case; missing where case counts. */
  readonly foldsNames?: () => boolean;
};

export async function openPlace(
  { name, place, limits }: EffectiveSandbox,
  { folder, root, outside, mayCopy }: Base,
): Promise<OpenedPlace> {
  if (place?.memory !== undefined) {
    const { openMemory } = await import("./memory-sandbox.ts");
    return { files: await openMemory(place.memory, { folder, name, mayCopy }), container: null, identity: null };
  }
  if (place !== null && place.root === undefined && place.container === undefined)
    throw failure("INVALID_ARG", `Sandbox ${name} needs a root, memory, or a container.`);
  const mounted = place?.root === undefined ? null : path.resolve(folder, place.root);
  const opened = await openContainerOf(place?.container, { name, limits, mounted, outside });
  if (opened !== null && mounted === null) return { files: opened.files, container: opened, identity: null };
  const host = mounted ?? root;
  const files = namingRoot({ name, root: place?.root }, () =>
    openHostFiles({ root: host, symlinks: limits.symlinks.value, maxFileBytes: limits.max_file_bytes.value }),
  );
  return {
    files,
    container: opened,
    hostFolders: [path.resolve(host)],
    identity: files.identity(),
    foldsNames: () => files.foldsNames(),
  };
}

/** A root that is not there is named as the config does; a path on this machine is in no message. */
function namingRoot<Files>(
  { name, root }: { readonly name: string; readonly root: string | undefined },
  open: () => Files,
): Files {
  try {
    return open();
  } catch (error) {
    if (root === undefined || !isFailure(error, "NOT_FOUND")) throw error;
    const why = `does not exist. Create the folder, or correct sandboxes.${name}.root in the config.`;
    throw failure("NOT_FOUND", `The root of sandbox ${name}, ${JSON.stringify(root)}, ${why}`, { cause: error });
  }
}

async function openContainerOf(
  config: NonNullable<EffectiveSandbox["place"]>["container"],
  sandbox: ContainerPlace,
): Promise<Container | null> {
  if (config === undefined) return null;
  const { openContainerSandbox } = await import("./container-sandbox.ts");
  return openContainerSandbox(config, sandbox);
}

/** A root by its address, as recovery and undo ask for it. */
export function openAddress(address: RootAddress, passing: readonly Filesystem[]): ReturnType<OpenRoot> {
  // Files in memory and in a container's image live as long as this process, and no other can reach them.
  if (address.kind !== "host") {
    const live = passing.map(({ staging }) => staging);
    return live.find((one) => isSame(one.address(REAL_ROOT).root, address)) ?? null;
  }
  try {
    const files = openHostFiles({ root: address.root });
    const { root } = files.staging.address(REAL_ROOT);
    // An address is a real path: when it leads elsewhere, a link was put there since.
    if (root.kind === "host" && root.root === address.root) return files.staging;
    files.close();
    return null;
  } catch {
    return null; // The folder is gone; recovery and undo say so.
  }
}

function isSame(one: RootAddress, other: RootAddress): boolean {
  if (one.kind === "host" || other.kind === "host" || one.name !== other.name) return false;
  return one.kind === "custom" ? other.kind === "custom" && one.backend === other.backend : one.kind === other.kind;
}

/** Where each sandbox lives. Two that overlap would be one file under two names, with two sets of rules. */
export function addressesOf(
  roots: readonly { readonly name: string; readonly files: Filesystem }[],
): ReadonlyMap<string, RootAddress> {
  const found = roots.map(({ name, files }) => ({ name, address: files.staging.address(REAL_ROOT).root }));
  const overlap = findOverlap(found);
  if (overlap !== null) {
    const [one, other] = overlap;
    throw failure(
      "INVALID_ARG",
      `The sandboxes ${one} and ${other} overlap: one root is the other, or holds it, so one file would be under two sets ` +
        "of rules. Give each sandbox a folder of its own, outside the others.",
    );
  }
  return new Map(found.flatMap(({ name, address }) => (address.kind === "host" ? [[name, address] as const] : [])));
}
