// What a team calls the repository of a folder: the address of its remote "origin" without what differs between users, such
// as `github.com/acme/shop`. Read from the repository's config; git is not run, and nothing is followed but its own files.
// It is what this machine says: a token can be limited to some names.

import * as fs from "node:fs";
import * as os from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { normalProblem } from "../../base/index.ts";

const MOST_CHARS = 1_000;

/** Without a remote: the machine and the folder. */
export function repositoryName(root: string): string {
  const config = configOf(root);
  const url = config === null ? null : originOf(config);
  const name = url === null ? null : nameOf(url);
  if (name !== null && name.length <= MOST_CHARS && normalProblem(name) === null) return name;
  return ["local", os.hostname(), basename(root) || "root"].map(plainName).join("/");
}

/** A name that a team's server takes, whatever a folder is called. */
function plainName(name: string): string {
  if (!name.includes("/") && normalProblem(name) === null) return name;
  return (
    name
      .replaceAll(/[^\p{L}\p{N}_-]+/gu, "-")
      .slice(0, MOST_KEPT)
      .toWellFormed() || "-"
  );
}

const MOST_KEPT = 60;

/** By sandbox, its folder in the repository of `root`, `""` for the top: the same file has the same name from every root. */
export function foldersInRepository(root: string, sandboxes: ReadonlyMap<string, string>): Record<string, string> {
  const top = repositoryAbove(root)?.top ?? null;
  const found = [...sandboxes].flatMap(([name, folder]): readonly [string, string][] => {
    const below = top === null ? ".." : relative(top, realPath(folder));
    return /^\.\.(?:\/|$)/.test(below) || (below !== "" && normalProblem(below) !== null) ? [] : [[name, below]];
  });
  return Object.fromEntries(found);
}

/** The text of the config of the nearest repository upward; null where there is none. */
function configOf(root: string): string | null {
  const found = repositoryAbove(root);
  return found === null ? null : read(join(found.git, "config"));
}

function repositoryAbove(root: string): { readonly top: string; readonly git: string } | null {
  for (let top = realPath(root); ; top = dirname(top)) {
    const git = gitFolder(join(top, ".git"));
    if (git !== null) return { top, git };
    if (dirname(top) === top) return null;
  }
}

function realPath(path: string): string {
  try {
    return fs.realpathSync(path);
  } catch {
    return path; // What is not there has no other name.
  }
}

/** Of a worktree or a submodule, `.git` is a file that names the folder; a worktree's config is the main repository's. */
function gitFolder(path: string): string | null {
  const stats = fs.statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return path;
  if (stats?.isFile() !== true) return null;
  const named = /^gitdir: (.+?)\s*$/.exec(read(path) ?? "")?.[1];
  if (named === undefined) return null;
  const folder = resolve(dirname(path), named);
  const shared = read(join(folder, "commondir"))?.trim();
  return shared === undefined ? folder : resolve(folder, shared);
}

const MOST_BYTES = 1024 * 1024;

function read(file: string): string | null {
  try {
    const stats = fs.statSync(file);
    return stats.isFile() && stats.size <= MOST_BYTES ? fs.readFileSync(file, "utf8") : null;
  } catch {
    return null; // Not there, or not to be read.
  }
}

/** `url` of `[remote "origin"]`: the first one, which git fetches from. */
export function originOf(config: string): string | null {
  let isOrigin = false;
  for (const line of config.split(/\r?\n/)) {
    const text = line.trim();
    if (text.startsWith("[")) isOrigin = /^\[\s*remote\s+"origin"\s*\]$/i.test(text);
    const equals = text.indexOf("=");
    if (!isOrigin || equals < 0 || text.slice(0, equals).trim().toLowerCase() !== "url") continue;
    const value = text.slice(equals + 1).trim();
    return value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  }
  return null;
}

/** `https://user@host/path.git`, `ssh://git@host:22/path`, `git@host:path.git`; null for a folder and what is no address. */
export function nameOf(url: string): string | null {
  const short = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/\/)([^\s]+)$/.exec(url);
  const long = short === null && URL.canParse(url) ? new URL(url) : null;
  const [host, path] = short === null ? [long?.hostname ?? "", long?.pathname ?? ""] : [short[1]!, short[2]!]; // Both matched.
  const names = path.split("/").filter((name) => name !== "");
  const last = names.pop()?.replace(/\.git$/, "") ?? "";
  if (host === "" || last === "" || [...names, last].some((name) => name === "." || name === "..")) return null;
  return [host.toLowerCase(), ...names, last].join("/");
}
