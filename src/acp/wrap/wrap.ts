// `galley acp --wrap`: which messages are reviewed, and what has to be known of the others for that: which session works in
// which folder, what the editor offers, which call is over. When in doubt, a change is refused.

import type { ClientCapabilities } from "@agentclientprotocol/sdk";
import { messageOf } from "../../base/index.ts";
import { editorOf, fieldOf } from "../editor.ts";
import type { AcpHost } from "../host.ts";
import type { AgentMessage } from "./agent-line.ts";
import { keyOf, type Message } from "./message.ts";
import { Proxy, type End, type Ends, type Request } from "./proxy.ts";
import { notApproved, refusalOf, type Reviewed } from "./reviewed.ts";
import { diffsIn, reviewPermission, unchanged } from "./review-permission.ts";
import { reviewTerminal } from "./review-terminal.ts";
import { reviewWrite } from "./review-write.ts";
import { WrappedSession } from "./session.ts";
import { ShownCalls } from "./shown-calls.ts";

type Review = (request: Request, session: WrappedSession, signal: AbortSignal) => Promise<Reviewed>;

// Other methods have a folder, too: a list of sessions is asked for by it, and opens none.
const OPENS_NEW: ReadonlySet<string> = new Set(["session/new", "session/fork"]);
const OPENS_AGAIN: ReadonlySet<string> = new Set(["session/load", "session/resume"]);

/** Until one end closes, or the signal fires; gives which. */
export async function wrapAgent(
  host: AcpHost,
  ends: Ends,
  { signal }: { readonly signal: AbortSignal },
): Promise<End["by"]> {
  const proxy = new Proxy(ends);
  const sessions = new Map<string, WrappedSession>();
  /** Requests of the editor that open a session, by id: the folder. */
  const opening = new Map<string, string>();
  let capabilities: ClientCapabilities = {};

  const know = (id: unknown, folder: string): void => {
    if (typeof id !== "string") return;
    void sessions.get(id)?.close();
    sessions.set(id, new WrappedSession(id, folder, { host, editor: editorOf(proxy.editor, capabilities) }));
  };
  const sessionIn = (params: unknown): WrappedSession | undefined => {
    const id = fieldOf(params, "sessionId");
    return typeof id === "string" ? sessions.get(id) : undefined;
  };
  const fromEditor = (message: Message): void => {
    if (message.kind === "notification" && message.method === "session/cancel") sessionIn(message.params)?.cancel();
    if (message.kind !== "request") return;
    const { id, method, params } = message;
    const offered = fieldOf(params, "clientCapabilities");
    if (method === "initialize" && typeof offered === "object" && offered !== null) capabilities = offered; // Asked by name, each field checked where it is used.
    const folder = fieldOf(params, "cwd");
    if (typeof folder !== "string") return;
    // Of a session that is opened again the name is known before the agent has answered.
    if (OPENS_AGAIN.has(method)) know(fieldOf(params, "sessionId"), folder);
    if (OPENS_NEW.has(method)) opening.set(keyOf(id), folder);
  };
  const fromAgent = (message: AgentMessage): void => {
    if (message.kind === "response") {
      const folder = opening.get(keyOf(message.id));
      opening.delete(keyOf(message.id));
      const id = fieldOf(message.result, "sessionId");
      if (folder !== undefined && !sessions.has(String(id))) know(id, folder);
    }
    if (message.kind === "notification" && message.method === "session/update") hearCall(message.params);
  };
  /** An agent that writes by itself has done so when its call is over. */
  const hearCall = (params: unknown): void => {
    const update = fieldOf(params, "update");
    const [status, call] = [fieldOf(update, "status"), fieldOf(update, "toolCallId")];
    const session = sessionIn(params);
    session?.calls.hear(update);
    if (session === undefined || (status !== "completed" && status !== "failed")) return;
    void session.settle({ door: "acp", call_key: `${session.id}/${String(call)}` });
  };
  const review = (request: Request, stop: AbortSignal): Promise<Reviewed> => {
    switch (request.method) {
      case "fs/write_text_file":
        return reviewed(reviewWrite, request, stop);
      case "terminal/create":
        return reviewed(reviewTerminal, request, stop);
      case "session/request_permission": {
        const given = fieldOf(request.params, "toolCall");
        const toolCall = (sessionIn(request.params)?.calls ?? new ShownCalls()).of(given);
        const diffs = diffsIn(toolCall);
        if (diffs === null) return Promise.resolve(unchanged(request));
        return reviewed(
          (_, session) => reviewPermission(request, { toolCall, diffs }, { session, signal: stop }),
          request,
          stop,
        );
      }
      default:
        return request.method satisfies never;
    }
  };
  const reviewed = async (by: Review, request: Request, stop: AbortSignal): Promise<Reviewed> => {
    const session = sessionIn(request.params);
    if (session === undefined)
      return notApproved(`Not approved: Galley knows no session of that name, so ${request.method} was not passed on.`);
    try {
      return await by(request, session, stop);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== null) return refusal;
      host.report(error);
      return notApproved(`Not approved, because of a bug in galley: ${messageOf(error)}`);
    }
  };
  try {
    const { by, error } = await proxy.run({ fromEditor, fromAgent, review, note: host.note }, signal);
    if (error !== null) host.note(`The connection to the ${by} ended: ${messageOf(error)}`);
    return by;
  } finally {
    await Promise.allSettled([...sessions.values()].map((session) => session.close()));
    await host.asking.inbox.close();
  }
}
