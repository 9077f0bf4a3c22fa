// An editor made with the real SDK, which starts a program and talks to it on its standard input and output. It answers
// questions as a test says, and keeps everything it was sent.

import { spawn, type ChildProcess } from "node:child_process";
import { Readable, Writable } from "node:stream";
import {
  client,
  ndJsonStream,
  type ClientCapabilities,
  type ClientConnection,
  type ClientContext,
  type CreateElicitationResponse,
  type InitializeResponse,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { program } from "../built.ts";

export type Answering = (
  request: RequestPermissionRequest,
  signal: AbortSignal,
) => RequestPermissionResponse | Promise<RequestPermissionResponse>;

export type EditorOptions = {
  readonly args?: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly answer?: Answering;
  readonly capabilities?: ClientCapabilities;
  /** The text of files that are open here, by absolute path; what is not in it is read from nowhere. */
  readonly buffers?: Map<string, string>;
  readonly onWrite?: (path: string, content: string) => void;
  readonly reason?: string;
};

/** The option of this name, as a person would choose it. */
export function choose(optionId: string): Answering {
  return () => ({ outcome: { outcome: "selected", optionId } });
}

export class TestEditor {
  readonly updates: SessionUpdate[] = [];
  readonly asked: RequestPermissionRequest[] = [];
  readonly wrote: { readonly path: string; readonly content: string }[] = [];
  readonly terminals: string[] = [];
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly connection: ClientConnection;
  err = "";
  readonly #options: EditorOptions;

  constructor(options: EditorOptions) {
    this.#options = options;
    const { args = [], cwd, env, answer = choose("apply"), buffers, reason } = options;
    this.child = spawn(process.execPath, [program, "acp", ...args], { cwd, env, stdio: "pipe" });
    this.child.stderr!.on("data", (chunk: Buffer) => void (this.err += chunk.toString()));
    this.ended = new Promise((resolve) => this.child.on("close", resolve));
    this.child.stdin!.on("error", () => undefined); // A program that ended is what some tests are about.
    this.connection = client({ name: "test" })
      .onRequest("session/request_permission", ({ params, signal }) => {
        this.asked.push(params);
        return answer(params, signal);
      })
      .onNotification("session/update", ({ params }) => void this.updates.push(params.update))
      .onRequest("fs/read_text_file", ({ params: { path } }) => {
        const content = buffers?.get(path);
        if (content === undefined) throw new Error(`no buffer ${path}`);
        return { content };
      })
      .onRequest("fs/write_text_file", ({ params: { path, content } }) => {
        this.wrote.push({ path, content });
        buffers?.set(path, content);
        options.onWrite?.(path, content);
        return {};
      })
      .onRequest("terminal/create", ({ params: { command, args: words = [] } }) => {
        this.terminals.push([command, ...words].join(" "));
        return { terminalId: `t${this.terminals.length}` };
      })
      .onRequest("elicitation/create", (): CreateElicitationResponse =>
        reason === undefined ? { action: "decline" } : { action: "accept", content: { reason } },
      )
      .connect(
        ndJsonStream(
          Writable.toWeb(this.child.stdin!) as WritableStream<Uint8Array>,
          Readable.toWeb(this.child.stdout!) as ReadableStream<Uint8Array>,
        ),
      );
  }

  get agent(): ClientContext {
    return this.connection.agent;
  }

  initialize(): Promise<InitializeResponse> {
    const fs = this.#options.buffers === undefined ? {} : { fs: { readTextFile: true, writeTextFile: true } };
    return this.agent.request("initialize", {
      protocolVersion: 1,
      clientInfo: { name: "test", version: "1" },
      clientCapabilities: { ...fs, ...this.#options.capabilities },
    });
  }

  async newSession(cwd: string): Promise<string> {
    await this.initialize();
    return (await this.agent.request("session/new", { cwd, mcpServers: [] })).sessionId;
  }

  async prompt(sessionId: string, text: string): Promise<string> {
    const { stopReason } = await this.agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
    return stopReason;
  }

  /** What the agent said, joined. */
  said(): string {
    return this.updates
      .map((update) =>
        update.sessionUpdate === "agent_message_chunk" && update.content.type === "text" ? update.content.text : "",
      )
      .join("");
  }

  /** The last state of each call, in the order of the calls. */
  calls(): readonly { readonly id: string; readonly status: unknown; readonly content: unknown }[] {
    const states = new Map<string, { status: unknown; content: unknown }>();
    for (const update of this.updates) {
      if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") continue;
      const before = states.get(update.toolCallId);
      states.set(update.toolCallId, {
        status: update.status ?? before?.status,
        content: update.content ?? before?.content,
      });
    }
    return [...states].map(([id, state]) => ({ id, ...state }));
  }

  /** Closes the pipes, as an editor that ends does, and gives the exit code. */
  async close(): Promise<number | null> {
    this.child.stdin!.end();
    return this.ended;
  }
}
