// A session on this workspace: its files, its commands, its memory of earlier turns. Kept in state step by step.

import {
  containerSection,
  readStored,
  resumeSession,
  Session,
  storeSession,
  Symbols,
  workspaceSection,
} from "../agent/index.ts";
import { failure, isFailure } from "../base/index.ts";
import { symbolsOf } from "./symbols.ts";
import { realRoot, type Settings } from "./settings.ts";
import type { LocalWorkspace } from "../workspace/index.ts";

export type OpenedSession = { readonly session: Session; readonly notes: readonly string[] };

/** `resume` is a session's id, or "last" for the last one in this folder. INVALID_ARG, NOT_FOUND. */
export async function openSession(
  settings: Settings,
  workspace: LocalWorkspace,
  { resume }: { readonly resume: string | null },
): Promise<OpenedSession> {
  const stored = resume === null ? null : await findStored(resume, settings, workspace);
  const known = stored === null ? {} : { id: readStored(stored).id };
  const session = new Session({ ...known, requireSeen: workspace.readBeforeEdit });
  await session.add(workspace.inContainer ? containerSection({ workspace }) : workspaceSection({ workspace }));
  session.install(Symbols, symbolsOf(workspace));
  const lost = stored === null ? [] : resumeSession(session, stored);
  if (stored !== null) keptBefore.set(session, stored.trimEnd());
  return { session, notes: lost.map((path) => `${path} of the resumed session is not in this workspace any more.`) };
}

export type Keeping = {
  readonly settings: Settings;
  readonly workspace: LocalWorkspace;
  readonly model: string;
  readonly tell: (note: string) => void;
};

/** What this process knows to be kept of a session: another text in its place was written by another process. */
const keptBefore = new WeakMap<Session, string>();

/**
 * Null, or why it could not be kept: what was done is done all the same. `unfinished` is what a checkpoint gave. Two
 * that go on with the same conversation do not overwrite each other: the second to be kept goes on under a name of its own.
 */
export async function keepSession(
  session: Session,
  { settings, workspace, model, tell }: Keeping,
  unfinished: readonly string[] = [],
): Promise<string | null> {
  try {
    const { sessions } = await workspace.state();
    const there = unlessFailure(() => sessions.load(session.id))?.trimEnd() ?? null;
    const isOthers = there !== null && there !== keptBefore.get(session);
    // A conversation that nothing came of leaves nothing behind.
    if (session.messages.length === 0) {
      if (!isOthers) sessions.remove(session.id);
      return null;
    }
    if (isOthers) {
      session.branch();
      tell(`Another galley has continued this conversation too. Yours is saved separately, as ${session.id}.`);
    }
    const stored = storeSession(session, { root: realRoot(settings.root), model }, unfinished);
    sessions.save(session.id, stored);
    keptBefore.set(session, stored);
    return null;
  } catch (error) {
    if (isFailure(error)) return `This conversation could not be saved: ${error.message}`;
    throw error;
  }
}

async function findStored(wanted: string, settings: Settings, workspace: LocalWorkspace): Promise<string> {
  const root = realRoot(settings.root);
  const { sessions } = await workspace.state();
  if (wanted !== "last") {
    const stored = sessions.load(wanted);
    const facts = readStored(stored);
    if (realRoot(facts.root) === root) return stored;
    throw failure(
      "INVALID_ARG",
      `The session ${wanted} belongs to ${facts.root}. Resume it there, or start a new one here.`,
    );
  }
  for (const { id } of sessions.list()) {
    const stored = readable(() => sessions.load(id));
    if (stored !== null && realRoot(readStored(stored).root) === root) return stored;
  }
  throw failure("NOT_FOUND", "There is no earlier session in this folder to resume. Omit --resume.");
}

/** A damaged session must not hide the good ones before it; by its own name it is refused with the reason. */
function readable(load: () => string): string | null {
  return unlessFailure(() => {
    const stored = load();
    readStored(stored);
    return stored;
  });
}

function unlessFailure(load: () => string): string | null {
  try {
    return load();
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}
