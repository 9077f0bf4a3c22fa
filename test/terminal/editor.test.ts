// Editing a change before it is written, on a real terminal, with real and scripted editors: T14 to T20.

import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { without } from "../support/installed.ts";
import { AFTER, BEFORE, reviews, type Reviewing, type Setup } from "./reviewing.ts";

const QUESTION = "Apply this edit? [y/n]:";
const AGAIN = /This is your version[^]*Apply this edit\? \[y\/n\]:\s*$/;

/** The plain reviewer: every terminal has it, and what it prints stays on the screen. */
const open = reviews({ rows: 40, env: { GALLEY_PLAIN: "1" } });

type Scripted = {
  /** A shell script; `$1` is the file unless the name of the editor brings a line with it. */
  readonly editor?: string;
  readonly name?: string;
};

function review({ editor, name = "scripted", ...setup }: Setup & Scripted = {}): Reviewing {
  const { files = { "a.txt": BEFORE }, env, command = "GALLEY apply answer.md" } = setup;
  // Outside the workspace: no program is taken from there by its name.
  const bin = mkdtempSync(join(tmpdir(), "galley-editors-"));
  if (editor !== undefined) writeFileSync(join(bin, name), `#!/bin/sh\n${editor}\n`, { mode: 0o755 });
  return open({
    ...setup,
    files: { ...files, "tmp/.keep": "" },
    env: { EDITOR: editor === undefined ? undefined : name, ...env },
    command: `export TMPDIR="$PWD/tmp" PATH="${bin}:$PATH"; ${command}`,
  });
}

function leftOver({ folder }: Reviewing): string[] {
  return readdirSync(join(folder, "tmp")).filter((name) => name !== ".keep");
}

