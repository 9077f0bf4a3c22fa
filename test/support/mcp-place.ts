// A folder with `galley mcp` running on it as a process, and two clients: the real SDK's, and one that writes lines.

import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { Client, type ElicitResult } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { program } from "../built.ts";
import type { Place } from "./galley.ts";
import { InboxPlace } from "./inbox-place.ts";

export type Era = "2026" | "2025";

export type Shown = { readonly message: string };

export type ClientOptions = {
  readonly era?: Era;
  /** Shows the client's form; without it the client has none. */
  readonly answer?: (shown: Shown) => ElicitResult | Promise<ElicitResult>;
  readonly args?: readonly string[];
};

/** What a tool call gave, as our results are. */
export type Result = {
  readonly text: string;
  readonly isError: boolean;
  readonly value: Record<string, unknown>;
};

export class McpPlace extends InboxPlace {
  readonly #clients: Client[] = [];
  readonly #raw: RawClient[] = [];

  async connect(options: ClientOptions = {}): Promise<Connected> {
    const connected = await connectTo(this, options);
    this.#clients.push(connected.client);
    return connected;
  }

  raw(args: readonly string[] = []): RawClient {
    const child = spawn(process.execPath, [program, "mcp", ...args], {
      cwd: this.folder,
      env: environmentOf(this),
    });
    const raw = new RawClient(child);
    this.#raw.push(raw);
    return raw;
  }

  override async close(): Promise<void> {
    for (const client of this.#clients) await client.close();
    for (const raw of this.#raw) await raw.kill();
    await super.close();
  }
}

/** Starts `galley mcp` on the place and connects the SDK's client to it. */
export async function connectTo(
  place: Place,
  { era = "2026", answer, args = [] }: ClientOptions = {},
): Promise<Connected> {
  const client = new Client(
    { name: "test-client", version: "1.0.0" },
    {
      capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
      ...(era === "2026" && { versionNegotiation: { mode: "auto" } as const }),
    },
  );
  if (answer !== undefined)
    client.setRequestHandler("elicitation/create", ({ params }) => answer({ message: params.message }));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "mcp", ...args],
    cwd: place.folder,
    env: environmentOf(place),
    stderr: "pipe",
  });
  await client.connect(transport);
  return new Connected(client);
}

function environmentOf({ base }: Place): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: base,
    XDG_STATE_HOME: join(base, "state"),
    XDG_CONFIG_HOME: join(base, "config"),
  };
}

export class Connected {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async call(name: string, args: Record<string, unknown>, options: { signal?: AbortSignal } = {}): Promise<Result> {
    const { content, structuredContent, isError } = await this.client.callTool({ name, arguments: args }, options);
    const [first] = content;
    return {
      text: first?.type === "text" ? first.text : "",
      isError: isError === true,
      value: structuredContent as Record<string, unknown>,
    };
  }

  /** What comes of a call of a server that waits for a short time only, however busy this machine is. */
  async finished(name: string, args: Record<string, unknown>): Promise<Result> {
    const result = await this.call(name, args);
    return isPending(result) ? this.settled(result.value["id"] as string) : result;
  }

  /** What comes of a pending call. */
  async settled(id: string): Promise<Result> {
    for (;;) {
      const result = await this.call("await_decision", { id });
      if (!isPending(result)) return result;
    }
  }
}

function isPending({ value }: Result): boolean {
  return (value as { status?: unknown } | undefined)?.status === "pending";
}

type Message = Record<string, unknown> & { readonly id?: unknown };

/** Any bytes as lines, and whatever comes back. */
export class RawClient {
  readonly child: ChildProcess;
  readonly messages: Message[] = [];
  readonly ended: Promise<number | null>;
  err = "";
  #rest = "";
  #id = 0;

  constructor(child: ChildProcess) {
    this.child = child;
    this.ended = new Promise((resolve) => child.on("close", resolve));
    child.stdout!.setEncoding("utf8");
    child.stdout!.on("data", (chunk: string) => {
      const lines = (this.#rest + chunk).split("\n");
      this.#rest = lines.pop() ?? "";
      for (const line of lines) this.messages.push(JSON.parse(line) as Message);
    });
    child.stderr!.on("data", (chunk: Buffer) => (this.err += chunk.toString()));
    child.stdin!.on("error", () => undefined); // The server may be gone.
  }

  write(bytes: string | Uint8Array): void {
    this.child.stdin!.write(bytes);
  }

  /** A request of revision 2026-07-28. Gives its id. */
  send(method: string, params: Record<string, unknown>, { forms = true } = {}): number {
    this.#id += 1;
    const _meta = {
      ...(params["_meta"] as object | undefined),
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": forms ? { elicitation: { form: {} } } : {},
    };
    this.write(`${JSON.stringify({ jsonrpc: "2.0", id: this.#id, method, params: { ...params, _meta } })}\n`);
    return this.#id;
  }

  /** The answer to a request. */
  async reply(id: unknown): Promise<Message> {
    for (;;) {
      const found = this.messages.find((message) => message.id === id && !("method" in message));
      if (found !== undefined) return found;
      if (this.child.exitCode !== null) throw new Error(`galley mcp ended with ${this.child.exitCode}: ${this.err}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async ask(method: string, params: Record<string, unknown>, options: { forms?: boolean } = {}): Promise<Message> {
    return this.reply(this.send(method, params, options));
  }

  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended;
  }
}
