// The files outside the repository's tree that git reads attributes and ignore rules from, as its configuration names
// them. Each must be a plain file: git would also read its own input, where we give it paths, or wait for a pipe.

import * as fs from "node:fs";
import { join, resolve } from "node:path";
import { RepositoryError } from "../../repository.ts";
import { stepsTo } from "../programs.ts";
import type { Configuration } from "./configuration.ts";

const KEYS = [
  ["core.attributesfile", "core.attributesFile"],
  ["core.excludesfile", "core.excludesFile"],
] as const;

/** Relative paths begin at `top`, where git runs. */
export function requirePlainRules(configuration: Configuration, top: string, environment: NodeJS.ProcessEnv): void {
  for (const [key, shown] of KEYS) {
    const value = configuration.get(key);
    if (value === undefined || value === null || value === "") continue;
    const expanded = value.startsWith("~/") ? join(environment["HOME"] ?? "/", value.slice(2)) : value;
    // `~name/` and `%(prefix)/` are resolved by git in ways that are not repeated here.
    if (/^(~|%\()/.test(expanded)) throw new RepositoryError(`${shown} is not a plain path`);
    if (!isPlain(resolve(top, expanded))) throw new RepositoryError(`${shown} is not a plain file`);
  }
}

/** Also true for /dev/null and for a missing file, which hold no rules. */
function isPlain(path: string): boolean {
  const steps = stepsTo(path);
  if (steps.at(-1) === "/dev/null") return true;
  // What is in /proc and /dev differs from process to process.
  if (steps.some((step) => /^\/(proc|dev)(\/|$)/.test(step))) return false;
  const stats = fs.statSync(path, { throwIfNoEntry: false });
  return stats === undefined || stats.isFile();
}
