// `galley web`: the web reviewer on loopback, until it is interrupted. Prints a URL that one browser can use; Enter
// prints another.

import * as os from "node:os";
import { messageOf } from "../../base/index.ts";
import { openFileInbox } from "../../inbox/index.ts";
import { stateDirectory } from "../../state/index.ts";
import { plain, reveal } from "../../text/index.ts";
import { startWeb, type WebHost, type WebServer } from "../../web/index.ts";
import { configValues, effectiveConfig, loadConfig, openLocal, ORIGIN, warnOfLoss } from "../../workspace/index.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";
import { refuseAgents } from "../agent-environment.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { isChatPrompt } from "../prompt/heading.ts";
import { realRoot, settingsOf, type Settings } from "../settings.ts";
import { openBrowser } from "../web/open-browser.ts";
import { pageFolder } from "../web/page-folder.ts";
import { isTerminalOutput, print, printJson, printNote } from "../text-io.ts";

declare const GALLEY_VERSION: string; // Put in by the build.

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  if (args.words.length > 0) throw new UsageError(`web takes no arguments; got ${args.words.join(" ")}`);
  if (settings.yes) throw new UsageError("web asks you in the browser; --yes has no meaning for it");
  refuseAgents(settings.environment);
  const port = portOf(args.values.get("--port")?.[0] ?? null);
  const workspace = await openLocal({ ...settings, stays: true, warned: "by-caller" });
  const inbox = openFileInbox({ directory: stateDirectory(settings.environment) });
  const server = await startWeb(
    {
      version: GALLEY_VERSION,
      root: realRoot(settings.root),
      host: os.hostname(),
      workspace,
      inbox,
      chat: async () => {
        const { chatHost } = await import("../web/chat-host.ts");
        return chatHost(settings, workspace);
      },
      config: () => configRows(settings, workspace),
      isPrompt: isChatPrompt,
      page: pageFolder(),
      note: printNote,
      report: (error) => printNote(`A request failed because of a bug. Please report this: ${stackOf(error)}`),
    },
    { port },
  ).catch(async (error: unknown) => {
    await inbox.close();
    throw error;
  });
  const onEnd: (() => void)[] = [];
  try {
    await printUrl(server, settings);
    if (!settings.json) {
      onEnd.push(onEnter(() => void printUrl(server, settings)));
      if (!args.flags.has("--no-open")) onEnd.push(openBrowser(server.newUrl(), settings, workspace));
    }
    await aborted(settings.signal);
  } finally {
    for (const end of onEnd) end();
    await server.close();
    await inbox.close();
  }
  return 130;
}

async function configRows(
  { root, config: given, environment }: Settings,
  workspace: LocalWorkspace,
): ReturnType<WebHost["config"]> {
  const layers = await loadConfig({ root, given, environment });
  const rows = configValues(effectiveConfig(layers.user, layers.project), layers, root);
  return {
    rows: rows.map(({ key, value, from }) => ({ key, value: JSON.stringify(value), from: ORIGIN[from] })),
    warnings: [...workspace.warnings, ...warnOfLoss(workspace.passing)],
  };
}

function portOf(given: string | null): number | null {
  if (given === null) return null;
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw new UsageError(`--port needs a number up to 65535; got ${JSON.stringify(given)}`);
}

async function printUrl(server: WebServer, { json, quiet }: Settings): Promise<void> {
  const url = server.newUrl();
  if (json) return printJson({ url });
  await print(plain`${reveal(url)}\n`);
  if (!quiet && isTerminalOutput()) printNote("This link works once. Enter prints a new one, Ctrl-C stops the server.");
}

/** Returns how to stop. */
function onEnter(callback: () => void): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => undefined;
  stdin.setEncoding("utf8");
  stdin.on("data", callback);
  return () => {
    stdin.off("data", callback);
    stdin.destroy();
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
}
