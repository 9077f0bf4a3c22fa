// S0-46 on a real terminal: a write over 1 MB is shown to its last line, and exactly its bytes are written.

import { describe, expect, test } from "vitest";
import { reviews } from "./reviewing.ts";

// Characters of one to four bytes, so that a cut at a fixed size falls inside some of them.
const LINES = Array.from({ length: 30_000 }, (_, at) => `line ${at + 1}: naïve €uro 🙂 and words`);
const CONTENT = `${LINES.join("\n")}\nthe very last line\n`;

const open = reviews({ rows: 40, files: {} });
const review = (answer: string, env: Record<string, string> = {}) =>
  open({ answer, env: { PAGER: "tail -n 3", ...env } });
const create = (path: string): string => `${path}\n««« EDIT\n═══════ REPL\n${CONTENT}»»» EDIT END\n`;

describe("S0-46 a write over 1 MB", () => {
  test("on the screen: the end can be reached, and Enter writes it", async () => {
    const reviewing = review(create("big.txt"));
    await reviewing.screen.waitFor(/Write: big\.txt/);
    // The question stands below the text and is painted after it; keys typed before that answer nothing.
    await reviewing.play(
      [/line 1: naïve €uro 🙂 and words[^]*Write this file\?/, "G"],
      [/the very last line[^]*Write this file\?/, "\r"],
    );
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read("big.txt")).toBe(CONTENT);
  });

  test("as lines: it says that there is more, v pages all of it, y writes it", async () => {
    const reviewing = review(create("big.txt"), { GALLEY_PLAIN: "1" });
    await reviewing.screen.waitFor(/Write this file\?[^]*\]:\s*$/);
    expect(reviewing.shown()).not.toContain("the very last line");
    reviewing.screen.type("v\r");
    await reviewing.play([/30001 [+ ]the very last line[^]*\]:\s*$/, "y\r"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read("big.txt")).toBe(CONTENT);
  });

  test("two in one batch: each has its own chunks, one is written, one is not", async () => {
    const reviewing = review(create("a.txt") + create("b.txt"), { GALLEY_PLAIN: "1" });
    await reviewing.play([/\[1\/2\] Write: a\.txt[^]*\]:\s*$/, "n\r"], [/\[2\/2\] Write: b\.txt[^]*\]:\s*$/, "y\r"]);
    await reviewing.end();
    expect(() => reviewing.read("a.txt")).toThrow("ENOENT");
    expect(reviewing.read("b.txt")).toBe(CONTENT);
  });
});
