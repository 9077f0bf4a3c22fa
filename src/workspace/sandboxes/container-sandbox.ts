// A sandbox that is a container: its files in the image, or a folder of this machine mounted into it. Nothing is
// started here. What a galley that was killed left behind is recognised by the process that is named on it.

import { failure, isFailure } from "../../base/index.ts";
import { openContainer, type Container, type ContainerOptions } from "../../fs/node/index.ts";
import { systemProcesses, type Owner } from "../../state/index.ts";
import type { SandboxConfig } from "../config/schema.ts";
import type { Limits } from "../config/limits.ts";

export type ContainerPlace = {
  readonly name: string;
  readonly limits: Limits;
  /** The folder of this machine that is mounted; null for the image's own files. */
  readonly mounted: string | null;
  /** The workspace's folders: the engine is not taken from there. */
  readonly outside: readonly string[];
};

export function openContainerSandbox(
  config: NonNullable<SandboxConfig["container"]>,
  { name, limits, mounted, outside }: ContainerPlace,
): Container {
  const { engine, image, workdir, memory, pids, cpus, network, user } = config;
  try {
    return openContainer({
      image,
      outside,
      ...given({ engine, workdir, memory, pids, cpus, network, user }),
      holds: mounted === null ? { kind: "image" } : { kind: "folder", folder: mounted },
      writable: limits.mode.value === "rw",
      symlinks: limits.symlinks.value,
      maxFileBytes: limits.max_file_bytes.value,
      owner: containerOwner(),
    });
  } catch (error) {
    if (!isFailure(error)) throw error;
    throw failure(error.code, `Sandbox ${name}: ${error.message}`, { cause: error });
  }
}

/** The label on our containers, and how to find out whether the process that labelled another one is still alive. */
function containerOwner(): NonNullable<ContainerOptions["owner"]> {
  const processes = systemProcesses();
  return {
    label: JSON.stringify(processes.self),
    isDead: (label) => {
      const owner = readOwner(label);
      return owner !== null && processes.lifeOf(owner) === "dead";
    },
  };
}

/** null for a label that is not one of ours: such a container is left alone. */
function readOwner(label: string): Owner | null {
  try {
    const owner = JSON.parse(label) as Partial<Owner> | null;
    const isText = (value: unknown) => value === null || typeof value === "string";
    if (typeof owner?.pid !== "number" || typeof owner.machine !== "string") return null;
    return isText(owner.start) && isText(owner.boot) && isText(owner.space) ? (owner as Owner) : null; // Each was looked at.
  } catch {
    return null;
  }
}

function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
