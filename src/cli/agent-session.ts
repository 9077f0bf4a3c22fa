// A session on this workspace: its files, its commands, its memory of earlier turns. Kept in state step by step.

import { homedir } from "node:os";
import {
  containerSection,
  Instructions,
  instructionReader,
  readStored,
  resumeSession,
  Session,
  storeSession,
  Symbols,
  type StoredFacts,
  workspaceSection,
} from "../agent/index.ts";
import { failure, homeFolder, isFailure, ROOT } from "../base/index.ts";
import type { McpServers } from "../mcp/index.ts";
import { symbolsOf } from "./symbols.ts";
import { realRoot, type Settings } from "./settings.ts";
import type { State } from "../state/index.ts";
import type { LocalWorkspace } from "../workspace/index.ts";

declare const GALLEY_VERSION: string; // Put in by the build.

export type OpenedSession = {
  readonly session: Session;
  readonly notes: readonly string[];
  /** What a resumed session says about itself; null for a new one. */
  readonly stored: StoredFacts | null;
};

/** `resume` is a session's id, or "last" for the last one in this folder. INVALID_ARG, NOT_FOUND. */
export async function openSession(
  settings: Settings,
  workspace: LocalWorkspace,
  { resume }: { readonly resume: string | null },
): Promise<OpenedSession> {
  const stored = resume === null ? null : await findStored(resume, settings, workspace);
  const facts = stored === null ? null : readStored(stored);
  const known = facts === null ? {} : { id: facts.id };
  const session = new Session({ ...known, requireSeen: workspace.readBeforeEdit });
  await session.add(workspace.inContainer ? containerSection({ workspace }) : workspaceSection({ workspace }));
  session.install(Symbols, symbolsOf(workspace));
  const servers = await openServers(settings, workspace);
  if (servers !== null) await session.add(servers.section);
  const lost = stored === null ? [] : resumeSession(session, stored);
  if (stored !== null) keptBefore.set(session, stored.trimEnd());
  const instructions = instructionReader(workspace, folderOf(workspace));
  session.install(Instructions, instructions);
  const { news } = await instructions.read(session.context);
  return { session, notes: [...lost, ...(servers?.notes ?? []), ...news], stored: facts };
}

/** The folder the user is in, as a path of the workspace. */
export function folderOf({ startedIn, resolve, commands }: LocalWorkspace): string {
  return startedIn === null ? (commands?.home ?? ROOT) : resolve(startedIn);
}

/** For surfaces on which permissions cannot be seen or changed: everything is asked about there. */
export function asking(opened: OpenedSession): OpenedSession {
  opened.session.permissions = "ask";
  return opened;
}

/** The user's MCP servers, once for all sessions on a workspace; null when there are none. */
async function openServers(
  { environment }: Settings,
  workspace: LocalWorkspace,
): Promise<Awaited<ReturnType<McpServers["open"]>> | null> {
  const servers = workspace.config.mcp_servers.value;
  if (Object.keys(servers).length === 0) return null;
  const { McpServers: Servers } = await import("../mcp/index.ts");
  const known =
    serversOf.get(workspace) ??
    new Servers({
      servers,
      version: GALLEY_VERSION,
      environment: { ...environment, PATH: process.env["PATH"] }, // Without folders of the workspace.
      findProgram: workspace.findProgram,
      home: homeFolder({ environment, systemHome: homedir }) ?? "/",
    });
  serversOf.set(workspace, known);
  return known.open();
}

const serversOf = new WeakMap<LocalWorkspace, McpServers>();

export type KeptSession = {
  readonly id: string;
  readonly root: string;
  readonly savedAt: string;
  readonly model: string;
  /** The user's first words. */
  readonly title: string;
};

const TITLE_CHARS = 200;

/** Sessions that can be resumed, newest first: those of this folder, or of every one. A damaged one hides no other. */
export function listSessions({ sessions }: Pick<State, "sessions">, root: string | null): readonly KeptSession[] {
  return sessions.list().flatMap(({ id, savedMs }) => {
    const stored = readable(() => sessions.load(id));
    if (stored === null) return [];
    const { first, model, ...facts } = readStored(stored);
    if (root !== null && realRoot(facts.root) !== root) return [];
    const title = first.slice(0, TITLE_CHARS).toWellFormed();
    return [{ id, root: facts.root, savedAt: new Date(savedMs).toISOString(), model: model ?? "", title }];
  });
}

export type Keeping = {
  readonly settings: Settings;
  readonly workspace: LocalWorkspace;
  readonly model: string;
  readonly format?: StoredFacts["format"];
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
  { settings, workspace, model, format = "auto", tell }: Keeping,
  unfinished: readonly string[] = [],
): Promise<string | null> {
  try {
    const { sessions, withLock } = await workspace.state();
    // Between comparing and saving no other process may save: its text would be replaced unseen.
    return await withLock({}, async (held) => {
      const there = unlessFailure(() => sessions.load(session.id))?.trimEnd() ?? null;
      const isOthers = there !== null && there !== keptBefore.get(session);
      // A conversation that nothing came of leaves nothing behind.
      if (session.messages.length === 0) {
        if (!isOthers) sessions.remove(held, session.id);
        return null;
      }
      if (isOthers) {
        session.branch();
        tell(`Another galley has continued this conversation too. Yours is saved separately, as ${session.id}.`);
      }
      const stored = storeSession(session, { root: realRoot(settings.root), model, format }, unfinished);
      sessions.save(held, session.id, stored);
      keptBefore.set(session, stored);
      return null;
    });
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
