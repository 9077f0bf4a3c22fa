// S0-46 on a real terminal: a write over 1 MB is shown to its last line, and exactly its bytes are written.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt, program } from "../built.ts";
import { openScreen, type Screen } from "./pty.ts";

// Characters of one to four bytes, so that a cut at a fixed size falls inside some of them.
const LINES = Array.from({ length: 30_000 }, (_, at) => `line ${at + 1}: naïve €uro 🙂 and words`);
const CONTENT = `${LINES.join("\n")}\nthe very last line\n`;

let folder = "";
let open: Screen | null = null;
beforeAll(ensureBuilt);
afterEach(() => {
  open?.kill("SIGKILL");
  open = null;
  rmSync(folder, { recursive: true, force: true });
});

function review(answer: string, env: Record<string, string> = {}): Screen {
  folder = mkdtempSync(join(tmpdir(), "galley-large-"));
  writeFileSync(join(folder, "answer.md"), answer);
  open = openScreen("sh", ["-c", `"${process.execPath}" "${program}" apply answer.md`], {
    cwd: folder,
    env: {
      XDG_STATE_HOME: join(folder, ".state"),
      XDG_CONFIG_HOME: join(folder, ".config"),
      PAGER: "tail -n 3",
      NO_COLOR: "1",
      ...env,
    },
  });
  return open;
}
const create = (path: string): string => `${path}\n««« EDIT\n═══════ REPL\n${CONTENT}»»» EDIT END\n`;
const content = (name: string): string => readFileSync(join(folder, name), "utf8");

describe("S0-46 a write over 1 MB", () => {
  test("on the screen: the end can be reached, and Enter writes it", async () => {
    const screen = review(create("big.txt"));
    await screen.waitFor(/Write: big\.txt/);
    await screen.waitFor("line 1: naïve €uro 🙂 and words");
    screen.type("G");
    await screen.waitFor("the very last line");
    screen.type("\r");
    expect((await screen.exit).code).toBe(0);
    expect(content("big.txt")).toBe(CONTENT);
  });

  test("as lines: it says that there is more, v pages all of it, y writes it", async () => {
    const screen = review(create("big.txt"), { GALLEY_PLAIN: "1" });
    await screen.waitFor(/Write this file\?[^]*\]:\s*$/);
    expect(screen.rows().join("\n")).not.toContain("the very last line");
    screen.type("v\r");
    await screen.waitFor(/30001 [+ ]the very last line[^]*\]:\s*$/);
    screen.type("y\r");
    expect((await screen.exit).code).toBe(0);
    expect(content("big.txt")).toBe(CONTENT);
  });

  test("two in one batch: each has its own chunks, one is written, one is not", async () => {
    const screen = review(create("a.txt") + create("b.txt"), { GALLEY_PLAIN: "1" });
    await screen.waitFor(/\[1\/2\] Write: a\.txt[^]*\]:\s*$/);
    screen.type("n\r");
    await screen.waitFor(/\[2\/2\] Write: b\.txt[^]*\]:\s*$/);
    screen.type("y\r");
    await screen.exit;
    expect(() => content("a.txt")).toThrow("ENOENT");
    expect(content("b.txt")).toBe(CONTENT);
  });
});
