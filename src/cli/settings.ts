// The global options as one value, and a signal that Ctrl-C fires.

import * as fs from "node:fs";
import * as path from "node:path";
import { failure } from "../base/index.ts";
import { findProjectRoot, homeFolders, lookAtDisk, type ProjectRoot } from "../workspace/index.ts";
import type { NoReviewer } from "../ask/index.ts";
import type { Arguments } from "./arguments.ts";
import { printNote } from "./text-io.ts";

const JSON_NEVER_ASKS: NoReviewer = { why: "--json never asks", how: "Run it in a terminal without --json" };

export type Settings = {
  /** Absolute. */
  readonly root: string;
  /** How the root was found; null when --root names it. */
  readonly project: ProjectRoot | null;
  /** The current folder, when it is below a root that was found. What the user types is relative to it. */
  readonly startedIn: string | null;
  /** A sentence that names the root where it is not the current folder, for the user; null where there is none to show. */
  readonly rootNote: string | null;
  readonly config: string | null;
  readonly json: boolean;
  readonly yes: boolean;
  readonly quiet: boolean;
  /** Lists are printed whole. */
  readonly verbose: boolean;
  /** False when --no-color was given; NO_COLOR and the terminal still count. */
  readonly colour: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Why no one is asked where there is no reviewer. Default: because there is none. */
  readonly noReviewer?: NoReviewer;
  /** Shows the user a note at once, on standard error. */
  readonly note: (note: string) => void;
  /** What this process starts from now on by name is looked for there. */
  readonly setPath: (path: string) => void;
};

/** `folder`: where the project is looked for without --root. Absolute and real; default: the current folder. */
export function settingsOf({ flags, values }: Arguments, { folder }: { readonly folder?: string } = {}): Settings {
  const interrupt = new AbortController();
  // The first Ctrl-C asks the work to stop where it is safe; a second one ends the process at once.
  process.once("SIGINT", () => interrupt.abort(failure("ABORTED", "Interrupted.")));
  process.once("SIGTERM", () => interrupt.abort(failure("ABORTED", "Interrupted.")));
  return {
    ...rootOf(values.get("--root")?.[0], { quiet: flags.has("--quiet"), from: folder ?? currentFolder() }),
    config: values.get("--config")?.[0] ?? null,
    json: flags.has("--json"),
    yes: flags.has("--yes"),
    quiet: flags.has("--quiet"),
    verbose: flags.has("--verbose"),
    colour: !flags.has("--no-color"),
    environment: { ...process.env }, // As we were started: what we start gets another PATH.
    signal: interrupt.signal,
    note: printNote,
    ...(flags.has("--json") && { noReviewer: JSON_NEVER_ASKS }),
    setPath: (path) => {
      process.env["PATH"] = path;
    },
  };
}

/** One name for a folder, however it was reached; what does not exist keeps the name it was given. */
export function realRoot(root: string): string {
  try {
    return fs.realpathSync(root);
  } catch {
    return root;
  }
}

function rootOf(
  given: string | undefined,
  { quiet, from: current }: { readonly quiet: boolean; readonly from: string },
): Pick<Settings, "root" | "project" | "startedIn" | "rootNote"> {
  if (given !== undefined)
    return { root: path.resolve(current, given), project: null, startedIn: null, rootNote: null };
  const look = lookAtDisk({ user: process.geteuid?.() ?? null, homes: () => homeFolders(process.env) });
  const project = findProjectRoot(current, look);
  const { root, marker } = project;
  if (root === current) return { root, project, startedIn: null, rootNote: null };
  const rootNote = quiet ? null : `The project is ${root}, the nearest folder with ${marker}.`;
  return { root, project, startedIn: current, rootNote };
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw failure("NOT_FOUND", "The current folder does not exist any more. Change to another one and try again.", {
      cause: error,
    });
  }
}
