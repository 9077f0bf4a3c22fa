// A model for an agent under test: every request that offers tools gets the next step of a script, in the protocol it was
// asked in. Which step that is follows from the calls that are already in the conversation.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** One call of a tool. A text is the input of a freeform tool. */
export type Step = { readonly tool: string; readonly input: object | string };

type Json = Readonly<Record<string, unknown>>;
type Protocol = {
  readonly matches: (path: string) => boolean;
  readonly offersTools: (body: Json) => boolean;
  /** How many of our calls the conversation has. */
  readonly made: (body: Json) => number;
  /** Null: nothing more to do. */
  readonly reply: (step: Step | null, at: number, body: Json) => readonly object[];
  readonly frame: (events: readonly object[]) => string;
};

export type ScriptedServer = { readonly port: number; readonly bodies: readonly string[]; readonly close: () => void };

export async function serve(steps: readonly Step[]): Promise<ScriptedServer> {
  const bodies: string[] = [];
  const server: Server = createServer((request, response) => void answer(request, response, steps, bodies));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    port,
    bodies,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  steps: readonly Step[],
  bodies: string[],
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = unpacked(Buffer.concat(chunks), request.headers["content-encoding"]);
  const path = (request.url ?? "").split("?")[0]!;
  const protocol = PROTOCOLS.find(({ matches }) => matches(path));
  if (request.method !== "POST" || protocol === undefined) {
    response.writeHead(request.method === "GET" ? 200 : 404, { "content-type": "application/json" });
    return void response.end(JSON.stringify({ data: [], models: [] }));
  }
  bodies.push(text);
  const body = JSON.parse(text) as Json;
  const at = protocol.made(body);
  const step = protocol.offersTools(body) ? (steps[at] ?? null) : null;
  const events = protocol.reply(step, at, body);
  const isStream = body["stream"] === true || path.includes(":stream");
  response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
  response.end(isStream ? protocol.frame(events) : JSON.stringify(whole(events)));
}

function unpacked(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === "gzip") return gunzipSync(bytes).toString();
  if (encoding === "br") return brotliDecompressSync(bytes).toString();
  return bytes.toString();
}

/** Without a stream the last event has everything. */
function whole(events: readonly object[]): unknown {
  const last = events.at(-1) as Json;
  return last["response"] ?? last["whole"] ?? last;
}

const named = (events: readonly object[]): string =>
  events.map((event) => `event: ${String((event as Json)["type"])}\ndata: ${JSON.stringify(event)}\n\n`).join("");
const plain = (events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
const idOf = (at: number): string => `call_step_${at}`;
const isOurs = (id: unknown): boolean => typeof id === "string" && id.startsWith("call_step_");
const DONE = "Done.";

const anthropic: Protocol = {
  matches: (path) => path.endsWith("/v1/messages"),
  offersTools: ({ tools }) => list(tools).length > 0,
  made: ({ messages }) =>
    list(messages)
      .flatMap(({ content }) => list(content))
      .filter(({ type, id }) => type === "tool_use" && isOurs(id)).length,
  reply: (step, at, { model }) => {
    const block =
      step === null
        ? { type: "text", text: DONE }
        : { type: "tool_use", id: idOf(at), name: step.tool, input: step.input };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const stop = { stop_reason: step === null ? "end_turn" : "tool_use", stop_sequence: null };
    const message = { id: `msg_${at}`, type: "message", role: "assistant", model, content: [], usage };
    const delta =
      step === null
        ? { type: "text_delta", text: DONE }
        : { type: "input_json_delta", partial_json: JSON.stringify(step.input) };
    const empty = step === null ? { type: "text", text: "" } : { ...block, input: {} };
    return [
      { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } },
      { type: "content_block_start", index: 0, content_block: empty },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: stop, usage },
      { type: "message_stop", whole: { ...message, ...stop, content: [block] } },
    ];
  },
  frame: named,
};

