// A sandbox that lives in memory for one command, filled from folders the config names.

import * as path from "node:path";
import { failure, isFailure } from "../../base/index.ts";
import { createMemoryFiles, type Filesystem } from "../../fs/index.ts";
import { loadMounts, type Mount } from "../../fs/node/index.ts";
import type { SandboxConfig } from "../config/schema.ts";
import { realPath } from "./mount-rules.ts";

export type MemoryOptions = {
  readonly folder: string;
  readonly name: string;
  /** Whether the rules let a file of this machine be copied. */
  readonly mayCopy: () => (file: string) => boolean;
};

export async function openMemory(
  memory: NonNullable<SandboxConfig["memory"]>,
  { folder, name, mayCopy }: MemoryOptions,
): Promise<Filesystem> {
  const mounts = (memory.mounts ?? []).map(({ from, to, include, exclude, max_bytes }): Mount => ({
    from: path.resolve(folder, from),
    ...(to === undefined ? {} : { to }),
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(max_bytes === undefined ? {} : { max_bytes }),
  }));
  try {
    const may = mayCopy();
    const accept = ({ from }: Mount, file: string): boolean => may(path.join(realPath(from), file));
    const { files } = await loadMounts(mounts, { accept });
    return createMemoryFiles({ files: Object.fromEntries(files) });
  } catch (error) {
    if (!isFailure(error)) throw error;
    throw failure("INVALID_ARG", `Sandbox ${name} cannot be filled: ${error.message}`, { cause: error });
  }
}
