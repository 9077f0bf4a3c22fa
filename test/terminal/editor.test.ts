// Editing a change before it is written, on a real terminal, with real and scripted editors: T14 to T20.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt, program } from "../built.ts";
import { openScreen, type Screen } from "./pty.ts";

const BEFORE = "one\ntwo\nthree\n";
const ANSWER = "a.txt\n««« EDIT\ntwo\n═══════ REPL\nTWO\n»»» EDIT END\n";
const QUESTION = "Apply this edit? [y/n]:";
const AGAIN = /This is what you made of it[^]*Apply this edit\? \[y\/n\]:\s*$/;

let folder = "";
let open: Screen | null = null;
beforeAll(ensureBuilt);
afterEach(() => {
  open?.kill("SIGKILL");
  open = null;
  rmSync(folder, { recursive: true, force: true });
});

type Setup = {
  readonly files?: Record<string, string>;
  readonly answer?: string;
  /** A shell script; `$1` is the file unless the name of the editor brings a line with it. */
  readonly editor?: string;
  readonly name?: string;
  readonly env?: Record<string, string | undefined>;
  readonly command?: string;
};

/** The plain reviewer: every terminal has it, and what it prints stays on the screen. */
function review(setup: Setup = {}): Screen {
  const { files = { "a.txt": BEFORE }, answer = ANSWER, editor, name = "scripted", env = {} } = setup;
  folder = mkdtempSync(join(tmpdir(), "galley-editor-"));
  for (const [path, text] of Object.entries({ ...files, "answer.md": answer, "tmp/.keep": "", "bin/.keep": "" })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  if (editor !== undefined) {
    writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${editor}\n`);
    chmodSync(join(folder, "bin", name), 0o755);
  }
  const line = (setup.command ?? "GALLEY apply answer.md").replaceAll("GALLEY", `"${process.execPath}" "${program}"`);
  open = openScreen("sh", ["-c", line], {
    cwd: folder,
    env: {
      XDG_STATE_HOME: join(folder, ".state"),
      XDG_CONFIG_HOME: join(folder, ".config"),
      TMPDIR: join(folder, "tmp"),
      PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}`,
      PAGER: "cat",
      NO_COLOR: "1",
      GALLEY_PLAIN: "1",
      VISUAL: undefined,
      EDITOR: editor === undefined ? undefined : name,
      ...env,
    },
  });
  return open;
}
const content = (name = "a.txt"): string => readFileSync(join(folder, name), "utf8");
const leftOver = (): string[] => readdirSync(join(folder, "tmp")).filter((name) => name !== ".keep");

