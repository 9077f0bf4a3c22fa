// Starts one program of the clipboard: by its absolute path, without a shell, with a time limit and a limit of what it may
// print. Never throws for anything the program does.

import { spawn } from "node:child_process";

export type ToolCall = {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** What it is given; null: nothing, and its output is collected. */
  readonly input: Uint8Array | null;
  readonly mostBytes: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

export type ToolEnd =
  | { readonly kind: "done"; readonly bytes: Uint8Array }
  | { readonly kind: "failed"; readonly why: string }
  | { readonly kind: "too-large" };

export function runTool(call: ToolCall): Promise<ToolEnd> {
  const { program, args, environment, input, mostBytes, timeoutMs, signal } = call;
  return new Promise((resolve) => {
    const child = spawn(program, args, { env: environment, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
    const out: Buffer[] = [];
    let size = 0;
    let errors = "";
    const end = (ended: ToolEnd): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      child.kill("SIGKILL"); // Of a program that has ended nothing is left to end.
      child.stdout.destroy();
      child.stderr.destroy();
      child.unref();
      resolve(ended);
    };
    const stop = (): void => end({ kind: "failed", why: "interrupted" });
    const timer = setTimeout(
      () => end({ kind: "failed", why: `no answer within ${timeoutMs / 1000} seconds` }),
      timeoutMs,
    );
    signal.addEventListener("abort", stop, { once: true });
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostBytes) end({ kind: "too-large" });
      else out.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (errors.length < LONGEST_ERROR) errors += chunk.toString();
    });
    child.stdin.on("error", () => {}); // It may end before it has read everything; its exit code says whether it did.
    child.on("error", (error) => end({ kind: "failed", why: error.message }));
    const ended = (code: number | null, killed: NodeJS.Signals | null): void => {
      const why = errors.trim().split("\n", 1)[0] || `exit code ${code ?? killed}`;
      end(code === 0 ? { kind: "done", bytes: Buffer.concat(out) } : { kind: "failed", why });
    };
    // What takes a text stays behind to offer it, and keeps our pipes open: its own end is enough. A reader's output
    // is whole only when the pipe is closed.
    child.on(input === null ? "close" : "exit", ended);
    child.stdin.end(input ?? undefined);
  });
}

const LONGEST_ERROR = 2000;
