// Fetches published packages with npm into a folder of this run. Nothing is installed, no script of theirs is run.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readTree, type Tree } from "./tree.ts";

/** npm or the network is not there: the check could not run, which is not a failure of it. */
export class CannotFetch extends Error {
  override readonly name = "CannotFetch";
}

export function fetchPackage(specifier: string, folder: string): Tree {
  mkdirSync(folder, { recursive: true });
  const packed = npm(["pack", specifier, "--pack-destination", folder, "--ignore-scripts", "--loglevel=error"]);
  if (packed.error) throw new CannotFetch(`npm could not be started: ${packed.error.message}`);
  if (packed.status !== 0) {
    const said = packed.stderr.trim().split("\n")[0] ?? "";
    throw new CannotFetch(`${specifier} could not be fetched. Connect to a network and run this again. npm: ${said}`);
  }
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (archive === undefined) throw new CannotFetch(`npm pack ${specifier} left no archive.`);
  const unpacked = spawnSync("tar", ["-xzf", archive], { cwd: folder, encoding: "utf8" });
  if (unpacked.status !== 0)
    throw new CannotFetch(`${archive} could not be unpacked: ${unpacked.error?.message ?? unpacked.stderr.trim()}`);
  const [top] = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  if (top === undefined) throw new CannotFetch(`${archive} holds no folder.`);
  return readTree(join(folder, top.name));
}

function npm(args: readonly string[]) {
  // Without a network npm's own patience is more than a minute.
  const patience = ["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
  const script = process.env["npm_execpath"] ?? "";
  return /npm-cli\.[cm]?js$/.test(script)
    ? spawnSync(process.execPath, [script, ...args, ...patience], { encoding: "utf8" })
    : spawnSync("npm", [...args, ...patience], { encoding: "utf8", shell: process.platform === "win32" });
}
