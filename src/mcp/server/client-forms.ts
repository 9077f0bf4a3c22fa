// Asking in the client's own form. In revision 2026-07-28 the question waits until the client calls again with the
// answer; in the 2025 revisions it is sent as a request. Which of the two is the connection's business, not the caller's.

import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from "@modelcontextprotocol/server";
import type { ClientCapabilities, Implementation, Server, ServerContext } from "@modelcontextprotocol/server";
import { isFailure, oneLine } from "../../base/index.ts";
import type { Call, ClientQuestion } from "./call.ts";
import type { FormAnswer } from "./elicitation.ts";
import { ANSWER_SECONDS } from "./request-state.ts";
import type { ClientForms } from "./reviewer.ts";

const MOST_NAME = 100;
// Revisions are dates.
const MODERN = "2026-07-28";

/** What a request of revision 2026-07-28 says about its client. The SDK has checked its shape; its types do not have it. */
type Envelope = {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  readonly [CLIENT_INFO_META_KEY]?: Implementation;
};

/** `server` is the one that the connection uses; null: no forms. */
export function clientForms(
  server: () => Server | null,
): ClientForms & { readonly heard: (context: ServerContext) => void } {
  let modern: Envelope | null = null;
  return {
    heard: ({ mcpReq }) => {
      // A client of the 2025 revisions that sends an envelope has no way to bring back an answer to it.
      const isModern = (server()?.getNegotiatedProtocolVersion() ?? "") >= MODERN;
      modern = isModern ? ((mcpReq.envelope as Envelope | undefined) ?? null) : null; // See above.
    },
    name: () => {
      const own = server();
      if (own === null) return null;
      const { elicitation } = modern?.[CLIENT_CAPABILITIES_META_KEY] ?? own.getClientCapabilities() ?? {};
      // A client that names only other modes shows no forms; one that names none shows forms.
      if (elicitation === undefined || (elicitation.form === undefined && Object.keys(elicitation).length > 0))
        return null;
      const { name } = modern?.[CLIENT_INFO_META_KEY] ?? own.getClientVersion() ?? { name: "" };
      return name === "" ? "the MCP client" : oneLine(name).slice(0, MOST_NAME).toWellFormed();
    },
    ask: (call, question) => (modern === null ? send(server(), call, question) : waitFor(call, question)),
  };
}

/** A client that does not come back in time has answered nothing. */
async function waitFor(call: Call, question: ClientQuestion): Promise<FormAnswer | null> {
  const timer = setTimeout(() => call.answer(question.id, { kind: "elicit", action: "cancel" }), ANSWER_SECONDS * 1000);
  try {
    return await call.askClient(question);
  } finally {
    clearTimeout(timer);
  }
}

/** Null: the client could not show it after all. */
async function send(server: Server | null, call: Call, { form }: ClientQuestion): Promise<FormAnswer | null> {
  if (server === null) return null;
  call.sentToClient(true);
  try {
    const { action, content } = await server.elicitInput(form, { signal: call.signal, timeout: ANSWER_SECONDS * 1000 });
    return { kind: "elicit", action, ...(content && { content }) };
  } catch (error) {
    if (call.signal.aborted || isFailure(error, "ABORTED")) throw call.signal.reason;
    return null;
  } finally {
    call.sentToClient(false);
  }
}
