// The question before a tool of another program is called: which one, and everything that would be sent to it.

import { digestOf } from "../../base/index.ts";
import type { CallPayload } from "../schema.ts";

/** Whose tool it is and what limits it, as a sentence. */
export function describeServer({ server, name }: Pick<CallPayload, "server" | "name">): string {
  return `${JSON.stringify(name)} of the MCP server ${server}, a program of its own that Galley does not confine. It gets:`;
}

export function callPayload(call: {
  readonly approvalId: string;
  /** `server__tool`. */
  readonly tool: string;
  readonly server: string;
  readonly name: string;
  readonly args: unknown;
  readonly sandbox: string;
}): CallPayload {
  const { tool, server, name, sandbox } = call;
  const text = JSON.stringify(call.args, null, 2);
  return {
    type: "call",
    description: `Call ${JSON.stringify(name)} of the MCP server ${server}`,
    path: sandbox,
    sandbox,
    approval_id: call.approvalId,
    digest: digestOf(["call", tool, server, name, text]),
    risks: [],
    tool,
    server,
    name,
    arguments: text,
  };
}
