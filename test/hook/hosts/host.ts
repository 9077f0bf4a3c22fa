// A test host: runs the hook as an agent does, takes its answer as that agent was measured to, then edits the file with
// its own hands and reports that it did. Nothing of src/hook is used here.

import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { program } from "../../built.ts";

export type Ran = {
  /** null: it was ended by a signal. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly timedOut: boolean;
};

export type Verdict =
  /** The tool runs, with this input. */
  | { readonly kind: "runs"; readonly input: unknown }
  | { readonly kind: "stops"; readonly told: string }
  /** The host would ask its user; headless that is a no. */
  | { readonly kind: "asks"; readonly told: string; readonly input: unknown };

/** What is the same in all calls of a test. */
export type Change = { readonly path: string; readonly find: string; readonly put: string };

export type Agent = {
  readonly name: string;
  /** The hook that its settings name; another host's for settings that it shares. */
  readonly hook: string;
  readonly input: (change: Change) => unknown;
  readonly message: (event: "before" | "after", call: Call) => unknown;
  readonly take: (ran: Ran, input: unknown) => Verdict;
  /** Its own editing tool. */
  readonly edit: (input: unknown, folder: string) => void;
  /** What its model is given of the hook's answer after the tool has run; null: nothing. */
  readonly takeAfter: (ran: Ran) => string | null;
};

export type Call = {
  readonly id: string;
  readonly session: string;
  readonly cwd: string;
  readonly input: unknown;
  readonly at: number;
};

export type Starting = {
  readonly agent: Agent;
  readonly env: Record<string, string>;
  readonly limitSeconds: number;
  /** Called with the process id of the hook. */
  readonly started?: (pid: number) => void;
};

/** One run of the hook, within the host's time. */
export async function runHook(message: unknown, { agent, env, limitSeconds, started }: Starting): Promise<Ran> {
  const args = [program, "hook", agent.hook, "--limit", String(limitSeconds)];
  const child = spawn(process.execPath, args, { env, cwd: "/", detached: true });
  if (child.pid !== undefined) started?.(child.pid);
  let [out, err, timedOut] = ["", "", false];
  child.stdout.on("data", (chunk: Buffer) => void (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => void (err += chunk.toString()));
  child.stdin.end(JSON.stringify(message));
  const begun = performance.now();
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill("SIGKILL");
  }, limitSeconds * 1000);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  clearTimeout(timer);
  return { code, out, err, timedOut: timedOut || performance.now() - begun > limitSeconds * 1000 };
}

/** JSON, or null for what is not whole JSON: agents take that for no answer. */
export function answerIn(out: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(out);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

export function field(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (found, key) => (typeof found === "object" && found !== null ? (found as Record<string, unknown>)[key] : undefined),
    value,
  );
}

export function text(value: unknown, ...keys: readonly string[]): string {
  const found = field(value, ...keys);
  return typeof found === "string" ? found : "";
}

/** A replacement of a text that occurs once; "\n" in it is whatever the file has. */
export function replaceIn(path: string, find: string, put: string, { takesBreak = false } = {}): void {
  const before = readFileSync(path, "utf8");
  const isCrlf = before.includes("\r\n");
  const plain = before.replaceAll("\r\n", "\n");
  const old = takesBreak && put === "" && !find.endsWith("\n") && plain.includes(`${find}\n`) ? `${find}\n` : find;
  const parts = plain.split(old);
  if (parts.length !== 2) throw new Error(`the text occurs ${parts.length - 1} times`);
  const after = parts.join(put);
  writeFileSync(path, isCrlf ? after.replaceAll("\n", "\r\n") : after);
}
