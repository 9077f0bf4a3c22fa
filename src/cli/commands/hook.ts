// `galley hook NAME`: answers another agent's hook on standard input and output. It fails closed: whatever goes wrong ends
// with exit code 2 and a reason on standard error, which every host takes for a denial.

import { realpathSync, statSync } from "node:fs";
import { didYouMean, failure, messageOf } from "../../base/index.ts";
import { findHost, HOST_NAMES, runHook, type Host } from "../../hook/index.ts";
import type { AskingInbox } from "../../inbox/index.ts";
import { plain, revealJson, revealLines } from "../../text/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { answerInProcess, givenByParent, sinceStart, type FromParent } from "../hook/own-process.ts";
import { readHostFile } from "../hook/host-file.ts";
import { mayHang } from "../hook/network-mounts.ts";
import { requireOwnFolders } from "../hook/own-folders.ts";
import { deadlineOf, isOutputRead, readMessage, watchTime } from "../hook/standard-input.ts";
import { INSTALL_ACTIONS } from "../install/action-names.ts";
import { installAction } from "../install/actions.ts";
import { writeNow } from "../print-at-exit.ts";

export async function run(args: Arguments): Promise<number> {
  const installed = await installAction(args, "hook");
  if (installed !== null) return installed;
  let asking: AskingInbox | null = null;
  let given: FromParent | null = null;
  let stopWatching = (): void => undefined;
  try {
    const { host, limitMs } = chosen(args);
    given = await givenByParent();
    // A question on this machine closes with its process; another machine would take half a minute to notice.
    const withdraw = (): Promise<void> | null => (asking?.team == null ? null : asking.inbox.close());
    if (given === null) stopWatching = watchTime(host, limitMs, withdraw);
    const text = given?.text ?? (await readMessage());
    // Each is loaded when a message needs it: most are about tools that change nothing.
    const openInbox = async (): Promise<AskingInbox> => {
      requireOwnFolders(process.env, process.cwd());
      const { realRoot, settingsOf } = await import("../settings.ts");
      const { openAsking } = await import("../inbox/open-asking.ts");
      return (asking ??= await openAsking(settingsOf(args, { folder: realRoot(process.cwd()) })));
    };
    const output = await runHook({
      host,
      text,
      folder: process.cwd(),
      openInbox,
      mayHang: (paths) => mayHang([...paths, process.cwd()], process.env),
      bytesAt,
      realPath,
      startedAt: given?.startedAt ?? Date.now() - process.uptime() * 1000,
      hostFiles: { read: readHostFile, environment: process.env },
      remainingMs: (usual) => deadlineOf(limitMs ?? usual).questionMs - sinceStart(given),
      inProcess: given === null ? () => answerInProcess(text) : null,
      signal: new AbortController().signal,
      rootOf: async (folder) => {
        const { realRoot, settingsOf } = await import("../settings.ts");
        return realRoot(settingsOf(args, { folder: realRoot(folder) }).root);
      },
      open: async (cwd, otherRules) => {
        for (const folder of [process.cwd(), cwd]) requireOwnFolders(process.env, folder);
        const { realRoot, settingsOf } = await import("../settings.ts");
        const { openLocal } = await import("../../workspace/index.ts");
        const { setPath: _, ...settings } = settingsOf(args, { folder: realRoot(cwd) });
        const workspace = await openLocal({ ...settings, rootNote: null, hasSession: false, otherRules });
        return { workspace, root: realRoot(settings.root) };
      },
    });
    await (asking as AskingInbox | null)?.inbox.close();
    if (given !== null) await given.answer({ output });
    else if (output !== null && !(isOutputRead() && writeNow(1, plain`${revealJson(output)}\n`)))
      throw failure("IO", "Standard output is closed, so the answer cannot be read.");
    return 0;
  } catch (error) {
    const message = error instanceof UsageError ? `${error.message}\nTry galley hook --help.` : messageOf(error);
    if (given !== null) await given.answer({ failed: message });
    else writeNow(2, plain`galley: not approved, because the hook failed: ${revealLines(message)}\n`);
    await (asking as AskingInbox | null)?.inbox.close();
    return 2;
  } finally {
    stopWatching();
  }
}

function bytesAt(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0; // A name that is no path, or a folder that cannot be entered.
  }
}

/** As the system resolves the name; the other one of Node would take out `..` by text first. */
function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

function chosen({ words, values, flags }: Arguments): { readonly host: Host; readonly limitMs: number | null } {
  const [name, ...more] = words;
  const names = HOST_NAMES.join(", ");
  if (name === undefined) throw new UsageError(`hook needs the name of an agent: ${names}`);
  if (more.length > 0)
    throw new UsageError(
      `unknown action ${JSON.stringify(name)}${didYouMean(name, INSTALL_ACTIONS)}. hook takes the name of an agent, or an action (${INSTALL_ACTIONS.join(", ")}) and a name; got ${words.join(" ")}`,
    );
  const host = findHost(name);
  if (flags.has("--project")) throw new UsageError("--project belongs to hook install and uninstall");
  if (host === null)
    throw new UsageError(`unknown agent ${JSON.stringify(name)}${didYouMean(name, HOST_NAMES)}. Agents: ${names}`);
  const limit = values.get("--limit")?.[0];
  if (limit === undefined) return { host, limitMs: null };
  const seconds = Number(limit);
  if (!/^\d{1,6}$/.test(limit) || seconds < 2)
    throw new UsageError(`--limit takes whole seconds, at least 2; got ${JSON.stringify(limit)}`);
  return { host, limitMs: seconds * 1000 };
}
