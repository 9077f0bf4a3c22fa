// What a container's arguments depend on, apart from its settings, read from this machine once per start.

import * as fs from "node:fs";
import { basename } from "node:path";
import { failure } from "../../../base/index.ts";
import type { ContainerSettings, MachineFacts } from "./launch.ts";

/** NOT_FOUND when the folder that is to be mounted is not there. */
export function machineFacts(engine: string, { holds }: ContainerSettings): MachineFacts {
  return {
    mapsUser: basename(engine) === "podman" && process.getuid?.() !== 0,
    folderOwner: holds.kind === "folder" ? ownerOf(holds.folder) : null,
    limits: hardLimits(),
    selinux: readOrNull("/sys/fs/selinux/enforce")?.trim() === "1",
  };
}

function ownerOf(folder: string): string {
  try {
    const { uid, gid } = fs.statSync(folder);
    return `${uid}:${gid}`;
  } catch (error) {
    throw failure("NOT_FOUND", "The container's working folder does not exist.", { cause: error });
  }
}

/** proc(5): the name, the soft limit, the hard limit, the unit, in columns. */
function hardLimits(): MachineFacts["limits"] {
  const table = readOrNull("/proc/self/limits") ?? "";
  const hard = (name: string): number | null => {
    const line = table.split("\n").find((each) => each.startsWith(name));
    const value = Number(line?.slice(name.length).trim().split(/\s+/)[1]);
    return Number.isSafeInteger(value) ? value : null;
  };
  return { nofile: hard("Max open files"), nproc: hard("Max processes") };
}

function readOrNull(path: string): string | null {
  try {
    return fs.readFileSync(path, "utf8");
  } catch {
    return null; // Not this kind of system.
  }
}
