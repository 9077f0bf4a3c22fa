// A message whose answer may take long is answered by a process of its own: this same program, with the message sent to
// it. The first one then only waits, so it ends in time with a denial, whatever the second is busy with. A thread does not
// do: one cannot choose the exit code for the other, and ending a process waits for its threads.

import { failure } from "../../base/index.ts";
import { revealLines } from "../../text/index.ts";
import { writeNow } from "../print-at-exit.ts";
import { processAge } from "./process-age.ts";

type Given = { readonly text: string; readonly startedAt: number };
type Answered = { readonly output: object | null } | { readonly failed: string };

export type FromParent = Given & { readonly answer: (answered: Answered) => Promise<void> };

/** The parent's id, so that the variable means nothing to a hook that inherits it by accident. */
const PARENT = "GALLEY_HOOK_ANSWERS";

/** What this process was started to answer, and for whom; null in the first one. */
export async function givenByParent(): Promise<FromParent | null> {
  if (process.send === undefined || process.env[PARENT] !== String(process.ppid)) return null;
  // No one is left to read the answer.
  process.once("disconnect", () => process.exit(2));
  const given = await new Promise<Given>((resolve) => process.once("message", resolve));
  const answer = async (answered: Answered): Promise<void> => {
    await new Promise<void>((resolve) => process.send!(answered, () => resolve()));
    process.removeAllListeners("disconnect");
    process.disconnect();
  };
  return { ...given, answer };
}

/** Milliseconds since the host started the hook. */
export function sinceStart(given: Given | null): number {
  // Loading `performance` takes a noticeable part of the time in which a rule answers.
  if (given === null) return processAge();
  return Date.now() - given.startedAt;
}

/** Throws when the process ends without an answer, for whatever reason. It never outlives this one. */
export async function answerInProcess(text: string): Promise<object | null> {
  const { fork } = await import("node:child_process"); // Most messages are small.
  const given: Given = { text, startedAt: Date.now() - processAge() };
  return new Promise((resolve, reject) => {
    const child = fork(process.argv[1]!, process.argv.slice(2), {
      // Not the host's own: it may wait until no process has them open.
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...process.env, [PARENT]: String(process.pid) },
    });
    process.once("exit", () => child.kill("SIGKILL"));
    // It is one of the pipes above. What comes from it is of no command: a warning of Node, or its last words.
    child.stderr!.setEncoding("utf8").on("data", (said: string) => writeNow(2, revealLines(said)));
    child.once("message", (message) => {
      const answered = message as Answered; // Nothing else is sent.
      if ("failed" in answered) reject(failure("IO", answered.failed));
      else resolve(answered.output);
    });
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      reject(failure("IO", `the process that answers has ended (${code ?? signal})`)),
    );
    child.send(given, (error) => error !== null && reject(error));
  });
}