async function appears({ folder }: Reviewing, path: string): Promise<void> {
  while (!existsSync(join(folder, path))) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe("what comes back", () => {
  test("a change is shown as its own diff, written after a yes, and the user is not addressed as the model", async () => {
    const reviewing = review({ editor: `sed -i s/TWO/ZWEI/ "$1"` });
    await reviewing.play([QUESTION, "e\r"]);
    await reviewing.screen.waitFor(AGAIN);
    expect(reviewing.screen.rows().filter((row) => row.includes("+ZWEI"))).toHaveLength(1);
    expect(reviewing.read()).toBe(BEFORE);
    reviewing.screen.type("y\r");
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe("one\nZWEI\nthree\n");
    const said = reviewing.shown();
    expect(said).toContain("with the text of a.txt as it was edited in review");
    expect(said).not.toContain("Do not attempt to revert");
    expect(leftOver(reviewing)).toEqual([]);
  });

  test("no after the edit writes nothing", async () => {
    const reviewing = review({ editor: `echo mine > "$1"` });
    await reviewing.play([QUESTION, "e\r"], [AGAIN, "n\r"]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
  });

  test("e again opens what the person made of it", async () => {
    const reviewing = review({ editor: `echo more >> "$1"` });
    await reviewing.play([QUESTION, "e\r"], [AGAIN, "e\r"], [/\+more[^]*\+more[^]*\+more[^]*\]:\s*$/, "y\r"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe("one\nTWO\nthree\nmore\nmore\n");
  });

  test("T15 an emptied file is the person's word, not a closed editor", async () => {
    const reviewing = review({ editor: `: > "$1"` });
    await reviewing.play([QUESTION, "e\r"], [AGAIN, "y\r"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe("");
  });

  test.each([
    ["T16 an error code", "exit 1", "scripted ended with code 1"],
    ["T16 a crash", "kill -SEGV $$", "scripted was ended by SIGSEGV"],
    ["T16 what is no text", `printf '\\377' > "$1"`, "bytes that are not UTF-8"],
  ])("%s comes back to the question and applies nothing", async (_, editor, message) => {
    const reviewing = review({ editor: `echo saved > "$1"; ${editor}` });
    await reviewing.play([QUESTION, "e\r"]);
    await reviewing.screen.waitFor(new RegExp(`${message}[^]*Apply this edit[^]*\\]:\\s*$`));
    expect(reviewing.read()).toBe(BEFORE);
    reviewing.screen.type("y\r");
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
  });

  test("T16 an editor that is not there comes back to the question", async () => {
    const reviewing = review({ env: { EDITOR: "no-such-editor-here --flag" } });
    await reviewing.play([QUESTION, "e\r"], [/there is no\s+such program[^]*Apply this edit[^]*\]:\s*$/, "n\r"]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
  });

  test("T17 saved without changes applies what was shown, and that is said before e is pressed", async () => {
    const reviewing = review({ editor: `touch "$1"` });
    await reviewing.screen.waitFor(QUESTION);
    expect(reviewing.screen.rows().join(" ")).toContain(
      "e edits it first, in scripted; saved unchanged, it applies as shown.",
    );
    reviewing.screen.type("e\r");
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
    expect(reviewing.shown()).toContain("Closed without changes: applied as shown.");
  });

  test("T18 a file that changed while the editor was open is asked about anew", async () => {
    const reviewing = review({ editor: `sed -i s/TWO/ZWEI/ "$1"; echo four >> a.txt` });
    await reviewing.play([QUESTION, "e\r"], [AGAIN, "y\r"]);
    await reviewing.screen.waitFor(/changed on disk while you were deciding[^]*\]:\s*$/);
    expect(reviewing.read()).toBe(`${BEFORE}four\n`);
    reviewing.screen.type("y\r");
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe("one\nTWO\nthree\nfour\n");
  });
});

describe("T20 what an editor does by itself", () => {
  test("endings, BOM and the last line break stay the file's own", async () => {
    const files = { "a.txt": "\uFEFFone\r\ntwo\r\nthree\nfour" };
    // Takes the BOM and every CR away and ends the last line.
    const editor = `printf 'one\\nTWO, TOO\\nthree\\nfour\\n' > "$1"`;
    const reviewing = review({ files, editor });
    await reviewing.play([QUESTION, "e\r"]);
    await reviewing.screen.waitFor(AGAIN);
    expect(reviewing.screen.rows().join(" ")).toContain("The editor saved other line endings; the file keeps its own.");
    reviewing.screen.type("y\r");
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe("\uFEFFone\r\nTWO, TOO\r\nthree\nfour");
  });

  test("only its habits: nothing was changed", async () => {
    const reviewing = review({ editor: `printf '\\357\\273\\277one\\r\\nTWO\\r\\nthree' > "$1"` });
    await reviewing.play([QUESTION, "e\r"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
  });

  test("what is too large for its sandbox is not taken", async () => {
    const config = { sandboxes: { ws: { root: ".", max_file_bytes: 20 } }, default_sandbox: "ws" };
    const files = { "a.txt": BEFORE, "galley.json": JSON.stringify(config) };
    const editor = `echo "this line is too long" >> "$1"`;
    const reviewing = review({ files, editor, command: "GALLEY apply --config galley.json answer.md" });
    await reviewing.play([QUESTION, "e\r"], [/at most 20 may be written[^]*\]:\s*$/, "n\r"]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
  });

  test("VISUAL counts before EDITOR, EDITOR before the config; words are cut without a shell", async () => {
    const log = `for word in "$0" "$@"; do echo "$word"; done > seen; exit 1`;
    const config = { editor: "scripted from-config" };
    for (const [env, expected] of [
      [{ VISUAL: `scripted 'from  VISUAL' "$HOME" ~ *` }, ["from  VISUAL", "$HOME", "~", "*"]],
      [{ EDITOR: "scripted from-EDITOR" }, ["from-EDITOR"]],
      [{ EDITOR: "" }, ["from-config"]],
    ] as const) {
      const files = { "a.txt": BEFORE, "galley.json": JSON.stringify(config) };
      const reviewing = review({ files, editor: log, env, command: "GALLEY apply --config galley.json answer.md" });
      await reviewing.play([QUESTION, "e\r"]);
      await reviewing.screen.waitFor(/ended with code 1[^]*\]:\s*$/);
      const words = reviewing.read("seen").trimEnd().split("\n");
      expect(words.slice(1, -1)).toEqual(expected);
      expect(words.at(-1)).toMatch(/\/a\.txt$/);
      reviewing.screen.type("n\r");
      await reviewing.end();
    }
  });

  test("an editor with its own window is started with its wait option, and the screen says so", async () => {
    const reviewing = review({ name: "code", editor: `echo "$@" > seen; sed -i s/TWO/ZWEI/ "\${3%:*}"` });
    await reviewing.play([QUESTION, "e\r"]);
    await reviewing.screen.waitFor(AGAIN);
    expect(reviewing.screen.rows().join(" ")).toContain("code opens in a window of its own.");
    expect(reviewing.read("seen")).toMatch(/^--wait --goto \S+\/a\.txt:2\n$/);
    reviewing.screen.type("n\r");
    await reviewing.end();
  });
});

describe("the terminal", () => {
  const vim = without("vim");

  test.skipIf(vim.missing)(
    `vi gets it, also when the answer came on a pipe, and opens at the changed line${vim.note}`,
    async () => {
      const command = "cat answer.md | GALLEY apply";
      const reviewing = review({ command, env: { EDITOR: "vim -u NONE -i NONE" } });
      await reviewing.play([QUESTION, "e\r"], [/three\s+~/, "cwZWEI\u001b:wq\r"], [AGAIN, "y\r"]);
      expect(await reviewing.end()).toBe(0);
      expect(reviewing.read()).toBe("one\nZWEI\nthree\n");
    },
  );

  test.skipIf(vim.missing)(`vi gets it from the whole screen too, and the screen comes back${vim.note}`, async () => {
    const reviewing = review({ env: { EDITOR: "vim -u NONE -i NONE", GALLEY_PLAIN: undefined } });
    await reviewing.play(
      ["e edit first", "e"],
      [/three\s+~/, "cwZWEI\u001b:wq\r"],
      [/\+ZWEI[^]*This is your version/, "y"],
    );
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe("one\nZWEI\nthree\n");
  });

  test.skipIf(vim.missing)(`:cq in vi comes back and applies nothing${vim.note}`, async () => {
    const reviewing = review({ env: { VISUAL: "vim -u NONE -i NONE" } });
    await reviewing.play(
      [QUESTION, "e\r"],
      [/three\s+~/, "ccmine\u001b:w\r:cq\r"],
      [/ended with code 1[^]*\]:\s*$/, "n\r"],
    );
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
  });

  test("T14 keys typed while the editor is open answer nothing", async () => {
    const reviewing = review({ editor: `touch open; while [ ! -e go ]; do sleep 0.05; done; echo mine > "$1"` });
    await reviewing.play([QUESTION, "e\r"]);
    await appears(reviewing, "open");
    reviewing.screen.type("y\ry\ry\r");
    reviewing.put("go", "");
    await reviewing.play([AGAIN, "n\r"]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.read()).toBe(BEFORE);
  });

  test("the modes of an editor that crashed do not stay", async () => {
    const command = "stty -g > before; GALLEY apply answer.md; stty -g > after";
    const reviewing = review({ command, editor: "stty raw -echo; kill -9 $$" });
    await reviewing.play([QUESTION, "e\r"], [/ended by SIGKILL[^]*\]:\s*$/, "n\r"]);
    await reviewing.end();
    expect(reviewing.read("after")).toBe(reviewing.read("before"));
  });

  test.each([
    ["SIGTERM", 130],
    ["SIGINT", 130],
  ] as const)(
    "T19 %s while the editor is open ends the editor, restores the terminal, is a no, and keeps what was saved",
    async (signal, code) => {
      const command = "stty -g > before; GALLEY apply answer.md; echo $? > code; stty -g > after";
      const editor = `echo mine > "$1"; stty raw -echo; sleep 60 & echo $! > sleeper; echo $PPID > galley; touch open; wait`;
      const reviewing = review({ command, editor });
      await reviewing.play([QUESTION, "e\r"]);
      await appears(reviewing, "open");
      process.kill(Number(reviewing.read("galley")), signal);
      await reviewing.end();
      expect(Number(reviewing.read("code"))).toBe(code);
      expect(reviewing.read()).toBe(BEFORE);
      expect(reviewing.read("after")).toBe(reviewing.read("before"));
      expect(leftOver(reviewing).map((name) => reviewing.read(`tmp/${name}/a.txt`))).toEqual(["mine\n"]);
      await gone(Number(reviewing.read("sleeper")));
    },
  );

  test("T19 a terminal that dies takes the editor with it, and leaves what was saved", async () => {
    const editor = `echo mine > "$1"; trap '' HUP; sleep 60 & echo $! > sleeper; touch open; wait; wait`;
    const reviewing = review({ editor, command: "exec GALLEY apply answer.md" });
    await reviewing.play([QUESTION, "e\r"]);
    await appears(reviewing, "open");
    reviewing.screen.kill("SIGHUP");
    await reviewing.end();
    expect(reviewing.read()).toBe(BEFORE);
    expect(leftOver(reviewing).map((name) => reviewing.read(`tmp/${name}/a.txt`))).toEqual(["mine\n"]);
    process.kill(Number(reviewing.read("sleeper")), "SIGKILL");
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
