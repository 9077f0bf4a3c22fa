// A settings file of another program: read strictly, changed through our own review and journal, so that `galley undo`
// takes it back. The folder of the file is the workspace; no rule of a project counts there.

import * as fs from "node:fs";
import * as path from "node:path";
import { failure, versionOf } from "../../base/index.ts";
import { systemCode } from "../../state/index.ts";
import { decode } from "../../text/index.ts";
import { loadTool } from "../../tools/index.ts";
import { callTool, openLocal, type LocalWorkspace } from "../../workspace/index.ts";
import { openTerminalReviewer } from "../reviewer.ts";
import type { Settings } from "../settings.ts";
import { shownFile } from "./place.ts";

/** Settings are small; this is no settings file. */
const MOST_BYTES = 5_000_000;

export type SettingsFile = {
  /** As the program names it. */
  readonly path: string;
  /** Where it really is: dotfiles are often links. */
  readonly real: string;
  /** Null when it is not there. */
  readonly text: string | null;
};

/** Throws IO or BINARY where it cannot be read as text. */
export function readSettings(file: string): SettingsFile {
  let real: string;
  try {
    real = fs.realpathSync(file);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw unreadable(file, error);
    if (isLink(file)) throw failure("SYMLINK", `${file} is a link that leads nowhere. Fix or remove it first.`);
    return { path: file, real: file, text: null };
  }
  try {
    const stat = fs.statSync(real);
    if (!stat.isFile()) throw failure("NOT_REGULAR", `${file} is not a regular file.`);
    if (stat.size > MOST_BYTES) throw failure("TOO_LARGE", `${file} is too large for a settings file.`);
    const decoded = decode(fs.readFileSync(real));
    if (decoded.kind !== "text") throw failure("BINARY", `${file} is not UTF-8 text.`);
    return { path: file, real, text: decoded.text };
  } catch (error) {
    if (systemCode(error) === null) throw error;
    throw unreadable(file, error);
  }
}

function isLink(file: string): boolean {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function unreadable(file: string, cause: unknown): Error {
  return failure("IO", `${file} cannot be read: ${(cause as Error).message}`, { cause });
}

export type Written =
  | { readonly kind: "written"; readonly receipt: string | null }
  | { readonly kind: "not-written"; readonly message: string };

/** Shows the change, asks, writes. `text` null deletes the file. */
export async function changeSettings(file: SettingsFile, text: string | null, settings: Settings): Promise<Written> {
  const folder = path.dirname(file.real);
  const { isDenied, made } = makeFolder(folder);
  if (isDenied) return { kind: "not-written", message: denied(folder) };
  const workspace = await openSettingsFolder(folder, settings);
  const { yes, signal, json } = settings;
  const reviewer =
    json || yes ? null : openTerminalReviewer(settings, { ...workspace, show: () => shownName(file, settings) });
  let receipt: string | null = null;
  const effects = [{ changed: (id: string | null) => void (receipt = id) }];
  const name = path.basename(file.real);
  try {
    const tool = (await loadTool(text === null ? "rm" : "write_file"))!; // Both are in the table of tools.
    const args = text === null ? { path: name } : { path: name, content: text };
    // The new text was made from the old one: what another program writes meanwhile must not be lost with it.
    const judged = async (): Promise<string | null> =>
      readSettings(file.path).text === file.text ? null : "It was changed meanwhile. Nothing was written; try again.";
    const result = await callTool(workspace, tool, { args, reviewer, yes, signal, effects, judged });
    if (result.success) return { kind: "written", receipt };
    return { kind: "not-written", message: whyNot(result.error.code, file) ?? result.message };
  } finally {
    reviewer?.close();
    if (made !== undefined) removeEmpty(folder, made);
  }
}

/** Where our own words say more than those for a model's edit; null elsewhere. */
function whyNot(code: string, { real }: SettingsFile): string | null {
  if (code === "READ_ONLY") return denied(real);
  return code === "PROTECTED"
    ? "No one can be asked here. Run it in a terminal to see the change, or pass --yes."
    : null;
}

/** `made` is the outermost folder that was not there before, if any. */
function makeFolder(folder: string): { readonly isDenied: boolean; readonly made?: string | undefined } {
  try {
    return { isDenied: false, made: fs.mkdirSync(folder, { recursive: true, mode: 0o700 }) };
  } catch (error) {
    if (DENIALS.includes(systemCode(error) ?? "")) return { isDenied: true };
    throw failure("IO", `${folder} cannot be made: ${(error as Error).message}`, { cause: error }); // The system's.
  }
}

const DENIALS: readonly string[] = ["EACCES", "EPERM", "EROFS"];

/** `what` is the file, or the folder that it would be in. */
function denied(what: string): string {
  return `You may not write ${what}, so nothing was changed. Look at its owner and permissions (ls -ld), and those of its folder; when you may write both, try again.`;
}

/** In full: settings.json is the name of many files. */
function shownName({ path: named, real }: SettingsFile, settings: Settings): string {
  const shown = shownFile(named, settings);
  return real === named ? shown : `${shown} → ${shownFile(real, settings)}`;
}

/** The bytes before our last change of this file, when it has not been changed since; null otherwise. */
export async function beforeLastChange(
  file: SettingsFile,
  settings: Settings,
): Promise<{ readonly text: string | null } | null> {
  if (file.text === null) return null;
  const workspace = await openSettingsFolder(path.dirname(file.real), settings);
  const state = await workspace.state();
  const { entries } = state.log.list(workspace.address === null ? {} : { root: workspace.address });
  const name = path.basename(file.real);
  const last = entries.find(({ details }) => details.some(({ at }) => at === name));
  const batch = last === undefined ? null : state.journal.read(last.receipt_id);
  if (batch?.kind !== "batch") return null;
  const kept = batch.header.files.find(({ at }) => at === name);
  if (kept?.after?.version !== versionOf(new TextEncoder().encode(file.text))) return null;
  if (kept.before === null) return { text: null };
  const decoded = decode(batch.bytes(kept.before));
  return decoded.kind === "text" ? { text: decoded.text } : null;
}

function openSettingsFolder(root: string, settings: Settings): Promise<LocalWorkspace> {
  const { environment, signal, note, setPath, yes } = settings;
  const config = { stage: false };
  // The paths are protected because a model could change them. This change is from a table, and --yes was typed for it.
  const own = yes ? ({ ownChanges: true } as const) : {};
  return openLocal({ root, config, environment, signal, note, setPath, hasSession: false, ...own });
}

/** The folders that were made for a file that is not there after all. */
function removeEmpty(folder: string, outermost: string): void {
  for (let at = folder; at.startsWith(outermost); at = path.dirname(at)) {
    try {
      fs.rmdirSync(at);
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return;
    }
  }
}
