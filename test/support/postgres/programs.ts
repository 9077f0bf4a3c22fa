// Where PostgreSQL's programs are: Debian keeps those of the server out of PATH.

import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

const SERVERS = "/usr/lib/postgresql";

/** The folder with `initdb` and `postgres`; null where there is none. */
export const serverPrograms: string | null = folderOf("initdb", [...pathFolders(), ...serverFolders()]);
export const pooler: string | null = folderOf("pgbouncer", [...pathFolders(), "/usr/sbin"]);

/** Completes "skipped: …"; null where tests can run. */
export const whyNoPostgres: string | null =
  process.platform === "win32" || serverPrograms === null ? "PostgreSQL is not installed" : null;
export const whyNoPooler: string | null = whyNoPostgres ?? (pooler === null ? "pgbouncer is not installed" : null);

function pathFolders(): string[] {
  return (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
}

/** The newest version first. */
function serverFolders(): string[] {
  try {
    const versions = readdirSync(SERVERS).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(SERVERS, version, "bin"));
  } catch {
    return []; // Not Debian, or not installed.
  }
}

function folderOf(program: string, folders: readonly string[]): string | null {
  const found = folders.find((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false; // The next folder may have it.
    }
  });
  return found ?? null;
}
