// The prompt of a conversation, in a real terminal: typing, pasting, completing, and a window that is resized.

import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chats } from "./chatting.ts";

const ESC = "\u001b";

const chat = chats();

describe("typing", () => {
  test("a paste keeps its lines and sends nothing", async () => {
    const screen = await chat.open({ script: [{ text: "got it" }] });
    screen.type(`${ESC}[200~line one\r\nline two\n\tthree${ESC}[201~`);
    await screen.waitFor("> line one\n  line two\n      three");
    expect(chat.server.requests).toHaveLength(0);
    screen.type("\r");
    await screen.waitFor("got it");
    expect(chat.lastSent).toBe("line one\nline two\n\tthree");
  });

  test("Alt-Enter, Shift-Enter and a backslash go on in a new line", async () => {
    const screen = await chat.open({ script: [{ text: "got it" }] });
    screen.type(`a${ESC}\rb${ESC}[13;2uc\\\rd`);
    await screen.waitFor("> a\n  b\n  c\n  d");
    screen.type("\r");
    await screen.waitFor("got it");
    expect(chat.lastSent).toBe("a\nb\nc\nd");
  });

  test("what was sent comes back, in this conversation and in the next", async () => {
    const first = await chat.open({ script: [{ text: "one" }] });
    first.type("remember me\r");
    await first.waitFor("one");
    first.type("/quit\r");
    expect((await first.exit).code).toBe(0);
    const kept = join(chat.folder, "state", "galley", "prompts.jsonl");
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    const second = await chat.open();
    second.type(`${ESC}[A${ESC}[A`);
    await second.waitFor("> remember me");
  });

  test("what was not sent comes back in the next conversation, however one left", async () => {
    const first = await chat.openPaced();
    first.type("cleared\u0003");
    await first.waitFor("Ctrl-C again quits.");
    first.type("go\r");
    await chat.paced.waitFor(1);
    first.type("half a thought");
    await first.waitFor("> half a thought");
    first.type("\u0003\u0003");
    expect((await first.exit).code).toBe(0);
    const second = await chat.openPaced();
    second.type(`${ESC}[A`);
    await second.waitFor("> half a thought");
    second.type(`${ESC}[A`);
    await second.waitFor("> cleared");
  });

  test("a paste of 300 kB in one line is sent at once", async () => {
    const screen = await chat.open({ script: [{ text: "got it" }] });
    const text = "z".repeat(300_000);
    screen.type(`${ESC}[200~${text}${ESC}[201~`);
    await screen.waitFor("> [pasted 300,000 characters #1]");
    screen.type("\r");
    await screen.waitFor("got it");
    expect(chat.lastSent).toBe(text);
  });

  test("Tab completes commands and paths", async () => {
    const screen = await chat.open({ files: { "src/price.ts": "x\n", "src/print.ts": "y\n", "b.txt": "" } });
    screen.type("/fil\t");
    await screen.waitFor("> /files ");
    screen.type("\u0015/add sr\tpr\t");
    await screen.waitFor("> /add src/pri");
    await screen.waitFor("src/price.ts  src/print.ts");
    screen.type("c\t\r");
    await screen.waitFor("✓ src/price.ts (about 1 token, under 1% of the window)");
  });

  test("Tab completes names with spaces, models, and what a command takes", async () => {
    const screen = await chat.open({ files: { "my notes/first draft.md": "x\n", "b.txt": "x\n" } });
    screen.type("/add my\t");
    await screen.waitFor('> /add "my notes/\n');
    screen.type("\t\r");
    await screen.waitFor("✓ my notes/first draft.md (about 1 token, under 1% of the window)");
    screen.type("/model open\t");
    await screen.waitFor(/> \/model open\n.*openai\/gpt-5 .*openrouter\//);
    screen.type("\u0015/cost \t");
    await screen.waitFor(/> \/cost ?\n.*\/help$/);
    screen.type("\u0015/");
    await screen.waitFor(/❯ \/help[^]*\/clear/);
  });

  test("long input at 40 columns: every row fits, nothing is lost", async () => {
    const screen = await chat.open({
      columns: 40,
      rows: 20,
      script: [{ text: `${"word ".repeat(60)}\n\n| a | b |\n|---|---|\n| ${"x".repeat(30)} | ${"y".repeat(30)} |` }],
    });
    const text = "The quick brown fox jumps over the lazy dog, again and again.";
    screen.type(text);
    await screen.waitFor("again.");
    screen.type("\r");
    await screen.waitFor("yyyyyyyy");
    expect(chat.lastSent).toBe(text);
    expect(screen.rows().join(" ").match(/word/g)).toHaveLength(60);
    expect(Math.max(...screen.rows().map((row) => row.length))).toBeLessThanOrEqual(40);
  });
});

test("a command typed right after an interrupt is not joined to the message that was put back", async () => {
  const screen = await chat.openPaced();
  screen.type("a question\r");
  await chat.paced.waitFor(1);
  screen.type(ESC);
  await screen.waitFor(/> a question\nPut here for you to edit\./);
  screen.type("/nonsense\r");
  await screen.waitFor("There is no command /nonsense. It was not sent.");
  screen.type("next\r");
  await chat.paced.waitFor(2);
  expect(chat.paced.asked.at(-1)).toBe("next");
  screen.type(ESC);
  await screen.waitFor(/> next\nPut here/);
  screen.type(" one");
  await screen.waitFor(/> next one\n/);
  screen.type(`\u0003${ESC}[A${ESC}[A${ESC}[A${ESC}[A`);
  await screen.waitFor(/> a question\n/);
});

test("Ctrl-L clears the screen and takes nothing away, also while the model answers", async () => {
  const screen = await chat.openPaced();
  screen.type("go\r");
  await chat.paced.waitFor(1);
  chat.paced.say("First.\n\nSecond, half");
  await screen.waitFor("Second, half");
  screen.type("typed\u000c");
  await screen.waitFor(/^> typed\n.*\/help$/m);
  chat.paced.say(" and whole.\n\nThird.");
  chat.paced.end();
  await screen.waitFor("Third.");
  await screen.waitFor(/> typed\n.*\/help$/);
  expect(screen.visible()[0]).not.toContain("galley in");
  const shown = screen.rows().join("\n");
  for (const words of ["Say what you want", "First.", "Second, half and whole.", "Third."])
    expect(shown.split(words)).toHaveLength(2);
});

describe("the window is resized", () => {
  test.each([
    ["narrower", 44],
    ["wider", 110],
  ])("%s while the model answers: what was said stands once, the prompt is whole", async (_, columns) => {
    const screen = await chat.openPaced();
    screen.type("go\r");
    await chat.paced.waitFor(1);
    chat.paced.say("First paragraph.\n\nSecond, and it is");
    await screen.waitFor("Second, and it is");
    screen.type("typed meanwhile");
    await screen.waitFor("> typed meanwhile");
    screen.resize(columns, 24);
    chat.paced.say(" long.\n\nThird.");
    chat.paced.end();
    await screen.waitFor("Third.");
    await screen.waitFor(/> typed meanwhile\n.*\/help$/);
    const shown = screen.rows().join("\n");
    for (const words of ["First paragraph.", "Second, and it is long.", "Third."])
      expect(shown.split(words)).toHaveLength(2);
  });
});