async function appears(path: string): Promise<void> {
  while (!existsSync(join(folder, path))) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe("what comes back", () => {
  test("a change is shown as its own diff, written after a yes, and the model hears of it", async () => {
    const screen = review({ editor: `sed -i s/TWO/ZWEI/ "$1"` });
    await screen.waitFor(QUESTION);
    screen.type("e\r");
    await screen.waitFor(AGAIN);
    expect(screen.rows().filter((row) => row.includes("+ZWEI"))).toHaveLength(1);
    expect(content()).toBe(BEFORE);
    screen.type("y\r");
    expect((await screen.exit).code).toBe(0);
    expect(content()).toBe("one\nZWEI\nthree\n");
    const said = screen.rows().join("\n");
    expect(said).toContain("the person changed the text of a.txt first");
    expect(said).toMatch(/-TWO\s[^]*\+ZWEI/);
    expect(leftOver()).toEqual([]);
  });

  test("no after the edit writes nothing", async () => {
    const screen = review({ editor: `echo mine > "$1"` });
    await screen.waitFor(QUESTION);
    screen.type("e\r");
    await screen.waitFor(AGAIN);
    screen.type("n\r");
    expect((await screen.exit).code).toBe(1);
    expect(content()).toBe(BEFORE);
  });

  test("e again opens what the person made of it", async () => {
    const screen = review({ editor: `echo more >> "$1"` });
    await screen.waitFor(QUESTION);
    screen.type("e\r");
    await screen.waitFor(AGAIN);
    screen.type("e\r");
    await screen.waitFor(/\+more[^]*\+more[^]*\+more[^]*\]:\s*$/);
    screen.type("y\r");
    expect((await screen.exit).code).toBe(0);
    expect(content()).toBe("one\nTWO\nthree\nmore\nmore\n");
  });

  test("T15 an emptied file is the person's word, not a closed editor", async () => {
    const screen = review({ editor: `: > "$1"` });
    await screen.waitFor(QUESTION);
    screen.type("e\r");
    await screen.waitFor(AGAIN);
    screen.type("y\r");
    expect((await screen.exit).code).toBe(0);
    expect(content()).toBe("");
  });

  test.each([
    ["T16 an error code", "exit 1", "scripted ended with code 1"],
    ["T16 a crash", "kill -SEGV $$", "scripted was ended by SIGSEGV"],
    ["T16 what is no text", `printf '\\377' > "$1"`, "bytes that are not UTF-8"],
  ])("%s comes back to the question and applies nothing", async (_, editor, message) => {
    const screen = review({ editor: `echo saved > "$1"; ${editor}` });
    await screen.waitFor(QUESTION);
    screen.type("e\r");
    await screen.waitFor(new RegExp(`${message}[^]*Apply this edit[^]*\\]:\\s*$`));
    expect(content()).toBe(BEFORE);
    screen.type("y\r");
    expect((await screen.exit).code).toBe(0);
    expect(content()).toBe("one\nTWO\nthree\n");
  });

  test("T16 an editor that is not there comes back to the question", async () => {
    const screen = review({ env: { EDITOR: "no-such-editor-here --flag" } });
    await screen.waitFor(QUESTION);
    screen.type("e\r");
    await screen.waitFor(/there is no\s+such program[^]*Apply this edit[^]*\]:\s*$/);
    screen.type("n\r");
    expect((await screen.exit).code).toBe(1);
    expect(content()).toBe(BEFORE);
  });

  test("T17 closed without a change applies what was shown, and that is said before e is pressed", async () => {
    const screen = review({ editor: `touch "$1"` });
    await screen.waitFor(QUESTION);
    expect(screen.rows().join(" ")).toContain(
      "e edits it first, in scripted; closing it unchanged applies the change as shown.",
    );
    screen.type("e\r");
    expect((await screen.exit).code).toBe(0);
    expect(content()).toBe("one\nTWO\nthree\n");
    expect(screen.rows().join("\n")).toContain("Closed without a change: applied as shown.");
  });

  test("T18 a file that changed while the editor was open is asked about anew", async () => {
    const screen = review({ editor: `sed -i s/TWO/ZWEI/ "$1"; echo four >> a.txt` });
    await screen.waitFor(QUESTION);
    screen.type("e\r");
    await screen.waitFor(AGAIN);
    screen.type("y\r");
    await screen.waitFor(/changed on disk while you were deciding[^]*\]:\s*$/);
    expect(content()).toBe(`${BEFORE}four\n`);
    screen.type("y\r");
    expect((await screen.exit).code).toBe(0);
    expect(content()).toBe("one\nTWO\nthree\nfour\n");
  });
});

