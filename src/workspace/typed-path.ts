// Paths that the user types on the command line, in a folder below the project's root: relative to that folder, as for
// every other program. Only makes names; what may be done with them is decided where they are resolved.

import * as path from "node:path";
import { isFailure } from "../base/index.ts";
import type { Sandbox } from "../fs/index.ts";
import { isThere } from "./tool-workspace.ts";

/** The folder, unless no sandbox has it or it is the root of one. */
export function folderIn(sandbox: Sandbox, folder: string | null): string | null {
  if (folder === null) return null;
  try {
    return sandbox.resolve(folder).rel === "" ? null : folder;
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}

export type TypedPlace = {
  readonly startedIn: string;
  readonly sandbox: Sandbox;
  readonly show: (path: string) => string;
};

/** The same path, relative to no folder; a pattern is relative to the root. */
export function typedIn(given: string, { startedIn, sandbox, show }: TypedPlace): string {
  if (given === "" || path.isAbsolute(given)) return given;
  const exists = (place: string): boolean => isThere(() => sandbox.kindOf(sandbox.resolve(place).path));
  const meant = path.join(startedIn, given);
  const [first = ""] = given.split("/");
  if (sandbox.names.includes(first) && !exists(path.join(startedIn, first))) return given;
  if (exists(meant) || !/[*?[{]/.test(given)) return meant;
  return path.posix.join(show(sandbox.resolve(startedIn).path), given);
}
