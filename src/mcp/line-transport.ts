// MCP on standard streams, for a server and for a client: one JSON message per line. What is not a message is answered with the protocol's error and
// skipped up to its line's end; nothing that arrives can end the connection. Prints nothing but messages.

import { counted, LIMITS } from "../base/index.ts";
import { plain, revealJson, type Plain } from "../text/index.ts";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";

export type LineStreams = {
  readonly input: AsyncIterable<Uint8Array>;
  /** False when no one reads any more. */
  readonly print: (text: Plain) => Promise<boolean>;
  /** Where lines come from a server, those that are no messages are skipped without an answer. Default: false. */
  readonly isFromServer?: boolean;
  /** Whether the SDK takes it for a request: one that it does not is never answered. Default: every one is. */
  readonly isRequest?: (message: object) => boolean;
};

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const LINE_FEED = 0x0a;

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #streams: LineStreams;
  #printed: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  /** Resolves when nothing more comes in: the client's stream ended, or this was closed. */
  readonly inputEnded: Promise<void>;
  #endInput = (): void => undefined;
  /** Requests without a response so far. */
  readonly #open = new Set<string | number>();
  #onIdle = (): void => undefined;

  constructor(streams: LineStreams) {
    this.#streams = streams;
    this.inputEnded = new Promise((resolve) => (this.#endInput = resolve));
  }

  async start(): Promise<void> {
    void this.#read().catch((error: unknown) => {
      this.onerror?.(error as Error); // Streams fail with errors.
      return this.close();
    });
  }

  /** In the order they are sent, each whole. */
  send(message: JSONRPCMessage): Promise<void> {
    const sent = this.#printed.then(async () => {
      const isResponse = !("method" in message) && message.id !== undefined;
      if (!this.#isClosed && !(await this.#streams.print(plain`${revealJson(message)}\n`))) await this.close();
      if (isResponse) this.#open.delete(message.id!);
      if (this.#open.size === 0) this.#onIdle();
    });
    this.#printed = sent.catch(() => undefined); // The caller hears of it.
    return sent;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
    this.#endInput();
    this.#onIdle();
  }

  /** Waits until every request has its response, or for so long. */
  async idle(withinMs: number): Promise<void> {
    if (this.#open.size === 0 || this.#isClosed) return void (await this.#printed);
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve;
      timer = setTimeout(resolve, withinMs);
    });
    clearTimeout(timer);
  }

  async #read(): Promise<void> {
    let parts: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of this.#streams.input) {
      if (this.#isClosed) return;
      let from = 0;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
        length += at - from;
        this.#line(length > LIMITS.messageBytes.value ? null : Buffer.concat([...parts, chunk.subarray(from, at)]));
        [parts, length, from] = [[], 0, at + 1];
      }
      length += chunk.length - from;
      // Of a line that is too long only the length is kept.
      if (length > LIMITS.messageBytes.value) parts = [];
      else parts.push(chunk.subarray(from));
    }
    this.#endInput(); // A line without its end is no message.
    if (this.#streams.isFromServer) await this.close();
  }

  /** Null: it was too long. */
  #line(bytes: Uint8Array | null): void {
    if (bytes === null)
      return this.#refuse(INVALID_REQUEST, `A message may have at most ${counted(LIMITS.messageBytes.value, "byte")}`);
    if (bytes.every(isWhitespace)) return;
    const value = parse(bytes);
    if (value === undefined) return this.#refuse(PARSE_ERROR, "Parse error: the line is not JSON in UTF-8");
    const problem = whyNoMessage(value) ?? this.#whyNoRequest(value as object); // A message is an object.
    if (problem !== null) return this.#refuse(INVALID_REQUEST, `Invalid request: ${problem}`, idOf(value));
    const id = idOf(value);
    if (id !== undefined && "method" in (value as object)) {
      // Two of one id could not be cancelled or answered one by one. The error has no id: it is not the first one's answer.
      if (this.#open.has(id))
        return this.#refuse(INVALID_REQUEST, "Invalid request: a request with this id is still open");
      this.#open.add(id);
    }
    this.#forgetCancelled(value);
    this.onmessage?.(value as JSONRPCMessage); // As far as it is read here; the server checks the rest.
  }

  #whyNoRequest(message: object): string | null {
    const { isRequest } = this.#streams;
    if (isRequest === undefined || !("method" in message && "id" in message) || isRequest(message)) return null;
    return "it has a member that the protocol does not have, or one of another type in _meta";
  }

  /** A request that was cancelled gets no response. */
  #forgetCancelled(value: unknown): void {
    const { method, params } = value as {
      readonly method?: unknown;
      readonly params?: { readonly requestId?: unknown };
    }; // A message.
    if (method !== "notifications/cancelled") return;
    const id = idOf({ id: params?.requestId });
    if (id !== undefined) this.#open.delete(id);
  }

  /** Without an id where none could be read, as the protocol has it. */
  #refuse(code: number, message: string, id?: string | number): void {
    if (this.#streams.isFromServer) return this.onerror?.(new Error(message));
    const refusal = { jsonrpc: "2.0", ...(id !== undefined && { id }), error: { code, message } } as const;
    void this.send(refusal).catch((error: unknown) => this.onerror?.(error as Error)); // As above.
  }
}

function isWhitespace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

/** Undefined for what is not JSON, which no JSON is. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

function whyNoMessage(value: unknown): string | null {
  if (Array.isArray(value)) return "batches are not supported; send one message per line";
  if (typeof value !== "object" || value === null) return "a message is a JSON object";
  const { jsonrpc, method, id, params, result, error } = value as Record<string, unknown>; // Any object.
  if (jsonrpc !== "2.0") return 'jsonrpc must be "2.0"';
  if (id !== undefined && typeof id !== "string" && !Number.isInteger(id)) return "id must be a string or an integer";
  if (method === undefined) return result === undefined && error === undefined ? "method is missing" : null;
  if (typeof method !== "string") return "method must be a string";
  if (params !== undefined && (typeof params !== "object" || params === null || Array.isArray(params)))
    return "params must be an object";
  return null;
}

function idOf(value: unknown): string | number | undefined {
  const id = (value as { readonly id?: unknown } | null)?.id;
  return typeof id === "string" || (typeof id === "number" && Number.isInteger(id)) ? id : undefined;
}
