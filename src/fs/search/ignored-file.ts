// Whether git ignores one file, as far as the .gitignore files above it in its sandbox say. Reads those files and nothing
// else; one that cannot be read says nothing.

import { isFailure, type Target, type WorkspacePath } from "../../base/index.ts";
import type { RealFiles } from "../protocol.ts";
import { parseIgnore } from "./ignore.ts";
import { isIgnored, type Rules } from "./tree.ts";

/** By name or by where the name leads. */
export async function isIgnoredFile({ path, real }: Target, files: RealFiles): Promise<boolean> {
  return (await isIgnoredPath(path, files)) || (real !== path && (await isIgnoredPath(real, files)));
}

async function isIgnoredPath(path: string, files: RealFiles): Promise<boolean> {
  const [root = "", ...names] = path.split("/");
  let rules: Rules = [];
  let folder = root;
  for (const [at, name] of names.entries()) {
    const bytes = await readIgnore(`${folder}/.gitignore`, files);
    if (bytes !== null) rules = [...rules, { folder, file: parseIgnore(bytes) }];
    folder = `${folder}/${name}`;
    if (isIgnored(rules, folder, at < names.length - 1)) return true;
  }
  return false;
}

async function readIgnore(path: string, files: RealFiles): Promise<Uint8Array | null> {
  try {
    return (await files.readBytes(files.resolve(path as WorkspacePath))).bytes; // Below a path that was resolved.
  } catch (error) {
    if (!isFailure(error)) throw error;
    return null;
  }
}
