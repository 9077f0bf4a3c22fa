// `galley web`: the web reviewer on loopback, until it is interrupted. Prints a URL that one browser can use; Enter
// prints another.

import { plain, reveal, revealJson } from "../../text/index.ts";
import { startWeb, type WebHost, type WebServer } from "../../web/index.ts";
import { openLocal } from "../../workspace/index.ts";
import { refuseAgents } from "../agent-environment.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { realRoot, settingsOf, type Settings } from "../settings.ts";
import { pageFolder } from "../package-folder.ts";
import { isTerminalOutput, print, printNote } from "../text-io.ts";

declare const GALLEY_VERSION: string; // Put in by the build.

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  if (args.words.length > 0) throw new UsageError(`web takes no arguments; got ${args.words.join(" ")}`);
  if (settings.yes) throw new UsageError("web asks you in the browser; --yes has no meaning for it");
  refuseAgents(settings.environment);
  const port = portOf(args.values.get("--port")?.[0] ?? null);
  const workspace = await openLocal({ ...settings, stays: true, warned: "by-caller" });
  const root = realRoot(settings.root);
  const load = async (): Promise<WebHost> => {
    const { loadHost } = await import("../web/load-host.ts");
    return loadHost(settings, { root, workspace, version: GALLEY_VERSION });
  };
  const server = await startWeb({ root, page: pageFolder(), port, load });
  const onEnd: (() => void)[] = [];
  try {
    await printUrl(server, settings);
    if (!settings.json) {
      onEnd.push(onEnter(() => void printUrl(server, settings)));
      if (!args.flags.has("--no-open")) onEnd.push(await openPage(server.newUrl(), settings, workspace));
    }
    await server.ready();
    await aborted(settings.signal);
  } finally {
    for (const end of onEnd) end();
    await server.close();
  }
  return 130;
}

function portOf(given: string | null): number | null {
  if (given === null) return null;
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw new UsageError(`--port needs a number up to 65535; got ${JSON.stringify(given)}`);
}

async function printUrl(server: WebServer, { json, quiet }: Settings): Promise<void> {
  const url = server.newUrl();
  if (json) return print(plain`${revealJson({ url })}\n`);
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

async function openPage(
  ...given: Parameters<typeof import("../web/open-browser.ts").openBrowser>
): Promise<() => void> {
  const { openBrowser } = await import("../web/open-browser.ts");
  return openBrowser(...given);
}
