// Opens the page in the user's browser. Command lines can be read by every user of the machine, so the URL is handed
// over in a file that only this user can read: it sends the browser on, and is removed soon after.

import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newId } from "../../base/index.ts";
import { stateDirectory } from "../../state/index.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";
import type { Settings } from "../settings.ts";

const READ_WITHIN_MS = 30_000;

/** Returns how to clean up. Does nothing where there is no screen, or no program that opens pages. */
export function openBrowser(
  url: string,
  { environment }: Pick<Settings, "environment">,
  { findProgram }: Pick<LocalWorkspace, "findProgram">,
): () => void {
  const nothing = (): void => undefined;
  const isMac = process.platform === "darwin";
  if (!isMac && !environment["DISPLAY"] && !environment["WAYLAND_DISPLAY"]) return nothing;
  const program = findProgram(isMac ? "open" : "xdg-open");
  if (program === null) return nothing;
  const file = join(stateDirectory(environment), `open-${newId()}.html`);
  const remove = (): void => rmSync(file, { force: true });
  try {
    writeFileSync(file, documentFor(url), { mode: 0o600, flag: "wx" });
  } catch {
    return nothing; // The URL is printed too.
  }
  const child = spawn(program, [file], { stdio: "ignore", detached: true, env: environment });
  child.on("error", remove);
  child.unref();
  const timer = setTimeout(remove, READ_WITHIN_MS);
  timer.unref();
  return () => {
    clearTimeout(timer);
    remove();
  };
}

/** A URL of ours has no character that HTML reads in another way. */
function documentFor(url: string): string {
  return (
    '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>galley</title>' +
    `<meta http-equiv="refresh" content="0;url=${url}"><a href="${url}">galley web</a>\n`
  );
}
