// A review of a small folder on a real terminal, for tests: what the person sees, what they type, what is on disk then.

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeAll } from "vitest";
import { ensureBuilt, program } from "../built.ts";
import { openScreen, type Screen } from "./pty.ts";

export type Setup = {
  readonly files?: Readonly<Record<string, string>>;
  readonly answer?: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** GALLEY stands for the program. */
  readonly command?: string;
};

export const BEFORE = "one\ntwo\nthree\n";
export const AFTER = "one\nTWO\nthree\n";
export const KEYS = {
  enter: "\r",
  escape: "\u001b",
  up: "\u001b[A",
  down: "\u001b[B",
  right: "\u001b[C",
  left: "\u001b[D",
  pageUp: "\u001b[5~",
  pageDown: "\u001b[6~",
  home: "\u001b[H",
  end: "\u001b[F",
  ctrlC: "\u0003",
} as const;

/** Shell: goes on when the test puts the file `go`. */
export const WAIT_FOR_GO = "while [ ! -e go ]; do sleep 0.05; done";

export function block(path: string, find: string, put: string): string {
  return `${path}\n««« EDIT\n${find}\n═══════ REPL\n${put}\n»»» EDIT END\n`;
}

/** Call it once in a test file. What it returns opens a review, which is closed after its test; `usual` holds for all. */
export function reviews(usual: Setup = {}): (setup?: Setup) => Reviewing {
  const open: Reviewing[] = [];
  beforeAll(ensureBuilt);
  afterEach(() => {
    for (const reviewing of open.splice(0)) reviewing.close();
  });
  return (setup = {}) => {
    const reviewing = new Reviewing({ ...usual, ...setup, env: { ...usual.env, ...setup.env } });
    open.push(reviewing);
    return reviewing;
  };
}

export class Reviewing {
  readonly folder = mkdtempSync(join(tmpdir(), "galley-review-"));
  readonly screen: Screen;

  constructor(setup: Setup = {}) {
    const { files = { "a.txt": BEFORE }, answer = block("a.txt", "two", "TWO"), columns = 80, rows = 24 } = setup;
    for (const [name, text] of Object.entries({ ...files, "answer.md": answer })) this.put(name, text);
    const line = (setup.command ?? "GALLEY apply answer.md").replaceAll(
      /\bGALLEY\b/g,
      `"${process.execPath}" "${program}"`,
    );
    const env = {
      XDG_STATE_HOME: join(this.folder, ".state"),
      XDG_CONFIG_HOME: join(this.folder, ".config"),
      VISUAL: undefined,
      EDITOR: undefined,
      PAGER: "cat",
      NO_COLOR: "1",
      ...setup.env,
    };
    this.screen = openScreen("sh", ["-c", line], { cwd: this.folder, columns, rows, env });
  }

  put(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
    if (text.startsWith("#!")) chmodSync(join(this.folder, name), 0o755);
  }

  read(name = "a.txt"): string {
    return readFileSync(join(this.folder, name), "utf8");
  }

  /** Each step waits for a text (or pattern) on the screen and then types. */
  async play(...steps: readonly (readonly [string | RegExp, string])[]): Promise<this> {
    for (const [text, keys] of steps) {
      await this.screen.waitFor(text);
      this.screen.type(keys);
    }
    return this;
  }

  shown(): string {
    return this.screen.rows().join("\n");
  }

  /** Rows inside the frame. */
  framed(): string[] {
    return this.screen
      .rows()
      .filter((row) => row.startsWith("│"))
      .map((row) => row.slice(2, -2).trimEnd());
  }

  async end(): Promise<number> {
    return (await this.screen.exit).code;
  }

  close(): void {
    this.screen.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
