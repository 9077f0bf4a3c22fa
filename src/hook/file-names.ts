// The file that a name in a call means. Agents read some names otherwise than the system does: a home directory, a leading
// "@", an escape of a URL. A name with more than one reading could be approved as one file and written as another.

import { isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { failure } from "../base/index.ts";
import type { Habits } from "./types.ts";

export type NameOptions = { readonly folder: string; readonly habits: Habits };

/** Every absolute path that an agent may take the name for; the first one is as it is written. */
export function readingsOf(name: string, { folder, habits }: NameOptions): readonly string[] {
  const home = name.replace(/^~(?=\/|$)/, () => process.getBuiltinModule("node:os").homedir());
  const spellings = [name, name.trim(), name.replace(/^@[/\\]*/, ""), home];
  if (/^file:/i.test(name)) spellings.push(pathOfUrl(name) ?? "");
  const paths = spellings.map((spelling) => (isAbsolute(spelling) ? resolve(spelling) : resolve(folder, spelling)));
  paths.push(...paths.map((path) => path.normalize("NFC")));
  if (habits.names.decodes) paths.push(...paths.map((path) => decoded(path) ?? path));
  return [...new Set(paths)];
}

/** Throws INVALID_ARG for a name with more than one reading. */
export function requireOneReading(name: string, options: NameOptions): void {
  if (readingsOf(name, options).length === 1) return;
  throw failure(
    "INVALID_ARG",
    `Which file ${JSON.stringify(name)} is depends on how the agent reads the name. Send its absolute path, without a sign or escape that may be read in another way.`,
  );
}

function pathOfUrl(url: string): string | null {
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}

function decoded(path: string): string | null {
  try {
    return resolve(decodeURIComponent(path));
  } catch {
    return null;
  }
}
