// The built command line without starting Node for each command: resident.cjs runs them one after the other. The output
// and the exit code are those of a process; tests about processes, signals or terminals start their own.

import { execFileSync, spawn } from "node:child_process";
import { closeSync, constants, openSync, readFileSync, readSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { root } from "../built.ts";
import { scratchFolder } from "./temporary-folder.ts";

export type Command = {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Standard input; null is /dev/null. */
  readonly input: string | null;
};

export type Ended = { readonly code: number; readonly out: string; readonly err: string };

const idle: Resident[] = [];

/** Runs one command to its end while this process waits, as spawnSync does. There is no terminal. */
export function runResident(command: Command): Ended {
  const resident = idle.pop() ?? new Resident();
  resident.send(command);
  for (;;) {
    const ended = resident.poll();
    if (ended !== null) return ended;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
}

/** The same while this process does other things, such as answering the command. */
export async function startResident(command: Command): Promise<Ended> {
  const resident = idle.pop() ?? new Resident();
  resident.send(command);
  for (;;) {
    const ended = resident.poll();
    if (ended !== null) return ended;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

const PATIENCE_MS = 60_000;

class Resident {
  readonly #folder = scratchFolder("resident");
  readonly #requests: number;
  readonly #answers: number;
  readonly #buffer = Buffer.alloc(1000);
  #deadline = 0;

  constructor() {
    const [requests, answers] = [this.#at("requests"), this.#at("answers")];
    execFileSync("mkfifo", [requests, answers]);
    this.#answers = openSync(answers, constants.O_RDONLY | constants.O_NONBLOCK);
    const script = join(import.meta.dirname, "resident.cjs");
    const main = join(root, "dist", "cli", "main.js");
    // A session of its own has no controlling terminal. It ends when the requests are closed.
    spawn(process.execPath, [script, requests, answers, main], { stdio: "ignore", detached: true }).unref();
    this.#requests = openSync(requests, "w"); // Waits until it is opened on the other side.
  }

  send({ args, cwd, env, input }: Command): void {
    if (env["NODE_OPTIONS"] !== undefined) throw new Error("NODE_OPTIONS needs a process of its own");
    if (input !== null) writeFileSync(this.#at("in"), input);
    const streams = [input === null ? "/dev/null" : this.#at("in"), this.#at("out"), this.#at("err")];
    const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
    const request = Buffer.from(`${JSON.stringify({ args, cwd, env: given, streams })}\n`);
    for (let at = 0; at < request.length;) at += writeSync(this.#requests, request, at);
    this.#deadline = Date.now() + PATIENCE_MS;
  }

  /** Null while the command runs. After its end this one is ready for the next. */
  poll(): Ended | null {
    const answer = this.#answer();
    if (answer === null && Date.now() < this.#deadline) return null;
    const [out, err] = [readFileSync(this.#at("out"), "utf8"), readFileSync(this.#at("err"), "utf8")];
    if (answer === null || answer === "") throw new Error(`the resident command line gave no answer:\n${out}\n${err}`);
    const { code, isLast } = JSON.parse(answer) as { code: number; isLast: boolean };
    if (isLast) for (const descriptor of [this.#requests, this.#answers]) closeSync(descriptor);
    else idle.push(this);
    return { code, out, err };
  }

  #at(name: string): string {
    return join(this.#folder, name);
  }

  /** A line, null when there is none yet, "" when the other side is closed. */
  #answer(): string | null {
    try {
      return this.#buffer.toString("utf8", 0, readSync(this.#answers, this.#buffer));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EAGAIN") return null;
      throw error;
    }
  }
}
