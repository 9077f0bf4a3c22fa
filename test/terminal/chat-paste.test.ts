// Long pastes in the prompt of a conversation, in a real terminal: one mark each, sent whole, whatever happens in between.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chats } from "./chatting.ts";

const ESC = "\u001b";
const UP = `${ESC}[A`;
const LINES = Array.from({ length: 312 }, (_, at) => `\tline ${at}: "quoted" \\ and ${"é漢👩‍💻".repeat(at % 3)}  `).join(
  "\n",
);
const paste = (text: string): string => `${ESC}[200~${text.replaceAll("\n", "\r")}${ESC}[201~`;

const chat = chats();

test("is one mark, sent whole, and folded again when ↑ brings it back", async () => {
  const screen = await chat.open({ script: [{ text: "first answer" }, { text: "second answer" }] });
  screen.type("explain ");
  screen.type(paste(LINES));
  await screen.waitFor(/> explain \[pasted 312 lines #1\]\nThe paste is sent whole\. Ctrl-O shows it\./);
  screen.type(" briefly");
  await screen.waitFor("> explain [pasted 312 lines #1] briefly");
  expect(screen.rows().join("\n")).not.toContain("line 0");
  screen.type("\r");
  await screen.waitFor("first answer");
  expect(chat.lastSent).toBe(`explain ${LINES} briefly`);
  expect(screen.rows()).toContain("> explain [pasted 312 lines #1] briefly");
  expect(screen.rows().join("\n")).not.toContain("line 1:");
  screen.type(UP);
  await screen.waitFor(/> explain \[pasted 312 lines #1\] briefly\n.*\/help$/);
  screen.type("!\r");
  await screen.waitFor("second answer");
  expect(chat.lastSent).toBe(`explain ${LINES} briefly!`);
});

test("is deleted as one character, put back with Ctrl-Y, opened with Ctrl-O", async () => {
  const screen = await chat.open({ script: [{ text: "got it" }] });
  screen.type("a ");
  screen.type(paste(LINES));
  await screen.waitFor("> a [pasted 312 lines #1]");
  screen.type("\u007f");
  await screen.waitFor(/> a ?\n.*\/help$/);
  screen.type("\u0019");
  await screen.waitFor("> a [pasted 312 lines #1]");
  screen.type(`${ESC}[D${ESC}[Db${ESC}[C${ESC}[C`);
  await screen.waitFor("> ab [pasted 312 lines #1]");
  screen.type("\u000f");
  await screen.waitFor(/line 311[^]*… \d+ lines above/);
  screen.type("\r");
  await screen.waitFor("got it");
  expect(chat.lastSent).toBe(`ab ${LINES}`);
});

test("an interrupt puts the message back, folded; Ctrl-C and ↑ too", async () => {
  const screen = await chat.openPaced();
  screen.type(paste(LINES));
  await screen.waitFor("> [pasted 312 lines #1]");
  screen.type(" x\r");
  await chat.paced.waitFor(1);
  screen.type(ESC);
  await screen.waitFor(/> \[pasted 312 lines #1\] x\nPut here for you to edit\./);
  screen.type("\u0003");
  await screen.waitFor("Ctrl-C again quits.");
  screen.type(UP);
  await screen.waitFor(/> \[pasted 312 lines #1\] x\n.*\/help$/);
  screen.type("\r");
  await chat.paced.waitFor(2);
  expect(chat.paced.asked.at(-1)).toBe(`${LINES} x`);
});

test("the editor gets all of it; what it leaves as it was stays folded", async () => {
  const folder = chat.folder;
  const editor = join(folder, "editor.sh");
  writeFileSync(
    editor,
    `#!/bin/sh\ncp "$1" "${folder}/edited"\nprintf 'before ' > "$1"; cat "${folder}/edited" >> "$1"\n`,
    {
      mode: 0o755,
    },
  );
  const screen = await chat.open({ script: [{ text: "got it" }], env: { EDITOR: editor } });
  screen.type("a ");
  screen.type(paste(LINES));
  await screen.waitFor("> a [pasted 312 lines #1]");
  screen.type(" b\u0007");
  await screen.waitFor("> before a [pasted 312 lines #1] b");
  expect(readFileSync(join(folder, "edited"), "utf8").trimEnd()).toBe(`a ${LINES} b`);
  screen.type("\r");
  await screen.waitFor("got it");
  expect(chat.lastSent).toBe(`before a ${LINES} b`);
});
