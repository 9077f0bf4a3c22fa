// The command line as others meet it: a process, its output, its exit code. No terminal: what nobody answers is denied.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runResident } from "./resident.ts";
import { scratchFolder } from "./temporary-folder.ts";

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string };

export class Place {
  readonly base = scratchFolder("cli");
  readonly folder = join(this.base, "work");

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    mkdirSync(this.folder);
    for (const [name, content] of Object.entries(files)) this.put(name, content);
  }

  put(name: string, content: string | Uint8Array): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), content);
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), "utf8");
  }

  /** Every file with its content, `.git` left out. */
  tree(): Record<string, string> {
    const names = readdirSync(this.folder, { recursive: true, encoding: "utf8" }).sort();
    const files = names.filter((name) => !name.startsWith(".git") && statSync(join(this.folder, name)).isFile());
    return Object.fromEntries(files.map((name) => [name, this.read(name)]));
  }

  /** One command to its end, without a terminal. */
  galley(
    args: readonly string[],
    {
      input,
      env,
      cwd = "",
    }: { readonly input?: string; readonly env?: Record<string, string>; readonly cwd?: string } = {},
  ): Ran {
    return runResident({
      args,
      cwd: join(this.folder, cwd),
      input: input ?? "",
      env: {
        PATH: process.env["PATH"],
        HOME: this.base,
        XDG_STATE_HOME: join(this.base, "state"),
        XDG_CONFIG_HOME: join(this.base, "config"),
        ...env,
      },
    });
  }

  json(
    args: readonly string[],
    options: { readonly input?: string; readonly cwd?: string } = {},
  ): { readonly code: number | null; readonly value: unknown } {
    const { code, out, err } = this.galley([...args, "--json"], options);
    try {
      return { code, value: JSON.parse(out) };
    } catch (error) {
      throw new Error(`no JSON on stdout (exit ${code}):\n${out}\n${err}`, { cause: error });
    }
  }
}

export function block(path: string, find: string, put: string): string {
  return `${path}\n««« EDIT\n${find}═══════ REPL\n${put}»»» EDIT END\n`;
}
