// Commands that talk to a person or look around the machine, as a bundle of their own: whoever applies an answer in a
// script must not load them. app.ts brings this file in when one of them is called.

import type { Arguments } from "./arguments.ts";
import { reported, type Loaded } from "./reported.ts";

const LATER: Readonly<Record<string, () => Promise<Loaded>>> = {
  chat: () => import("./chat.ts"),
  run: () => import("./run.ts"),
  inbox: () => import("./inbox.ts"),
  models: () => import("./models.ts"),
  map: () => import("./map.ts"),
  doctor: () => import("./doctor.ts"),
  completions: () => import("./completions.ts"),
  demo: () => import("./demo.ts"),
};

/** Runs one of these and gives its exit code. What it throws is reported. */
export function runLater(name: string, args: Arguments): Promise<number> {
  return reported(LATER[name]!, args); // A command of the table in commands.ts that app.ts does not have.
}