describe("T20 what an editor does by itself", () => {
  test("endings, BOM and the last line break stay the file's own", async () => {
    const files = { "a.txt": "\uFEFFone\r\ntwo\r\nthree\nfour" };
    // Takes the BOM and every CR away and ends the last line.
    const editor = `printf 'one\\nTWO, TOO\\nthree\\nfour\\n' > "$1"`;
    const screen = review({ files, editor });
    await screen.waitFor(QUESTION);
    screen.type("e\r");
    await screen.waitFor(AGAIN);
    expect(screen.rows().join(" ")).toContain("The editor saved other line endings; the file keeps its own.");
    screen.type("y\r");
    expect((await screen.exit).code).toBe(0);
    expect(content()).toBe("\uFEFFone\r\nTWO, TOO\r\nthree\nfour");
  });

  test("only its habits: nothing was changed", async () => {
    const screen = review({ editor: `printf '\\357\\273\\277one\\r\\nTWO\\r\\nthree' > "$1"` });
    await screen.waitFor(QUESTION);
    screen.type("e\r");
    expect((await screen.exit).code).toBe(0);
    expect(content()).toBe("one\nTWO\nthree\n");
  });

  test("what is too large for its sandbox is not taken", async () => {
    const config = { sandboxes: { ws: { root: ".", max_file_bytes: 20 } }, default_sandbox: "ws" };
    const files = { "a.txt": BEFORE, "galley.json": JSON.stringify(config) };
    const editor = `echo "this line is too long" >> "$1"`;
    const screen = review({ files, editor, command: "GALLEY apply --config galley.json answer.md" });
    await screen.waitFor(QUESTION);
    screen.type("e\r");
    await screen.waitFor(/at most 20 may be written[^]*\]:\s*$/);
    screen.type("n\r");
    expect((await screen.exit).code).toBe(1);
    expect(content()).toBe(BEFORE);
  });

  test("VISUAL counts before EDITOR, EDITOR before the config; words are cut without a shell", async () => {
    const log = `for word in "$0" "$@"; do echo "$word"; done > seen; exit 1`;
    const words = (): string[] => content("seen").trimEnd().split("\n");
    const config = { editor: "scripted from-config" };
    for (const [env, expected] of [
      [{ VISUAL: `scripted 'from  VISUAL' "$HOME" ~ *` }, ["from  VISUAL", "$HOME", "~", "*"]],
      [{ EDITOR: "scripted from-EDITOR" }, ["from-EDITOR"]],
      [{ EDITOR: "" }, ["from-config"]],
    ] as const) {
      const files = { "a.txt": BEFORE, "galley.json": JSON.stringify(config) };
      const screen = review({ files, editor: log, env, command: "GALLEY apply --config galley.json answer.md" });
      await screen.waitFor(QUESTION);
      screen.type("e\r");
      await screen.waitFor(/ended with code 1[^]*\]:\s*$/);
      expect(words().slice(1, -1)).toEqual(expected);
      expect(words().at(-1)).toMatch(/\/a\.txt$/);
      screen.type("n\r");
      await screen.exit;
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("an editor with a window of its own is told to wait, and the person is told so", async () => {
    const screen = review({ name: "code", editor: `echo "$@" > seen; sed -i s/TWO/ZWEI/ "\${3%:*}"` });
    await screen.waitFor(QUESTION);
    screen.type("e\r");
    await screen.waitFor(AGAIN);
    expect(screen.rows().join(" ")).toContain("code opens in a window of its own.");
    expect(content("seen")).toMatch(/^--wait --goto \S+\/a\.txt:2\n$/);
    screen.type("n\r");
    await screen.exit;
  });
});

describe("the terminal", () => {
  test("vi gets it, also when the answer came on a pipe, and opens at the changed line", async () => {
    const files = { "a.txt": BEFORE, ".vimrc": "set nocp noswapfile\n" };
    const command = "cat answer.md | GALLEY apply";
    const screen = review({ files, command, env: { EDITOR: "vim -u NONE -i NONE" } });
    await screen.waitFor(QUESTION);
    screen.type("e\r");
    await screen.waitFor(/three\s+~/);
    screen.type("cwZWEI\u001b:wq\r");
    await screen.waitFor(AGAIN);
    screen.type("y\r");
    expect((await screen.exit).code).toBe(0);
    expect(content()).toBe("one\nZWEI\nthree\n");
  });

  test("vi gets it from the whole screen too, and the screen comes back", async () => {
    const screen = review({ env: { EDITOR: "vim -u NONE -i NONE", GALLEY_PLAIN: undefined } });
    await screen.waitFor("e edit first");
    screen.type("e");
    await screen.waitFor(/three\s+~/);
    screen.type("cwZWEI\u001b:wq\r");
    await screen.waitFor(/\+ZWEI[^]*what you made of it/);
    screen.type("y");
    expect((await screen.exit).code).toBe(0);
    expect(content()).toBe("one\nZWEI\nthree\n");
  });

  test(":cq in vi comes back and applies nothing", async () => {
    const screen = review({ env: { VISUAL: "vim -u NONE -i NONE" } });
    await screen.waitFor(QUESTION);
    screen.type("e\r");
    await screen.waitFor(/three\s+~/);
    screen.type("ccmine\u001b:w\r:cq\r");
    await screen.waitFor(/ended with code 1[^]*\]:\s*$/);
    screen.type("n\r");
    expect((await screen.exit).code).toBe(1);
    expect(content()).toBe(BEFORE);
  });

  test("T14 keys typed while the editor is open answer nothing", async () => {
    const screen = review({ editor: `touch open; while [ ! -e go ]; do sleep 0.05; done; echo mine > "$1"` });
    await screen.waitFor(QUESTION);
    screen.type("e\r");
    await appears("open");
    screen.type("y\ry\ry\r");
    writeFileSync(join(folder, "go"), "");
    await screen.waitFor(AGAIN);
    screen.type("n\r");
    expect((await screen.exit).code).toBe(1);
    expect(content()).toBe(BEFORE);
  });

  test("the modes of an editor that crashed do not stay", async () => {
    const command = "stty -g > before; GALLEY apply answer.md; stty -g > after";
    const screen = review({ command, editor: "stty raw -echo; kill -9 $$" });
    await screen.waitFor(QUESTION);
    screen.type("e\r");
    await screen.waitFor(/ended by SIGKILL[^]*\]:\s*$/);
    screen.type("n\r");
    await screen.exit;
    expect(content("after")).toBe(content("before"));
  });

  test.each([
    ["SIGTERM", 130],
    ["SIGINT", 130],
  ] as const)(
    "T19 %s while the editor is open ends the editor, restores the terminal, and is a no",
    async (signal, code) => {
      const command = "stty -g > before; GALLEY apply answer.md; echo $? > code; stty -g > after";
      const editor = `echo mine > "$1"; stty raw -echo; sleep 60 & echo $! > sleeper; echo $PPID > galley; touch open; wait`;
      const screen = review({ command, editor });
      await screen.waitFor(QUESTION);
      screen.type("e\r");
      await appears("open");
      process.kill(Number(content("galley")), signal);
      await screen.exit;
      expect(Number(content("code"))).toBe(code);
      expect(content()).toBe(BEFORE);
      expect(content("after")).toBe(content("before"));
      expect(leftOver()).toEqual([]);
      await gone(Number(content("sleeper")));
    },
  );

  test("T19 a terminal that dies takes the editor and the temporary file with it", async () => {
    const editor = `echo mine > "$1"; trap '' HUP; sleep 60 & echo $! > sleeper; touch open; wait; wait`;
    const screen = review({ editor, command: "exec GALLEY apply answer.md" });
    await screen.waitFor(QUESTION);
    screen.type("e\r");
    await appears("open");
    screen.kill("SIGHUP");
    await screen.exit;
    expect(content()).toBe(BEFORE);
    expect(leftOver()).toEqual([]);
    process.kill(Number(content("sleeper")), "SIGKILL");
  });
});

/** Resolves when no such process runs; a test that waits in vain has failed. */
async function gone(pid: number): Promise<void> {
  const isThere = (): boolean => {
    try {
      return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
    } catch {
      return false;
    }
  };
  while (isThere()) await new Promise((resolve) => setTimeout(resolve, 10));
}
