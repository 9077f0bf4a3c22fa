// Whether Codex trusts our hooks. It skips untrusted ones without a message, so this is asked of Codex itself.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Settings } from "../settings.ts";

const LIMIT_MS = 10_000;

/** A sentence for what is not enforced; none when every hook of ours is trusted. `codex` is the program's path. */
export async function untrustedHooks(codex: string, settings: Settings): Promise<readonly string[]> {
  const hooks = await listHooks(codex, settings);
  if (hooks === null) return ["Codex did not say whether it trusts the hook. Check with /hooks in codex."];
  const ours = hooks.filter(({ command }) => /\bhook codex\b/.test(command));
  if (ours.length === 0) return ["Codex does not list the hook. Check with /hooks in codex."];
  return ours.every(({ isTrusted }) => isTrusted)
    ? []
    : ["Codex does not trust the hook yet and skips it without a message. Trust it with /hooks in codex."];
}

type ListedHook = { readonly command: string; readonly isTrusted: boolean };

/** Null when Codex gives no answer that we understand. */
function listHooks(codex: string, { root, environment, signal }: Settings): Promise<readonly ListedHook[] | null> {
  return new Promise((resolve) => {
    const child = spawn(codex, ["app-server"], { env: environment, stdio: ["pipe", "pipe", "ignore"], signal });
    const end = (hooks: readonly ListedHook[] | null): void => {
      clearTimeout(timer);
      child.kill();
      resolve(hooks);
    };
    const timer = setTimeout(() => end(null), LIMIT_MS);
    const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
    child.on("error", () => end(null));
    child.on("exit", () => end(null));
    child.stdin.on("error", () => end(null));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const message = parse(line);
      if (message?.id === 1) {
        send({ method: "initialized" });
        send({ id: 2, method: "hooks/list", params: { cwds: [root] } });
      } else if (message?.id === 2) end(hooksIn(message.result));
    });
    send({ id: 1, method: "initialize", params: { clientInfo: { name: "galley", version: "1" } } });
  });
}

type Reply = { readonly id?: unknown; readonly result?: unknown };

function parse(line: string): Reply | null {
  try {
    return JSON.parse(line) as Reply | null; // Every field is checked where it is used.
  } catch {
    return null;
  }
}

function hooksIn(result: unknown): readonly ListedHook[] | null {
  const data = (result as { readonly data?: unknown } | undefined)?.data;
  if (!Array.isArray(data)) return null;
  const hooks = data.flatMap((each: { readonly hooks?: unknown }) => (Array.isArray(each.hooks) ? each.hooks : []));
  return hooks.map((hook: Readonly<Record<string, unknown>>) => ({
    command: String(hook["command"]),
    isTrusted: hook["trustStatus"] === "trusted" && hook["enabled"] !== false,
  }));
}
