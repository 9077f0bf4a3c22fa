// Commands that talk to a person or look around the machine, as a bundle of their own: whoever applies an answer in a
// script must not load them. app.ts brings this file in when one of them is called.

import type { Command } from "./arguments.ts";

export const LATER: Readonly<Record<string, () => Promise<{ readonly run: Command }>>> = {
  chat: () => import("./chat.ts"),
  run: () => import("./run.ts"),
  models: () => import("./models.ts"),
  map: () => import("./map.ts"),
  doctor: () => import("./doctor.ts"),
  completions: () => import("./completions.ts"),
  demo: () => import("./demo.ts"),
};
