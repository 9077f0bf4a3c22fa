// The person at the terminal, if there is one. Loaded only when somebody may be asked.

import type { Reviewer } from "../approval/index.ts";
import { createLineReviewer, openTerminal, wantsColour } from "../terminal/index.ts";
import type { Settings } from "./settings.ts";
import type { Workspace } from "./workspace.ts";

export type OpenReviewer = Reviewer & { close(): void };

/** Null when there is no controlling terminal: then whatever needs a yes is denied. */
export function openReviewer(settings: Settings, workspace: Workspace): OpenReviewer | null {
  const colour = settings.colour && wantsColour(settings.environment, { isTTY: true });
  const terminal = openTerminal({ colour });
  if (terminal === null) return null;
  const reviewer = createLineReviewer({ terminal, show: workspace.show, pager: pagerOf(settings, workspace) });
  return { ask: (payload, options) => reviewer.ask(payload, options), close: () => terminal.close() };
}

// Split at blanks, no shell: a pager is a program and its options.
function pagerOf({ environment }: Settings, { pager }: Workspace): readonly string[] {
  const words = (pager ?? environment["PAGER"] ?? "less -R").split(/\s+/).filter((word) => word !== "");
  return words;
}
