// Chromium for tests: Debian's build without windows where it is installed, which needs half the processor time, else
// the whole browser without its windows. Nothing but our own pages is ever opened in it.

import { chromium, type Browser } from "playwright-core";
import { without } from "./installed.ts";

const SHELL = "chromium-headless-shell";
const shell = without(SHELL);

/** Whether tests in a browser are skipped, and the words for it. */
export const installed = shell.missing ? without("chromium") : shell;

// Tests run as root in containers, where Chromium's own sandbox does not start.
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launchChromium(): Promise<Browser> {
  const executablePath = `/usr/bin/${shell.missing ? "chromium" : SHELL}`;
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
