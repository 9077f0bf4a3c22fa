// `galley acp`: our agent for editors, over one connection. Sessions live as long as it does; when the editor is gone,
// every turn is stopped, its questions are closed, and what was said is kept.

import {
  agent,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type AgentContext,
  type ClientCapabilities,
  type SessionModeState,
} from "@agentclientprotocol/sdk";
import { isFailure, messageOf } from "../base/index.ts";
import { editorOf, type Peer } from "./editor.ts";
import { spelledBelow } from "./file-names.ts";
import type { AcpHost } from "./host.ts";
import { modeOf, modeState } from "./modes.ts";
import { EditorSession } from "./session.ts";

export type Streams = {
  readonly output: WritableStream<Uint8Array>;
  readonly input: ReadableStream<Uint8Array>;
  readonly signal: AbortSignal;
};

const MOST_LISTED = 100;

/** Until the editor closes the connection, or the signal fires. */
export async function serveAcp(host: AcpHost, { output, input, signal }: Streams): Promise<void> {
  const sessions = new Map<string, EditorSession>();
  let capabilities: ClientCapabilities = {};

  const sessionOf = (id: string): EditorSession => {
    const found = sessions.get(id);
    if (found === undefined) throw RequestError.sessionNotFound(id);
    return found;
  };
  /** Opens a session, in place of one of the same name that is not answering. */
  const open = async (
    {
      folder,
      resume,
      client,
    }: { readonly folder: string; readonly resume: string | null; readonly client: AgentContext },
    ignored: readonly string[],
  ): Promise<{ readonly id: string; readonly session: EditorSession }> => {
    const editor = editorOf(peerOf(client), capabilities);
    // Known once the folder and the session are open; nothing is asked of the editor before.
    let [id, realFolder] = [resume ?? "", ""];
    const buffers = editor.hasFiles
      ? editor.buffers(
          () => id,
          (file) => spelledBelow(file, { realFolder, folder }),
        )
      : null;
    const place = await host.openPlace(folder, { buffers, note: (note) => editor.note(id, note) });
    realFolder = place.realFolder;
    const { session, notes } = await place.openSession(resume);
    id = session.id;
    await sessions.get(id)?.close();
    const opened = new EditorSession({ id, host, place, session, editor, folder });
    sessions.set(id, opened);
    // After the reply: an editor does not know the session before.
    setImmediate(() => {
      for (const note of [...place.workspace.warnings, ...notes, ...ignored]) opened.note(note);
    });
    return { id, session: opened };
  };
  const withModes = ({ mode }: EditorSession): { readonly modes: SessionModeState } => ({ modes: modeState(mode) });

  const app = agent({ name: "galley" })
    .onRequest("initialize", ({ params }) => {
      capabilities = params.clientCapabilities ?? {};
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: "galley", title: "Galley", version: host.version },
        authMethods: [],
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { embeddedContext: true },
          sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
        },
      };
    })
    .onRequest("session/new", ({ params, client }) =>
      replying(async () => {
        const { id, session } = await open({ folder: params.cwd, resume: null, client }, ignoredIn(params));
        return { sessionId: id, ...withModes(session) };
      }),
    )
    .onRequest("session/load", ({ params, client }) =>
      replying(async () => {
        const { sessionId: resume, cwd: folder } = params;
        const { session } = await open({ folder, resume, client }, ignoredIn(params));
        session.replay();
        return withModes(session);
      }),
    )
    .onRequest("session/resume", ({ params, client }) =>
      replying(async () => {
        const { sessionId: resume, cwd: folder } = params;
        const { session } = await open({ folder, resume, client }, ignoredIn(params));
        return withModes(session);
      }),
    )
    .onRequest("session/list", ({ params }) =>
      replying(async () => {
        const from = Number(params.cursor ?? 0);
        if (!Number.isSafeInteger(from) || from < 0) throw RequestError.invalidParams({ cursor: params.cursor });
        const all = await host.sessions(params.cwd ?? null);
        const listed = all.slice(from, from + MOST_LISTED).map(({ id, root, savedAt, title }) => ({
          sessionId: id,
          cwd: root,
          title,
          updatedAt: savedAt,
        }));
        const next = from + MOST_LISTED;
        return { sessions: listed, ...(next < all.length ? { nextCursor: String(next) } : {}) };
      }),
    )
    .onRequest("session/close", ({ params: { sessionId } }) =>
      replying(async () => {
        await sessionOf(sessionId).close();
        sessions.delete(sessionId);
        return {};
      }),
    )
    .onRequest("session/delete", ({ params: { sessionId } }) =>
      replying(async () => {
        await sessions.get(sessionId)?.close();
        sessions.delete(sessionId);
        await host.removeSession(sessionId);
        return {};
      }),
    )
    .onRequest("session/set_mode", ({ params: { sessionId, modeId } }) => {
      const mode = modeOf(modeId);
      if (mode === null) throw RequestError.invalidParams({ modeId }, "there is no such mode");
      sessionOf(sessionId).switchTo(mode);
      return {};
    })
    .onRequest("session/prompt", ({ params: { sessionId, prompt }, signal: stopped }) =>
      replying(async () => {
        const session = sessionOf(sessionId);
        const cancel = (): void => session.cancel();
        stopped.addEventListener("abort", cancel);
        try {
          return await session.prompt(prompt);
        } finally {
          stopped.removeEventListener("abort", cancel);
        }
      }),
    )
    .onNotification("session/cancel", ({ params: { sessionId } }) => sessions.get(sessionId)?.cancel());

  /** What is no bug is an answer; a bug is reported here too, where a user can find it. */
  async function replying<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RequestError) throw error;
      if (!isFailure(error)) host.report(error);
      throw requestError(error);
    }
  }

  const connection = app.connect(ndJsonStream(output, input));
  const close = (): void => connection.close();
  signal.addEventListener("abort", close);
  if (signal.aborted) close();
  try {
    await connection.closed;
  } finally {
    signal.removeEventListener("abort", close);
    await Promise.allSettled([...sessions.values()].map((session) => session.close()));
    await host.asking.inbox.close();
  }
}

/** An editor that is gone is noticed by the connection, which ends everything. */
function peerOf(client: AgentContext): Peer {
  return {
    request: (method, params, signal) =>
      client.request<unknown>(
        method,
        params,
        signal === undefined ? {} : { cancellationSignal: signal, stopWaitingOnCancel: true },
      ),
    notify: (method, params) => void client.notify(method, params).catch(() => undefined),
  };
}

function ignoredIn({ mcpServers = [] }: { readonly mcpServers?: readonly { readonly name: string }[] }): string[] {
  if (mcpServers.length === 0) return [];
  const names = mcpServers.map(({ name }) => name).join(", ");
  return [`The editor's MCP servers are not used by this agent: ${names}.`];
}

const INVALID: readonly string[] = ["INVALID_ARG", "INVALID_PATH", "ESCAPE", "UNKNOWN_SANDBOX", "PATTERN"];

/** Editors show the message; it is ours, and complete. */
function requestError(error: unknown): RequestError {
  if (!isFailure(error)) return new RequestError(-32603, `Galley failed because of a bug: ${messageOf(error)}`);
  const code = error.code === "NOT_FOUND" ? -32002 : INVALID.includes(error.code) ? -32602 : -32603;
  return new RequestError(code, error.message, { code: error.code });
}