const responses: Protocol = {
  matches: (path) => path.endsWith("/v1/responses"),
  offersTools: ({ tools, input }) =>
    list(tools).length > 0 || list(input).some(({ type }) => type === "additional_tools"),
  made: ({ input }) => list(input).filter(({ type, call_id }) => isCall(type) && isOurs(call_id)).length,
  reply: (step, at, { model }) => {
    const item = step === null ? textItem(at) : callItem(step, at);
    const usage = {
      input_tokens: 1,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 2,
    };
    const response = { id: `resp_${at}`, object: "response", model, status: "completed", output: [item], usage };
    return [
      { type: "response.created", sequence_number: 0, response: { ...response, status: "in_progress", output: [] } },
      { type: "response.output_item.added", sequence_number: 1, output_index: 0, item: opened(item) },
      { type: "response.output_item.done", sequence_number: 2, output_index: 0, item },
      { type: "response.completed", sequence_number: 3, response },
    ];
  },
  frame: named,
};

const isCall = (type: unknown): boolean => type === "function_call" || type === "custom_tool_call";

function textItem(at: number): Json {
  const content = [{ type: "output_text", text: DONE, annotations: [] }];
  return { type: "message", id: `m_${at}`, role: "assistant", status: "completed", content };
}

function callItem({ tool, input }: Step, at: number): Json {
  const common = { id: `item_${at}`, call_id: idOf(at), name: tool, status: "completed" };
  return typeof input === "string"
    ? { type: "custom_tool_call", ...common, input }
    : { type: "function_call", ...common, arguments: JSON.stringify(input) };
}

/** As it is announced: still empty. */
function opened(item: Json): Json {
  const empty = { content: [], arguments: "", input: "" };
  const kept = Object.entries(empty).filter(([key]) => key in item);
  return { ...item, ...Object.fromEntries(kept), status: "in_progress" };
}

const chat: Protocol = {
  matches: (path) => path.endsWith("/v1/chat/completions"),
  offersTools: ({ tools }) => list(tools).length > 0,
  made: ({ messages }) =>
    list(messages)
      .flatMap(({ tool_calls: calls }) => list(calls))
      .filter(({ id }) => isOurs(id)).length,
  reply: (step, at, { model }) => {
    const call = step && { name: step.tool, arguments: JSON.stringify(step.input) };
    const calls = call && [{ index: 0, id: idOf(at), type: "function", function: call }];
    const message = { role: "assistant", content: step === null ? DONE : null, ...(calls && { tool_calls: calls }) };
    const finish_reason = step === null ? "stop" : "tool_calls";
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const base = { id: `chat_${at}`, object: "chat.completion.chunk", created: 1, model };
    const choice = (delta: object, reason: string | null): object => ({ index: 0, delta, finish_reason: reason });
    return [
      { ...base, choices: [choice(message, null)] },
      { ...base, choices: [choice({}, finish_reason)] },
      {
        ...base,
        choices: [],
        usage,
        whole: { ...base, object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage },
      },
    ];
  },
  frame: (events) => `${plain(events)}data: [DONE]\n\n`,
};

const gemini: Protocol = {
  matches: (path) => path.endsWith("enerateContent"),
  offersTools: ({ tools }) => list(tools).some(({ functionDeclarations }) => list(functionDeclarations).length > 0),
  made: ({ contents }) =>
    list(contents).filter(({ role, parts }) => role === "model" && list(parts).some((part) => "functionCall" in part))
      .length,
  reply: (step) => {
    const part =
      step === null
        ? { text: DONE }
        : { functionCall: { name: step.tool, args: step.input }, thoughtSignature: "c2lnbmVk" };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    const content = { role: "model", parts: [part] };
    return [{ candidates: [{ index: 0, content, finishReason: "STOP" }], usageMetadata }];
  },
  frame: plain,
};

const PROTOCOLS: readonly Protocol[] = [anthropic, responses, chat, gemini];
