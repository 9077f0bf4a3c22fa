// `galley mcp`: the file tools for another agent, over MCP on standard input and output. Standard output carries the
// protocol and nothing else; notes go to standard error.

import * as os from "node:os";
import { serveMcp } from "../../mcp/index.ts";
import { openLocal } from "../../workspace/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { openAsking } from "../inbox/open-asking.ts";
import { installAction } from "../install/actions.ts";
import { realRoot, settingsOf } from "../settings.ts";
import { stagingAs } from "../staging.ts";
import { requireNoTeam } from "../turn-options.ts";
import { isTerminalOutput, printNote, printWhileRead } from "../text-io.ts";

declare const GALLEY_VERSION: string; // Put in by the build.

const USUAL_SECONDS = 45;
// Clients give up after a minute.
const MOST_SECONDS = 50;

export async function run(args: Arguments): Promise<number> {
  const installed = await installAction(args, "mcp");
  if (installed !== null) return installed;
  if (args.words.length > 0)
    throw new UsageError(`mcp takes install, uninstall or status, or nothing; got ${args.words.join(" ")}`);
  if (args.flags.has("--project")) throw new UsageError("--project belongs to mcp install and uninstall");
  const settings = settingsOf(args);
  const waitMs = waitOf(args.values.get("--wait")?.[0] ?? null);
  const workspace = stagingAs(args, await openLocal({ ...settings, stays: true }));
  for (const note of await workspace.recover()) printNote(note);
  if (isTerminalOutput() && !settings.quiet)
    printNote("Speaking MCP on standard input and output, for a client that starts this command. Ctrl-D ends it.");
  const { json, yes, signal } = settings;
  requireNoTeam("--yes", yes, workspace);
  const asking = json ? null : await openAsking(settings);
  const over = new AbortController(); // What is not read by then is not waited for.
  try {
    await serveMcp({
      workspace,
      version: GALLEY_VERSION,
      asking,
      asker: { door: "mcp", host: os.hostname(), root: realRoot(settings.root), session: null },
      yes,
      usesForms: !args.flags.has("--inbox"),
      waitMs,
      input: process.stdin,
      print: (text) => printWhileRead(text, over.signal),
      note: printNote,
      signal,
    });
  } finally {
    over.abort();
    await asking?.inbox.close();
    process.stdin.destroy();
  }
  return signal.aborted ? 130 : 0;
}

function waitOf(given: string | null): number {
  const seconds = given === null ? USUAL_SECONDS : Number(given);
  if (given !== null && (!/^\d{1,2}(\.\d{1,3})?$/.test(given) || seconds > MOST_SECONDS))
    throw new UsageError(`--wait needs a number of seconds up to ${MOST_SECONDS}; got ${JSON.stringify(given)}`);
  return seconds * 1000;
}
