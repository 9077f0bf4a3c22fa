// A conversation in a real terminal, with a model on this machine: opened in a folder of its own, closed after its test.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeAll } from "vitest";
import { startModelServer, type ModelServer, type Script } from "../../src/testing/index.ts";
import { ensureBuilt, program } from "../built.ts";
import { startPacedServer, type PacedServer } from "./paced-server.ts";
import { openScreen, type Screen } from "./pty.ts";

export type Setup = {
  readonly script?: Script;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly args?: readonly string[];
  /** Below the folder of the files; that one when it is left out. */
  readonly startedIn?: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
};

/** On the whole screen, with its last row: keys typed before it is painted answer nothing. */
export const QUESTION = /Apply this edit\?[^]*Enter apply/;

/** Call it once in a test file or a `describe`: each test has a conversation of its own, closed after it. */
export function chats(): Chatting {
  const chat = new Chatting();
  beforeAll(ensureBuilt);
  afterEach(() => chat.close());
  return chat;
}

class Chatting {
  #folder: string | null = null;
  #screens: Screen[] = [];
  #server: ModelServer | null = null;
  #paced: PacedServer | null = null;

  get folder(): string {
    return (this.#folder ??= mkdtempSync(join(tmpdir(), "galley-chat-")));
  }

  get server(): ModelServer {
    return this.#server!;
  }

  get paced(): PacedServer {
    return this.#paced!;
  }

  /** The text of the last message of the last request. */
  get lastSent(): string {
    const { messages } = this.server.requests.at(-1)!.body as { messages: readonly { content: unknown }[] };
    return String(messages.at(-1)!.content);
  }

  path(name: string): string {
    return join(this.folder, "work", name);
  }

  content(name = "a.txt"): string {
    return readFileSync(this.path(name), "utf8");
  }

  /** Opens with a model that answers by script. */
  async open(setup: Setup = {}): Promise<Screen> {
    this.#server ??= await startModelServer({ wire: "openai", script: setup.script ?? [] });
    return this.start({ ...setup, config: { ...this.#model(this.#server.baseUrl), ...setup.config } });
  }

  /** Opens with a model that answers when the test says so. */
  async openPaced(setup: Setup = {}): Promise<Screen> {
    this.#paced ??= await startPacedServer();
    return this.start({ ...setup, config: { ...this.#model(this.#paced.baseUrl), ...setup.config } });
  }

  /** Waits for the prompt. */
  async start({
    files = { "a.txt": "one\ntwo\nthree\n" },
    config = {},
    args = [],
    startedIn = ".",
    columns = 80,
    rows = 30,
    env = {},
  }: Setup): Promise<Screen> {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(this.path(name)), { recursive: true });
      writeFileSync(this.path(name), text);
    }
    mkdirSync(join(this.folder, "work"), { recursive: true });
    writeFileSync(join(this.folder, "config.json"), JSON.stringify(config));
    // The terminal's own name counts more than what a test passes down.
    const term = env["TERM"] === undefined ? [] : [`TERM=${env["TERM"]}`];
    const screen = openScreen(
      "env",
      [...term, process.execPath, program, ...args, "--config", join(this.folder, "config.json")],
      {
        cwd: join(this.folder, "work", startedIn),
        columns,
        rows,
        env: {
          HOME: this.folder,
          XDG_STATE_HOME: join(this.folder, "state"),
          XDG_CONFIG_HOME: join(this.folder, "config"),
          OPENAI_API_KEY: "key",
          ANTHROPIC_API_KEY: undefined,
          GALLEY_MODEL: undefined,
          NO_COLOR: "1",
          EDITOR: undefined,
          VISUAL: undefined,
          ...env,
        },
      },
    );
    this.#screens.push(screen);
    await screen.waitFor(/Say what you want[^]*\n[a-z]*> /);
    return screen;
  }

  async close(): Promise<void> {
    for (const screen of this.#screens) screen.kill("SIGKILL");
    await this.#server?.close();
    await this.#paced?.close();
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = this.#server = this.#paced = null;
    this.#screens = [];
  }

  #model(base_url: string): Readonly<Record<string, unknown>> {
    return { model: "openai/test-model", base_url };
  }
}

/** The last rows: what the prompt looks like now. */
export function tail(screen: Screen, count = 3): string {
  return screen.rows().slice(-count).join("\n");
}
