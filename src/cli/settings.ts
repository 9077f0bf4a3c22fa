// The global options as one value, and a signal that Ctrl-C fires.

import * as path from "node:path";
import { failure } from "../base/index.ts";
import type { NoReviewer } from "../ask/index.ts";
import type { Arguments } from "./arguments.ts";
import { printNote } from "./text-io.ts";

const JSON_NEVER_ASKS: NoReviewer = { why: "--json never asks", how: "Run it in a terminal without --json" };

export type Settings = {
  /** Absolute. */
  readonly root: string;
  readonly config: string | null;
  readonly json: boolean;
  readonly yes: boolean;
  readonly quiet: boolean;
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

export function settingsOf({ flags, values }: Arguments): Settings {
  const interrupt = new AbortController();
  // The first Ctrl-C asks the work to stop where it is safe; a second one ends the process at once.
  process.once("SIGINT", () => interrupt.abort(failure("ABORTED", "Interrupted.")));
  process.once("SIGTERM", () => interrupt.abort(failure("ABORTED", "Interrupted.")));
  return {
    root: path.resolve(values.get("--root")?.[0] ?? "."),
    config: values.get("--config")?.[0] ?? null,
    json: flags.has("--json"),
    yes: flags.has("--yes"),
    quiet: flags.has("--quiet"),
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
