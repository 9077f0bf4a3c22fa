// The files that a name in a call may mean, as the rules see them.

import { isAbsolute } from "node:path";
import { isFailure, type Target } from "../base/index.ts";
import type { Answering, BeforeOptions } from "./answering.ts";
import { readingsOf } from "./file-names.ts";

/** Absolute paths. What holds for one of them holds for the call. */
export function readingsFor(name: string, { options: { cwd, realPath, host } }: Answering): readonly string[] {
  const paths = readingsOf(name, { folder: cwd, habits: host.habits });
  const real = realPath(isAbsolute(name) ? name : `${cwd}/${name}`);
  return real === null ? paths : [...paths, real];
}

/** Whether an absolute path is in one of the sandboxes, as far as its name shows. */
export function isInside(path: string, { resolveHost }: Pick<BeforeOptions["workspace"], "resolveHost">): boolean {
  try {
    resolveHost(path);
    return true;
  } catch (error) {
    if (isFailure(error)) return error.code !== "UNKNOWN_SANDBOX" && error.code !== "ESCAPE";
    throw error;
  }
}

/** Null for what no sandbox has. A link that leads out is refused, as everywhere. */
export function targetOf(path: string, { workspace }: BeforeOptions): Target | null {
  try {
    return workspace.approved.resolve(workspace.resolveHost(path));
  } catch (error) {
    if (isFailure(error, "UNKNOWN_SANDBOX") || isFailure(error, "ESCAPE")) return null;
    throw error;
  }
}
