// Where settings are looked for, and how other programs start this galley.

import * as fs from "node:fs";
import * as path from "node:path";
import { homedir } from "node:os";
import type { Launch, Place, Scope } from "../../install/index.ts";
import { integrationFile, programFile } from "../package-folder.ts";
import type { Settings } from "../settings.ts";

export function placeOf({ root, environment }: Settings, scope: Scope): Place {
  return {
    scope,
    home: environment["HOME"] || homedir(),
    root,
    platform: process.platform,
    environment,
    packaged: (file) => fs.readFileSync(integrationFile(file), "utf8"),
  };
}

/**
 * The `galley` on the PATH when it is this one: its name stays the same through updates. Otherwise this very program.
 * Absolute in both cases: a program that a desktop starts has another PATH.
 */
export function launchOf({ environment }: Settings): Launch {
  const program = realpath(programFile()) ?? programFile();
  for (const folder of (environment["PATH"] ?? "").split(path.delimiter)) {
    const candidate = path.join(folder, "galley");
    if (path.isAbsolute(folder) && realpath(candidate) === program) return [candidate];
  }
  return [process.execPath, program];
}

function realpath(file: string): string | null {
  try {
    return fs.realpathSync(file);
  } catch {
    return null;
  }
}
