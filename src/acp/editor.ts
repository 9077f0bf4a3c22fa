// What we ask of the editor, by the methods it says it has. Nothing here knows what is asked about.

import type {
  ClientCapabilities,
  CreateElicitationRequest,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
} from "@agentclientprotocol/sdk";
import type { Buffers } from "../fs/index.ts";

/** The other end of a connection. */
export type Peer = {
  /** Rejects with what the other end says, and when the signal fires. The result is what the other end sent, unchecked. */
  readonly request: (method: string, params: object, signal?: AbortSignal) => Promise<unknown>;
  readonly notify: (method: string, params: object) => void;
};

export type Editor = {
  /** It offers to read and to write files: its buffers are the files. */
  readonly hasFiles: boolean;
  readonly buffers: (sessionId: () => string, spelled: (file: string) => string) => Buffers;
  readonly update: (sessionId: string, update: SessionUpdate) => void;
  readonly note: (sessionId: string, sentence: string) => void;
  readonly requestPermission: (
    request: RequestPermissionRequest,
    signal: AbortSignal | undefined,
  ) => Promise<RequestPermissionResponse>;
  /** Null where the editor has no forms. */
  readonly askReason:
    | ((sessionId: string, toolCallId: string, signal: AbortSignal | undefined) => Promise<string | null>)
    | null;
};

export function editorOf(peer: Peer, { fs, session, elicitation }: ClientCapabilities): Editor {
  const update: Editor["update"] = (sessionId, sent) => peer.notify("session/update", { sessionId, update: sent });
  return {
    hasFiles: fs?.readTextFile === true && fs.writeTextFile === true,
    buffers: (sessionId, spelled) => ({
      read: async (file) => {
        const read = await peer.request("fs/read_text_file", { sessionId: sessionId(), path: spelled(file) });
        const content = fieldOf(read, "content");
        if (typeof content !== "string") throw new Error("the editor sent no text");
        return content;
      },
      write: async (file, content) => {
        await peer.request("fs/write_text_file", { sessionId: sessionId(), path: spelled(file), content });
      },
    }),
    update,
    note: (sessionId, sentence) =>
      session?.notices
        ? update(sessionId, { sessionUpdate: "notice", severity: "info", title: sentence })
        : update(sessionId, {
            sessionUpdate: "agent_message_chunk",
            content: { type: "text", text: `\n\nNote: ${sentence}\n\n` },
          }),
    requestPermission: async (request, signal) =>
      answerIn(await peer.request("session/request_permission", request, signal)),
    askReason: elicitation?.form
      ? async (sessionId, toolCallId, signal) => {
          const form = { mode: "form", sessionId, toolCallId, message: WHY, requestedSchema: REASON } as const;
          const reply = await peer.request("elicitation/create", form satisfies CreateElicitationRequest, signal);
          const reason = fieldOf(reply, "action") === "accept" ? fieldOf(fieldOf(reply, "content"), "reason") : null;
          return typeof reason === "string" && reason.trim() !== "" ? reason : null;
        }
      : null,
  };
}

const WHY = "Why is it rejected? The model gets your reason.";
const REASON = {
  type: "object" as const,
  properties: { reason: { type: "string" as const, title: "Reason" } },
  required: ["reason"],
};

/** What is no answer is none. */
function answerIn(reply: unknown): RequestPermissionResponse {
  const outcome = fieldOf(reply, "outcome");
  const optionId = fieldOf(outcome, "optionId");
  return fieldOf(outcome, "outcome") === "selected" && typeof optionId === "string"
    ? { outcome: { outcome: "selected", optionId } }
    : { outcome: { outcome: "cancelled" } };
}

/** A field of something that came from outside; undefined where there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name] // It has a field of that name.
    : undefined;
}
