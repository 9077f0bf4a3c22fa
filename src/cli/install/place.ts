// Where settings are looked for, and how other programs start this galley.

import * as fs from "node:fs";
import * as path from "node:path";
import { homedir } from "node:os";
import type { Launch, Place, Scope } from "../../install/index.ts";
import { integrationFile, programFile } from "../package-folder.ts";
import type { Settings } from "../settings.ts";

export function placeOf(settings: Settings, scope: Scope): Place {
  const { root, project, environment } = settings;
  return {
    scope,
    home: homeOf(settings),
    root,
    isRootNamed: project === null,
    platform: process.platform,
    environment,
    packaged: (file) => fs.readFileSync(integrationFile(file), "utf8"),
  };
}

function homeOf({ environment }: Settings): string {
  return environment["HOME"] || homedir();
}

/** As a person writes it: `~/.claude/settings.json`. */
export function shownFile(file: string, settings: Settings): string {
  const below = path.relative(homeOf(settings), file);
  const isBelow = below !== "" && below !== ".." && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below);
  return isBelow ? path.join("~", below) : file;
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
