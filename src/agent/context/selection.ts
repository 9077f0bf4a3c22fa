// Which files a conversation shows whole, as a person says it: add, drop, list. A name may be a file, a folder or a
// pattern. What cannot be shown is refused with the reason; a selection holds only what was there and was text.

import {
  failure,
  isFailure,
  type GalleyError,
  type Target,
  type WorkspacePath,
  withFullStop,
} from "../../base/index.ts";
import { below } from "../../approval/index.ts";
import { judgeCall } from "../../ask/index.ts";
import { compileGlob, type RealFiles } from "../../fs/index.ts";
import type { Session } from "../session.ts";
import { filesTokens } from "../window.ts";
import { listAttached } from "./attached.ts";
import { describeShown, readOne, readSelected, resolved, roomAfter } from "./selected.ts";
import type { Added, Listed, SelectedFile } from "./selected.ts";

export type AddOptions = {
  /** A person's word is enough where reading has to be asked for; a model's is not. */
  readonly by?: "person" | "model";
  readonly signal?: AbortSignal;
};

/** More than this at once is a slip, not a selection. */
const MOST_AT_ONCE = 100;

/** One entry per file, in the order of their paths; never throws for what a person may have mistyped. */
export async function addFiles(session: Session, given: string, options: AddOptions = {}): Promise<readonly Added[]> {
  const named = await pathsOf(session, given, options.signal);
  if ("message" in named) return [{ kind: "refused", path: given, message: named.message }];
  const added: Added[] = [];
  const before = await selectedIn(session);
  for (const path of named) added.push(await addOne(session, path, { ...options, before }));
  return added;
}

/**
 * Files by their names alone: no folder, no pattern. What is selected already is read once for all of them. Throws for a
 * name that cannot be one.
 */
export async function addNamed(
  session: Session,
  names: readonly string[],
  options: AddOptions = {},
): Promise<readonly Added[]> {
  if (names.length === 0) return [];
  const { resolve } = session.workspace();
  const before = await selectedIn(session);
  const added: Added[] = [];
  for (const name of names) added.push(await addOne(session, resolve(name, "file"), { ...options, before }));
  return added;
}

/** The files that were dropped, as a person writes them; empty when none of the selected fits the name. */
export function dropFiles(session: Session, given: string): readonly string[] {
  if (session.attached.delete(given)) return [given];
  const { show, resolve } = session.workspace();
  const asked = attempt(() => resolve(given));
  const isNamed = (path: WorkspacePath): boolean => asked !== null && (path === asked || path.startsWith(`${asked}/`));
  const named = [...session.context].filter(isNamed);
  // Compared with the selection itself: what is gone from the disk can still be dropped.
  const pattern = named.length === 0 && isPattern(given) ? attempt(() => compileGlob(given)) : null;
  const chosen = pattern === null ? named : [...session.context].filter((path) => pattern.matches(below(path)));
  for (const path of chosen) {
    session.context.delete(path);
    session.targets.delete(path);
    // Its text is in no request from now on, so the model has to look again before it edits.
    session.seen.forget(path);
  }
  return chosen.map(show);
}

export async function listFiles(session: Session): Promise<Listed> {
  const { show } = session.workspace();
  const selected = (await readSelected(session)).map((file) =>
    file.kind === "left"
      ? { path: show(file.path), tokens: null, why: file.why, part: null }
      : { path: show(file.path), tokens: file.tokens, why: null, part: describeShown(file) },
  );
  const files = [...selected, ...listAttached(session)];
  return {
    files,
    tokens: files.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0),
    budget: filesTokens(session.window),
  };
}

/** What is selected so far; what it leaves of the budget is for the next. */
type Before = Map<WorkspacePath, SelectedFile>;

async function selectedIn(session: Session): Promise<Before> {
  return new Map((await readSelected(session)).map((file) => [file.path, file]));
}

async function addOne(
  session: Session,
  path: WorkspacePath,
  { by = "person", before }: AddOptions & { readonly before: Before },
): Promise<Added> {
  const workspace = session.workspace();
  const shown = workspace.show(path);
  const refused = (why: string): Added => ({
    kind: "refused",
    path: shown,
    message: `${shown} was not added: ${withFullStop(why)}`,
  });
  const target = resolved(path, workspace);
  if ("kind" in target) return refused(target.why);
  const verdict = await judgeCall(workspace.gate, { tool: "read_file", access: "read", targets: [target] });
  if (verdict.effect === "deny" || (by === "model" && verdict.effect === "ask")) return refused(verdict.reason);
  before.delete(path);
  const file = await readOne(target, session, roomAfter(session, before.values()));
  if (file.kind === "left") return refused(file.why);
  before.set(path, file);
  const kind = session.context.has(path) ? "already" : "added";
  session.context.add(path);
  session.targets.set(path, target.real);
  return { kind, path: shown, tokens: file.tokens, part: describeShown(file) };
}

async function pathsOf(
  session: Session,
  given: string,
  signal?: AbortSignal,
): Promise<readonly WorkspacePath[] | GalleyError> {
  const { approved, known, resolve } = session.workspace();
  const search = signal === undefined ? {} : { signal };
  try {
    // The person asks: what needs a yes has it; what a rule hides is not there for them either.
    if (!known(given) && isPattern(given)) return listed(given, await approved.glob(given, search));
    const path = resolve(given);
    const target = approved.resolve(path);
    if (!(await isFolder(approved, target))) return [resolve(given, "file")];
    return listed(given, await approved.glob("**", { ...search, target }));
  } catch (error) {
    if (isFailure(error, "FORBIDDEN") && typeof error.data["reason"] === "string")
      return failure("FORBIDDEN", `${given} was not added: ${error.data["reason"]}.`);
    if (isFailure(error)) return error;
    throw error;
  }
}

function listed(
  given: string,
  { entries, truncated }: { readonly entries: readonly { readonly path: string }[]; readonly truncated: boolean },
): readonly WorkspacePath[] | GalleyError {
  if (entries.length === 0) return failure("NOT_FOUND", `Nothing here matches ${given}.`);
  if (entries.length > MOST_AT_ONCE || truncated)
    return failure(
      "TOO_LARGE",
      `${given} names ${truncated ? "more than " : ""}${entries.length} files; at most ${MOST_AT_ONCE} are added at once. Name fewer.`,
    );
  return entries.map(({ path }) => path as WorkspacePath); // A listing gives canonical paths.
}

async function isFolder(files: RealFiles, target: Target): Promise<boolean> {
  if (files.kindOf(target) === "file") return false;
  try {
    await files.list(target);
    return true;
  } catch (error) {
    if (isFailure(error)) return false;
    throw error;
  }
}

function isPattern(given: string): boolean {
  return /[*?[{]/.test(given);
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}
