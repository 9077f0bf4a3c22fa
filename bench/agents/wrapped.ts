// An agent over ACP behind `galley acp --wrap`, in an editor that answers the one question about its edit, cancels the turn,
// or ends: what becomes of the file, and whether something is left running.

import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { modulesOf, type Agent, type Lab } from "./agents.ts";
import { BEFORE, FIND, freshFolders, PUT } from "./lab.ts";
import { serve } from "./model-server.ts";

export const ANSWERS = ["approve", "reject", "cancel", "editor ends"] as const;
export type Answer = (typeof ANSWERS)[number];

type Message = {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: { readonly sessionId?: string; readonly stopReason?: string };
};

/** What is wrong, or null. */
export async function tryWrapped(
  agent: Agent,
  answer: Answer,
  { root, cache }: { readonly root: string; readonly cache: string },
): Promise<string | null> {
  const { home, project, temporary, path } = freshFolders(agent);
  const server = await serve(agent.steps({ path, find: FIND, put: PUT }));
  const program = join(root, "bin", "galley.js");
  const modules = modulesOf(cache, agent);
  const place = { home, project, port: server.port, modules, before: [], after: [], limitSeconds: 30 };
  const lab: Lab = { ...place, program, root, isTrusted: true };
  agent.setUp(lab);
  const env = { PATH: process.env["PATH"], HOME: home, TMPDIR: temporary, TERM: "dumb", ...agent.env(lab) };
  const editor = new Editor([program, "acp", "--wrap", ...agent.acp!(lab)], { cwd: project, env, answer });
  try {
    const stop = await editor.run(project);
    await editor.ended();
    const file = readFileSync(path, "utf8");
    const isWritten = file !== BEFORE;
    if (editor.questions !== 1) return `${editor.questions} questions were asked (${stop})`;
    if (isWritten !== (answer === "approve")) return `the file is ${JSON.stringify(file)} (${stop})`;
    if (answer === "cancel" && stop !== "cancelled") return `the turn ended as ${stop}`;
    return isGroupLeft(editor.pid) ? "a process is left" : null;
  } finally {
    editor.kill();
    server.close();
  }
}

function isGroupLeft(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

const MOST_MS = 90_000;

/** The least that an editor does: it offers its files, and answers a question. */
class Editor {
  questions = 0;
  readonly #child;
  readonly #answer: Answer;
  readonly #closed: Promise<void>;
  readonly #waiting = new Map<unknown, (message: Message) => void>();
  #count = 0;
  #session = "";

  constructor(
    args: readonly string[],
    { cwd, env, answer }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly answer: Answer },
  ) {
    this.#answer = answer;
    this.#child = spawn(process.execPath, args, { cwd, env, stdio: ["pipe", "pipe", "ignore"], detached: true });
    this.#child.stdin.on("error", () => undefined); // It may have ended.
    this.#closed = new Promise((resolve) => this.#child.once("exit", () => resolve()));
    let rest = "";
    this.#child.stdout.on("data", (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split("\n");
      rest = lines.pop()!;
      for (const line of lines) this.#hear(JSON.parse(line) as Message);
    });
  }

  get pid(): number {
    return this.#child.pid!; // It was spawned.
  }

  /** One turn; gives how it ended. */
  async run(cwd: string): Promise<string> {
    const late = setTimeout(() => this.kill(), MOST_MS);
    const gone = this.#closed.then((): string => "the connection has ended");
    const turn = async (): Promise<string> => {
      const fs = { readTextFile: true, writeTextFile: true };
      await this.#call("initialize", { protocolVersion: 1, clientCapabilities: { fs } });
      this.#session = (await this.#call("session/new", { cwd, mcpServers: [] })).result?.sessionId ?? "";
      const prompt = [{ type: "text", text: "edit" }];
      const { result } = await this.#call("session/prompt", { sessionId: this.#session, prompt });
      return result?.stopReason ?? "an error";
    };
    const stop = await Promise.race([turn(), gone]);
    clearTimeout(late);
    return stop;
  }

  async ended(): Promise<void> {
    this.#child.stdin.end();
    await this.#closed;
  }

  kill(): void {
    if (isGroupLeft(this.pid)) process.kill(-this.pid, "SIGKILL");
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  #call(method: string, params: object): Promise<Message> {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ id, method, params });
    });
  }

  #hear(message: Message): void {
    const { id, method, params } = message;
    if (id === undefined) return;
    if (method === undefined) return this.#waiting.get(id)?.(message);
    const path = String(params?.["path"]);
    if (method === "session/request_permission") return this.#decide(id, params?.["options"]);
    if (method === "fs/read_text_file") return this.#send({ id, result: { content: readFileSync(path, "utf8") } });
    if (method !== "fs/write_text_file")
      return this.#send({ id, error: { code: -32_601, message: "There is no such method." } });
    writeFileSync(path, String(params?.["content"]));
    this.#send({ id, result: null });
  }

  #decide(id: unknown, options: unknown): void {
    this.questions += 1;
    if (this.#answer === "editor ends") return void this.#child.stdin.end();
    if (this.#answer === "cancel") {
      this.#send({ method: "session/cancel", params: { sessionId: this.#session } });
      return this.#send({ id, result: { outcome: { outcome: "cancelled" } } });
    }
    const kind = this.#answer === "approve" ? "allow_once" : "reject_once";
    const listed = options as readonly { readonly kind: string; readonly optionId: string }[]; // By the protocol.
    const { optionId } = listed.find((option) => option.kind === kind)!;
    this.#send({ id, result: { outcome: { outcome: "selected", optionId } } });
  }
}
