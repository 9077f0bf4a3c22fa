// The Node versions that the tests run on, and their binaries: packages of the npm registry, kept in a cache folder below
// node_modules that git ignores. Never part of package.json.

import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "./ensure.mjs";
import { root, say } from "./place.mjs";

/** The oldest one is package.json's `engines`. */
export const NODES = ["20.19", "22", "24", "26"];

/** Returns `{ kind: "ready", folder, version }`, with the folder of the binary, or `{ kind: "missing", why }`. */
export function ensureNode(wanted, { cache = join(root, "node_modules", ".cache", "galley-nodes") } = {}) {
  const name = `node-${process.platform}-${process.arch}`;
  const prefix = join(cache, wanted);
  const folder = join(prefix, "node_modules", name, "bin");
  if (!runs(folder)) {
    say(`installing ${name}@${wanted} …`);
    mkdirSync(prefix, { recursive: true });
    writeFileSync(join(prefix, "package.json"), '{ "private": true }\n'); // Or npm would look for one further up.
    const ran = npm(["install", "--no-save", "--ignore-scripts", "--prefix", prefix, `${name}@${wanted}`], {
      cwd: prefix,
    });
    if (ran.status !== 0 || !runs(folder)) {
      const last = (ran.stderr ?? "").trim().split("\n").at(-1);
      return { kind: "missing", why: `${name}@${wanted} could not be installed: ${ran.error?.message ?? last}` };
    }
  }
  const { stdout } = spawnSync(join(folder, "node"), ["--version"], { encoding: "utf8" });
  return { kind: "ready", folder, version: stdout.trim() };
}

function runs(folder) {
  try {
    accessSync(join(folder, "node"), constants.X_OK);
    return true;
  } catch {
    return false; // Not installed yet, or a system without this package.
  }
}
