// What a model may do without asking, switched with a key: shown in the prompt, kept with the conversation.

import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { EDIT, READ } from "../agent/running.ts";
import { chats } from "./chatting.ts";

const chat = chats();
const SHIFT_TAB = "\u001b[Z";

test("Shift-Tab: edits are made unasked but for protected paths; plan only reads; both survive a resume", async () => {
  const write = { calls: [{ name: "write_file", arguments: { path: ".envrc", content: "export X=1\n" } }] };
  const back = { calls: [{ name: "edit_file", arguments: { path: "a.txt", old_string: "TWO", new_string: "2" } }] };
  const script = [READ, EDIT, { text: "Done." }, write, { text: "As you like." }, back, { text: "My plan." }];
  const screen = await chat.open({ script });
  screen.type(SHIFT_TAB);
  await screen.waitFor(/\nedits> \n.*edits here are not asked about/);
  screen.type("change it\r");
  await screen.waitFor("Done.");
  expect(chat.content()).toBe("one\nTWO\nthree\n");
  expect(screen.rows().join("\n")).toMatch(/edit_file\(a\.txt\)\n.*✓ .*\n[^]*\n2 {3}-two\n {2}2 \+TWO\n[^]*\nDone\./);
  screen.type("/approvals\r");
  await screen.waitFor("edits and new files below workspace");
  screen.type("and the environment\r");
  await screen.waitFor(/Write this (new )?file\?[^]*Enter/);
  screen.type("d");
  await screen.waitFor("As you like.");
  expect(existsSync(chat.path(".envrc"))).toBe(false);
  screen.type(SHIFT_TAB);
  await screen.waitFor(/\nplan> \n.*plan: the model only reads/);
  screen.type("more\r");
  await screen.waitFor("My plan.");
  expect(chat.content()).toBe("one\nTWO\nthree\n");
  expect(screen.rows().join("\n")).toMatch(
    /edit_file\(a\.txt\)\n {2}– edit_file is not allowed now: .*plan mode, which only/,
  );
  const { tools } = chat.server.requests.at(-1)!.body as { tools: { function: { name: string } }[] };
  expect(tools.map((tool) => tool.function.name).toSorted()).toEqual(["glob", "grep", "ls", "read_file"]);
  screen.type("/quit\r");
  await screen.exit;
  const again = await chat.open({ args: ["chat", "--resume", "last"], columns: 20 });
  await again.waitFor(/\nplan> /);
  for (const row of again.rows()) expect(row.length).toBeLessThanOrEqual(20);
  again.type("/permissions edits\r");
  await again.waitFor(/\nedits> /);
  again.type("/approvals revoke session-1\r");
  await again.waitFor(/approval again[^]*\n> \n/);
});

test("a long change that was not asked about is shown in part, with the way to the rest", async () => {
  const content = Array.from({ length: 90 }, (_, at) => `row ${at}\n`).join("");
  const write = { calls: [{ name: "write_file", arguments: { path: "b.txt", content } }] };
  const screen = await chat.open({ args: ["chat", "--permissions", "edits"], script: [write, { text: "Done." }] });
  screen.type("write it\r");
  await screen.waitFor("Done.");
  const shown = screen.rows().join("\n");
  expect(shown).toContain("\nCreated: b.txt\n 1 +row 0\n");
  expect(shown).toContain("\n… and 51 more rows: /diff shows all of them\n\nDone.");
  expect(shown).not.toContain("+row 89");
});

test("what the model said before a call is above the change, and in the conversation after it", async () => {
  const edit = { text: "I shout the second line.", ...EDIT };
  const screen = await chat.open({ script: [READ, edit, { text: "Done." }] });
  screen.type("change it\r");
  await screen.waitFor(/model> I shout the second line\.[^]*Apply this edit\?[^]*Enter apply/);
  screen.type("y");
  await screen.waitFor(/\nI shout the second line\.\n[^]*Done\./);
  expect(screen.rows().join("\n")).not.toContain("\n@@"); // It was shown in the question.
});

test("--permissions, --max-requests, --max-tokens: the turn stops at the limit and is continued", async () => {
  const args = ["chat", "--permissions", "plan", "--max-requests", "1"];
  const screen = await chat.open({ args, script: [READ, { text: "It has three lines." }] });
  await screen.waitFor(/\nplan> /);
  screen.type("how long is it?\r");
  await screen.waitFor("Stopped after 1 request in one turn");
  screen.type("continue\r");
  await screen.waitFor("It has three lines.");
});
