// Where things are, and how a fresh output takes the place of an old one.
// Plain JavaScript without dependencies: everything in scripts/ must start in a clone that has no node_modules.

import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const dist = join(root, "dist");

/** Says one line of progress. On stderr: stdout belongs to the command that follows. */
export function say(line) {
  process.stderr.write(`galley: ${line}\n`);
}

/** The files below a directory, relative to it, sorted; none when it is missing. */
export function filesBelow(directory) {
  let entries;
  try {
    entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(directory.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

/**
 * Moves every file of `from` to the same place in `to` and removes what else `to` held. Each file arrives by a
 * rename, `last` after all others, so a process that reads `to` meanwhile never meets half a file.
 */
export function publish(from, to, { last } = {}) {
  const names = filesBelow(from);
  const old = filesBelow(to);
  names.sort((a, b) => Number(a === last) - Number(b === last));
  for (const name of names) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    renameSync(join(from, name), join(to, name));
  }
  const fresh = new Set(names);
  for (const name of old) if (!fresh.has(name)) rmSync(join(to, name), { force: true });
  rmSync(from, { recursive: true, force: true });
}
