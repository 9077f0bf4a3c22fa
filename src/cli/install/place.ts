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
  for (const folder of foldersOn(environment)) {
    const candidate = path.join(folder, "galley");
    if (realpath(candidate) === program) return [candidate];
  }
  return [process.execPath, program];
}

/**
 * The same for a hook, with Node by its full name: a project can set the PATH of its agent, and galley's own first line finds
 * Node there.
 */
export function hookLaunchOf(settings: Settings): Launch {
  const launch = launchOf(settings);
  return launch.length > 1 ? launch : [nodeOf(settings), ...launch];
}

/** By a name that stays the same through updates, where there is one outside of the project. */
function nodeOf({ environment, root }: Settings): string {
  const own = realpath(process.execPath);
  const named = foldersOn(environment).map((folder) => path.join(folder, "node"));
  const isOwn = (file: string): boolean => realpath(file) === own && !`${file}/`.startsWith(`${root}/`);
  return named.find(isOwn) ?? process.execPath;
}

function foldersOn(environment: Settings["environment"]): readonly string[] {
  return (environment["PATH"] ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
}

function realpath(file: string): string | null {
  try {
    return fs.realpathSync(file);
  } catch {
    return null;
  }
}
