// Whether git ignores one file, as far as the .gitignore files above it in its sandbox say. Reads those files and nothing
// else; one that cannot be read says nothing.

import { isFailure, type Target, type WorkspacePath } from "../../base/index.ts";
import type { RealFiles } from "../protocol.ts";
import { parseIgnore, type IgnoreFile } from "./ignore.ts";
import { isIgnored, type Rules } from "./tree.ts";

/** By name or by where the name leads. */
export async function isIgnoredFile(target: Target, files: RealFiles): Promise<boolean> {
  return ignoredIn(files)(target);
}

/** The same for many files, with each .gitignore read once. Use it for one report: it does not see later changes. */
export function ignoredIn(files: RealFiles): (target: Target) => Promise<boolean> {
  const known = new Map<string, Promise<IgnoreFile | null>>();
  const ignoreIn = (folder: string): Promise<IgnoreFile | null> => {
    const read = known.get(folder) ?? readIgnore(`${folder}/.gitignore`, files);
    known.set(folder, read);
    return read;
  };
  const isIgnoredPath = async (path: string): Promise<boolean> => {
    const [root = "", ...names] = path.split("/");
    let rules: Rules = [];
    let folder = root;
    for (const [at, name] of names.entries()) {
      const file = await ignoreIn(folder);
      if (file !== null) rules = [...rules, { folder, file }];
      folder = `${folder}/${name}`;
      if (isIgnored(rules, folder, at < names.length - 1)) return true;
    }
    return false;
  };
  return async ({ path, real }) => (await isIgnoredPath(path)) || (real !== path && (await isIgnoredPath(real)));
}

async function readIgnore(path: string, files: RealFiles): Promise<IgnoreFile | null> {
  try {
    const target = files.resolve(path as WorkspacePath); // Below a path that was resolved.
    return target.isAbsent ? null : parseIgnore((await files.readBytes(target)).bytes);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return null;
  }
}
