// Typing with help: commands, earlier messages and lists to choose from below the prompt, and the user's editor.

import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EDIT, READ } from "../agent/running.ts";
import { chats } from "./chatting.ts";

const chat = chats();
const UP = "\u001b[A";
const DOWN = "\u001b[B";
const CTRL_R = "\u0012";
const CTRL_G = "\u0007";

test("a slash lists the commands; a written one is sent at once, an unknown one reaches neither model nor prompt", async () => {
  const screen = await chat.open({ script: [{ text: "hi" }] });
  screen.type("/");
  await screen.waitFor("❯ /help");
  screen.type("ap");
  await screen.waitFor("❯ /approvals [revoke ID]");
  screen.type("\t");
  await screen.waitFor(/\n> \/approvals \n/);
  screen.type("\r");
  await screen.waitFor("No rules are remembered here.");
  screen.type("/cost\r");
  await screen.waitFor("No tokens have been counted yet.");
  screen.type("/hlep! me\r");
  await screen.waitFor("There is no command /hlep!");
  screen.type("hello\r");
  await screen.waitFor(/\nhi\n/);
  expect(chat.lastSent).toBe("hello");
  expect(chat.server.requests).toHaveLength(1);
  screen.type(`${UP}${UP}`);
  await screen.waitFor(/\n> \/hlep! me\n/);
});

test("Ctrl-R finds earlier messages by what is typed; at 20 columns too", async () => {
  const answers = ["one", "two", "three"].map((text) => ({ text }));
  const screen = await chat.open({ script: answers, columns: 20 });
  for (const [at, text] of ["fix the parser", "add a test", "fix it\u001b\rnow"].entries()) {
    screen.type(`${text}\r`);
    await screen.waitFor(new RegExp(`\n${answers[at]!.text}\n`));
  }
  screen.type(`fix${CTRL_R}`);
  await screen.waitFor(/❯ fix it now\n {2}fix the parser\n2 matches/);
  for (const row of screen.rows()) expect(row.length).toBeLessThanOrEqual(20);
  screen.type(`${DOWN}\r`);
  await screen.waitFor(/─\n> fix the parser\n/);
  screen.type(` now${CTRL_R}`);
  await screen.waitFor("Nothing matches.");
  screen.type("\u001b");
  await screen.waitFor(/─\n> fix the parser ?\n {2}now\nopenai/);
});

test.each([
  ["Ctrl-G", CTRL_G],
  ["Ctrl-X Ctrl-E", "\u0018\u0005"],
])("%s opens the prompt in the editor, and the text comes back", async (_, keys) => {
  const screen = await chat.open({ script: [{ text: "ok" }], env: { EDITOR: join(chat.folder, "editor") } });
  writeFileSync(join(chat.folder, "editor"), '#!/bin/sh\nprintf "line two\\n" >> "$1"\n');
  chmodSync(join(chat.folder, "editor"), 0o755);
  screen.type(`ine one\u0001l\u0005${keys}`); // Ctrl-E alone goes to the end of the line, as in a shell.
  await screen.waitFor(/> line one\n {2}line two/);
  screen.type("\r");
  await screen.waitFor(/\nok\n/);
  expect(chat.lastSent).toBe("line one\nline two");
});

test("/undo and /diff pick from the changes of this conversation", async () => {
  const again = { calls: [{ name: "edit_file", arguments: { path: "a.txt", old_string: "one", new_string: "1" } }] };
  const screen = await chat.open({ script: [READ, EDIT, again, { text: "Done." }], args: ["--permissions", "edits"] });
  screen.type("change it\r");
  await screen.waitFor("Done.");
  screen.type("/diff\r");
  await screen.waitFor(/❯ all +combined per file\n {2}\S+ {2}[\d-]+ [\d:]+ {2}a\.txt/);
  screen.type(`${DOWN}\r`);
  await screen.waitFor(/> \/diff \S{5,}\n[^]* -one\n.* \+1\n/);
  const shown = screen.rows().join("\n");
  expect(shown.slice(shown.lastIndexOf("> /diff "))).not.toContain("+TWO");
  screen.type("/undo\r");
  await screen.waitFor(/> \/undo \n❯ \S+ {2}[\d-]+ [\d:]+ {2}a\.txt/);
  screen.type("\r");
  await screen.waitFor(/> \/undo \S{5,}/);
  await screen.waitFor("is as it was before");
  expect(chat.content()).toBe("one\nTWO\nthree\n");
});
