// `galley mcp`: the file tools for another agent, over MCP on standard streams. Serves both revisions of the protocol:
// 2026-07-28, where a question is a result that the client answers by calling again, and 2025, where the server asks.

import {
  isJSONRPCRequest,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { messageOf } from "../../base/index.ts";
import type { AskingInbox, InboxReviewerOptions } from "../../inbox/index.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";
import { Calls } from "./calls.ts";
import { clientForms } from "./client-forms.ts";
import { LineTransport, type LineStreams } from "../line-transport.ts";
import { createStates } from "./request-state.ts";
import { listResources, listTemplates, readResource } from "./resources.ts";
import { createReviewer } from "./reviewer.ts";
import { handleCall } from "./tool-calls.ts";
import { describeTools } from "./tool-list.ts";

export type ServeOptions = LineStreams & {
  readonly workspace: LocalWorkspace;
  readonly version: string;
  /** Where questions go that the client does not answer; null: no one is asked. */
  readonly asking: AskingInbox | null;
  readonly asker: InboxReviewerOptions["asker"];
  readonly yes: boolean;
  /** Questions may be asked in the client's own forms, unless a team answers them. */
  readonly usesForms: boolean;
  /** How long a request waits before it is answered with "pending". */
  readonly waitMs: number;
  /** For the person who set it up: what the client does not see. */
  readonly note: (note: string) => void;
  readonly signal: AbortSignal;
};

/** Serves until the client's stream ends or the signal fires. Then every question is withdrawn and nothing runs. */
export async function serveMcp(options: ServeOptions): Promise<void> {
  const { workspace, asking, note, signal } = options;
  const usesForms = options.usesForms && asking?.team === null;
  const transport = new LineTransport({ ...options, isRequest: isJSONRPCRequest });
  const states = createStates();
  let served: Server | null = null;
  const forms = clientForms(() => (usesForms ? served : null));
  const calls = new Calls({
    workspace,
    yes: options.yes,
    reviewerOf:
      asking === null
        ? null
        : (call, heard) => createReviewer(call, heard, { workspace, asking, asker: options.asker, client: forms }),
    onBug: (error) => note(`A tool call failed because of a bug in galley: ${messageOf(error)}`),
  });
  const tools = await describeTools();

  const createServer = (): McpServer => {
    const instance = new McpServer(
      { name: "galley", title: "galley", version: options.version },
      {
        capabilities: { tools: {}, resources: {} },
        instructions: INSTRUCTIONS,
        requestState: { verify: states.verify },
        inputRequired: { legacyShim: false },
      },
    );
    const { server } = instance;
    server.setRequestHandler("tools/list", () => ({ tools: [...tools] }));
    server.setRequestHandler("tools/call", ({ params }, context) => {
      served = server;
      forms.heard(context);
      return handleCall(params, context, { calls, states, waitMs: options.waitMs });
    });
    server.setRequestHandler("resources/list", ({ params }) => listResources({ workspace, calls }, params?.cursor));
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: listTemplates() }));
    server.setRequestHandler("resources/read", async ({ params }) => {
      const contents = await readResource(params.uri, { workspace, calls });
      if (contents.kind === "contents") return { contents: [...contents.contents] };
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, contents.why, { uri: params.uri });
    });
    return instance;
  };

  const stop = (): void => void transport.close();
  signal.addEventListener("abort", stop, { once: true });
  serveStdio(createServer, { transport, onerror: (error) => note(`MCP: ${messageOf(error)}`) });
  if (signal.aborted) stop();
  await transport.inputEnded;
  signal.removeEventListener("abort", stop);
  calls.disconnect();
  await transport.idle(LAST_WORDS_MS);
  await calls.close();
  await transport.close();
}

/** For requests that came before the end: `printf … | galley mcp` gets its answers. */
const LAST_WORDS_MS = 2000;

const INSTRUCTIONS =
  "Reads and changes the files of one project. Changes are shown to the user, who may approve, edit or reject them; the " +
  "result says what was written. Paths are relative to the project, with / between names. A result with status pending " +
  "waits for the user: call await_decision with its id. Do not make the same call again.";
