// Commands that talk to a person or look around the machine, as a bundle of their own: whoever applies an answer in a
// script must not load them. app.ts brings this file in when one of them is called.

import type { Arguments } from "./arguments.ts";
import { reported, type Loaded } from "./run-reported.ts";

const LATER: Readonly<Record<string, () => Promise<Loaded>>> = {
  chat: () => import("./commands/chat.ts"),
  run: () => import("./commands/run.ts"),
  inbox: () => import("./commands/inbox.ts"),
  models: () => import("./commands/models.ts"),
  map: () => import("./commands/map.ts"),
  doctor: () => import("./commands/doctor.ts"),
  completions: () => import("./commands/completions.ts"),
  demo: () => import("./commands/demo.ts"),
};

/** Runs one of these and gives its exit code. What it throws is reported. */
export function runLater(name: string, args: Arguments): Promise<number> {
  return reported(LATER[name]!, args); // A command of the table in commands.ts that app.ts does not have.
}
