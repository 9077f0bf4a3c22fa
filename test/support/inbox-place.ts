// A folder whose questions wait in an inbox: commands that ask run beside the test, which answers as another process.

import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { openFileInbox, type Inbox, type QuestionSummary } from "../../src/inbox/index.ts";
import { program } from "../built.ts";
import { Place, type Ran } from "./galley.ts";

export const BEFORE = "one\ntwo\nthree\nfour\nfive\n";

export type Asking = {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
  /** What is on standard output and standard error so far. */
  readonly out: () => string;
  readonly err: () => string;
};

export class InboxPlace extends Place {
  readonly inbox: Inbox;
  readonly #running = new Set<ChildProcess>();

  constructor(files: Readonly<Record<string, string>> = { "a.txt": BEFORE }) {
    super(files);
    this.inbox = openFileInbox({ directory: join(this.base, "state", "galley") });
  }

  /** Starts a command without a terminal; `input` goes to its standard input. */
  start(
    args: readonly string[],
    { input = "", env = {} }: { input?: string; env?: Record<string, string> } = {},
  ): Asking {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: this.folder,
      detached: true, // A session of its own has no controlling terminal.
      env: {
        PATH: process.env["PATH"],
        HOME: this.base,
        XDG_STATE_HOME: join(this.base, "state"),
        XDG_CONFIG_HOME: join(this.base, "config"),
        ...env,
      },
    });
    this.#running.add(child);
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => void (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => void (err += chunk.toString()));
    // A process that ends before it reads its input closes the pipe.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    const ended = new Promise<Ran>((resolve) => {
      child.on("close", (code) => {
        this.#running.delete(child);
        resolve({ code, out, err });
      });
    });
    return { child, ended, out: () => out, err: () => err };
  }

  /** Waits until so many questions are open. */
  async questions(count = 1): Promise<readonly QuestionSummary[]> {
    for (;;) {
      const { questions } = await this.inbox.open();
      if (questions.length === count) return questions;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async close(): Promise<void> {
    for (const child of this.#running) child.kill("SIGKILL");
    await this.inbox.close();
  }
}
