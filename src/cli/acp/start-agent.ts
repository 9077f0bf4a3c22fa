// Starts the agent that `galley acp --wrap` controls, and ends it with everything it started.

import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { UsageError } from "../arguments.ts";
import { printError } from "../text-io.ts";
import { guardGroup } from "../../mcp/index.ts";
import { plain, RevealStream } from "../../text/index.ts";

export type StartedAgent = {
  readonly input: Readable;
  readonly output: Writable;
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Closes its input, and ends it where that is not enough. More than once is the same. */
  readonly stop: () => Promise<void>;
};

// An agent may save something when its editor is gone.
const GRACE_MS = 2000;

/** UsageError when there is no such program. */
export async function startAgent(
  [program, ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<StartedAgent> {
  // A group of its own: what the agent started ends with it.
  const child = spawn(program!, args, { env: environment, stdio: ["pipe", "pipe", "pipe"], detached: true }); // The option needs a value.
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => reject(new UsageError(`${program} could not be started: ${error.message}`)));
  });
  const guard = guardGroup(child.pid!); // It was spawned, so it has one.
  child.on("error", () => undefined); // A signal that it could not be sent: it has ended.
  child.stdin.on("error", () => undefined); // An agent that ended reads nothing more, which its end says.
  const revealing = new RevealStream();
  child.stderr.setEncoding("utf8").on("data", (text: string) => printError(revealing.push(text)));
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const kill = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-child.pid!, signal);
    } catch {
      // The group is gone.
    }
  };
  return {
    input: child.stdout,
    output: child.stdin,
    ended,
    stop: async () => {
      child.stdin.end();
      for (const signal of ["SIGTERM", "SIGKILL"] as const) {
        if (isOver()) break;
        await Promise.race([ended, delay(GRACE_MS)]);
        if (!isOver()) kill(signal);
      }
      kill("SIGKILL"); // What it left running.
      guard.stop();
      await ended;
      printError(plain`${revealing.end()}`);
    },
  };
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}
