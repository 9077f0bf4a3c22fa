// The programs that tests start, as data, and how to get those that are missing where we may.
// Never fatal: a test whose program stays missing is listed as skipped with its reason.

import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { say } from "./place.mjs";

export const programs = [
  { command: "git", package: "git", for: "diffs checked with git apply, staging" },
  { command: "patch", package: "patch", for: "diffs checked with patch" },
  { command: "runc", package: "runc", for: "what podman starts containers with" },
  { command: "podman", package: "podman", for: "files and commands in a container" },
  { command: "bwrap", package: "bubblewrap", for: "commands confined on this machine" },
  { command: "chromium", package: "chromium", for: "the page of galley web" },
  { command: "chromium-headless-shell", package: "chromium-headless-shell", for: "quicker tests of that page" },
  { command: "vim", package: "vim", for: "an editor that takes the whole terminal" },
  { command: "zsh", package: "zsh", for: "its completions" },
  { command: "fish", package: "fish", for: "its completions" },
  { command: "initdb", package: "postgresql", for: "a team's inbox", elsewhere: serverFolders },
  { command: "pgbouncer", package: "pgbouncer", for: "a team's inbox behind a pooler", elsewhere: () => ["/usr/sbin"] },
  { command: "busybox", package: "busybox-static", for: "the image that containers are tested with" },
];

/** Installs the packages of missing programs when this is Debian and we are root. Returns what is missing after. */
export function ensurePrograms() {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) return [];
  const names = missing.map((program) => program.package);
  if (process.getuid?.() !== 0 || !isOnPath("apt-get")) return missing;
  say(`installing ${names.join(", ")} (apt-get) …`);
  const patience = ["-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20", "-o", "Acquire::https::Timeout=20"];
  if (apt(["update", ...patience])) {
    // One by one: a package this release does not have must not keep the others away.
    for (const name of names) apt(["install", "-y", "--no-install-recommends", ...patience, name]);
  }
  return missing.filter((program) => !isInstalled(program));
}

function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const ran = spawnSync("apt-get", ["-qq", ...args], { env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  if (ran.status !== 0) say(`apt-get ${args[0]} did not work: ${(ran.stderr ?? "").trim().split("\n").at(-1)}`);
  return ran.status === 0;
}

/** Debian keeps the programs of a PostgreSQL server out of PATH, by version. */
function serverFolders() {
  const servers = "/usr/lib/postgresql";
  return existsSync(servers) ? readdirSync(servers).map((version) => join(servers, version, "bin")) : [];
}

function isInstalled({ command, elsewhere = () => [] }) {
  return isOnPath(command) || elsewhere().some((folder) => existsSync(join(folder, command)));
}

function isOnPath(command) {
  return (process.env.PATH ?? "").split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, command), constants.X_OK);
      return directory !== "";
    } catch {
      return false; // Not here; the next directory may have it.
    }
  });
}
