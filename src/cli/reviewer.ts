// The person at the terminal, if there is one. What draws and asks is loaded only when there is something to ask.

import * as fs from "node:fs";
import type { Reviewer } from "../approval/index.ts";
import type { Terminal } from "../terminal/index.ts";
import type { Settings } from "./settings.ts";
import type { Workspace } from "./workspace.ts";

export type OpenReviewer = Reviewer & { close(): void };

/** Null when there is no controlling terminal: then whatever needs a yes is denied. */
export function openReviewer(settings: Settings, workspace: Workspace): OpenReviewer | null {
  if (!hasTerminal()) return null;
  let terminal: Terminal | null = null;
  return {
    async ask(payload, options) {
      const { createLineReviewer, openTerminal, wantsColour } = await import("../terminal/index.ts");
      terminal ??= openTerminal({ colour: settings.colour && wantsColour(settings.environment, { isTTY: true }) });
      // It was there a moment ago: whoever held it is gone and has not said yes.
      if (terminal === null) return { approval_id: payload.approval_id, items: [] };
      const pager = pagerOf(settings, workspace);
      return createLineReviewer({ terminal, show: workspace.show, pager }).ask(payload, options);
    },
    close: () => terminal?.close(),
  };
}

export function hasTerminal(): boolean {
  try {
    fs.closeSync(fs.openSync("/dev/tty", fs.constants.O_RDWR | fs.constants.O_NOCTTY));
    return true;
  } catch {
    return false;
  }
}

// Split at blanks, no shell: a pager is a program and its options.
function pagerOf({ environment }: Settings, { pager }: Workspace): readonly string[] {
  return (pager ?? environment["PAGER"] ?? "less -R").split(/\s+/).filter((word) => word !== "");
}
