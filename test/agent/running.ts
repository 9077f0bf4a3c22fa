// `galley run` as a process, against a server on this machine, in a folder of its own. Shared by the tests of this folder.

import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RunEventSchema, type RunEvent } from "../../src/agent/index.ts";
import { startModelServer, type ModelServer, type Script, type Step } from "../../src/testing/index.ts";
import { program } from "../built.ts";
import { startResident } from "../support/resident.ts";
import { openScreen, type Screen } from "../terminal/pty.ts";

export const KEY = "sk-secret-0123456789";
export const READ: Step = { calls: [{ name: "read_file", arguments: { path: "a.txt" } }] };
export const EDIT: Step = {
  calls: [{ name: "edit_file", arguments: { path: "a.txt", old_string: "two", new_string: "TWO" } }],
};
export const BLOCK = "a.txt\n««« EDIT\ntwo\n═══════ REPL\nTWO\n»»» EDIT END\n";

export type Ran = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
};

export type Env = Record<string, string>;

/** Sees what came so far, and the process. */
export type OnOut = (out: string, child: ChildProcess) => void;

export class Running {
  readonly folder = mkdtempSync(join(tmpdir(), "galley-run-"));
  #server: ModelServer | null = null;

  constructor() {
    mkdirSync(join(this.folder, "work"));
    writeFileSync(join(this.folder, "work", "a.txt"), "one\ntwo\n");
  }

  get server(): ModelServer {
    return this.#server!;
  }

  /** The model that answers from now on; the environment to run in. */
  async serve(script: Script, wire: "openai" | "anthropic" = "openai"): Promise<Env> {
    this.#server = await startModelServer({ wire, script, key: KEY });
    const config = { model: `${wire}/test-model`, base_url: this.#server.baseUrl };
    writeFileSync(join(this.folder, "config.json"), JSON.stringify(config));
    return this.environment();
  }

  environment(): Env {
    return {
      PATH: process.env["PATH"] ?? "",
      HOME: this.folder,
      XDG_STATE_HOME: join(this.folder, "state"),
      XDG_CONFIG_HOME: join(this.folder, "config"),
      OPENAI_API_KEY: KEY,
      ANTHROPIC_API_KEY: KEY,
      NO_COLOR: "1",
    };
  }

  async galley(args: readonly string[], env: Env, onOut?: OnOut): Promise<Ran> {
    const all = [...args, "--root", join(this.folder, "work")];
    // What changes Node itself, or is seen while it runs, needs a process.
    if (onOut === undefined && env["NODE_OPTIONS"] === undefined)
      return { signal: null, ...(await startResident({ args: all, cwd: this.folder, env, input: null })) };
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [program, ...all], {
        env,
        cwd: this.folder,
        stdio: ["ignore", "pipe", "pipe"],
        detached: true, // Without a terminal, whoever runs the tests.
      });
      let out = "";
      let err = "";
      child.stdout.on("data", (chunk: Buffer) => {
        out += chunk.toString();
        onOut?.(out, child);
      });
      child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
      child.on("close", (code, signal) => resolve({ code, signal, out, err }));
    });
  }

  run(args: readonly string[], env: Env, onOut?: OnOut): Promise<Ran> {
    return this.galley(["run", "--config", join(this.folder, "config.json"), ...args], env, onOut);
  }

  /** `galley run` on a terminal, line by line. */
  runOnTerminal(args: readonly string[], env: Env): Screen {
    return openScreen(process.execPath, [program, "run", "--config", join(this.folder, "config.json"), ...args], {
      cwd: join(this.folder, "work"),
      columns: 80,
      env: { ...env, GALLEY_PLAIN: "1", PAGER: "cat" },
    });
  }

  content(name = "a.txt"): string {
    return readFileSync(join(this.folder, "work", name), "utf8");
  }

  /** File names of the kept sessions. */
  sessions(): readonly string[] {
    return readdirSync(join(this.folder, "state", "galley", "sessions"));
  }

  /** The last request that the model accepted, as JSON. */
  lastRequest(): string {
    return JSON.stringify(this.server.requests.at(-1)!.body);
  }

  async close(): Promise<void> {
    await this.#server?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Every line of the output, each as the schema says. */
export function eventsOf(out: string): RunEvent[] {
  return out
    .trimEnd()
    .split("\n")
    .map((line) => RunEventSchema.parse(JSON.parse(line)));
}
