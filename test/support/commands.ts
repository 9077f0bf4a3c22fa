// The shell and eval tools through the real command line, on this machine's real bubblewrap.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { whyNotConfined } from "../../src/fs/node/index.ts";
import { without } from "./installed.ts";
import { runResident, type Ended } from "./resident.ts";

/** Why commands cannot be confined here, or null. */
export const confinementTrouble = whyNotConfined() ?? (without("git").missing ? "git is not installed" : null);

export type CommandValue = {
  readonly exit_code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly timed_out: boolean;
};

export type Ran = {
  readonly code: number | null;
  readonly out: Record<string, unknown> & { readonly value: CommandValue; readonly message: string };
};

export type RunOptions = {
  readonly config?: object;
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  readonly timeout_ms?: number;
};

/** A folder with a workspace `w` in it, the sandbox `ws`. */
export class CommandFolder {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), "galley-commands-")));
  readonly root = join(this.base, "w");

  constructor(files: Readonly<Record<string, string>> = {}) {
    mkdirSync(this.root);
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  write(name: string, content: string): void {
    mkdirSync(dirname(join(this.root, name)), { recursive: true });
    writeFileSync(join(this.root, name), content);
  }

  git(...args: readonly string[]): string {
    const who = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
    return execFileSync("git", ["-C", this.root, ...who, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  cli(args: readonly string[], config: object = {}, env: Record<string, string> = {}): Ended {
    const file = join(this.base, "config.json");
    writeFileSync(file, JSON.stringify({ sandboxes: { ws: { root: "w" } }, default_sandbox: "ws", ...config }));
    return runResident({
      args: [...args, "--config", file],
      cwd: this.root,
      input: "",
      env: { ...process.env, XDG_STATE_HOME: join(this.base, "state"), ...env },
    });
  }

  tool(args: readonly string[], { config, env }: Pick<RunOptions, "config" | "env"> = {}): Ran {
    const ran = this.cli(["tool", ...args], config, env);
    return { code: ran.code, out: JSON.parse(ran.out) as Ran["out"] };
  }

  /** Approved with --yes. */
  run(command: string, { config, env, ...more }: RunOptions = {}): Ran {
    const options = { ...(config ? { config } : {}), ...(env ? { env } : {}) };
    return this.tool(["shell", JSON.stringify({ command, ...more }), "--yes"], options);
  }

  /** No one is there to ask. */
  unasked(command: string, { config, env, ...more }: RunOptions = {}): Ran {
    const options = { ...(config ? { config } : {}), ...(env ? { env } : {}) };
    return this.tool(["shell", JSON.stringify({ command, ...more })], options);
  }

  plan(command: string, config: object = {}, more: object = {}): Record<string, unknown> {
    return this.tool(["shell", JSON.stringify({ command, ...more }), "--plan"], { config }).out;
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}
