// Whether a path may be on a file system of another machine or program. Such a one can stop answering, and a call to it
// then never returns. It is decided by names alone: looking at the path would be such a call.

import * as fs from "node:fs";

type Environment = Readonly<Record<string, string | undefined>>;

/** Our own folders count too. */
export function mayHang(paths: readonly string[], environment: Environment, table = mountTable()): boolean {
  const mounts = mountsOf(table);
  if (mounts.length === 0) return false;
  const own = ["HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"].flatMap((name) => environment[name] ?? []);
  return [...paths, ...own].some((path) => mounts.some((mount) => `${path}/`.startsWith(mount)));
}

/** Where file systems are mounted that may stop answering, each with a slash at its end. */
export function mountsOf(table: string): readonly string[] {
  if (!HAS_ONE.test(table)) return []; // As on most machines, with hundreds of lines.
  const lines = table.split("\n").map((line) => line.split(" "));
  return lines.flatMap((fields) => {
    const type = fields[fields.indexOf("-") + 1] ?? "";
    const place = (fields[4] ?? "").replaceAll(/\\([0-7]{3})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    );
    return place !== "" && MAY_STOP.test(type) ? [place.endsWith("/") ? place : `${place}/`] : [];
  });
}

const TYPES = String.raw`(?:nfs\d?|cifs|smb\d?|smbfs|9p|afs|ceph|glusterfs|lustre|ocfs2|gfs2|autofs|davfs|fuse(?:\.\S*)?)`;
const MAY_STOP = new RegExp(`^${TYPES}$`);
const HAS_ONE = new RegExp(` - ${TYPES} `);

/** Without such a table nothing is known, and nothing is assumed. */
function mountTable(): string {
  try {
    return fs.readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return "";
  }
}
