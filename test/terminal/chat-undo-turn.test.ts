// A turn that changed several files is undone at once: what the model did in it is one thing to the user.

import { existsSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Step } from "../../src/testing/index.ts";
import { chats } from "./chatting.ts";

const chat = chats();

function creating(...names: readonly string[]): Step {
  return { calls: names.map((name) => ({ name: "write_file", arguments: { path: name, content: `${name}\n` } })) };
}

const script = [creating("first.txt"), { text: "One." }, creating("x.txt", "y.txt", "z.txt"), { text: "Two." }];
const there = (...names: readonly string[]): readonly boolean[] => names.map((name) => existsSync(chat.path(name)));

async function twoTurns() {
  const screen = await chat.open({ script, args: ["--permissions", "edits"] });
  screen.type("one\r");
  await screen.waitFor("One.");
  screen.type("two\r");
  await screen.waitFor("Two.");
  return screen;
}

test("/undo offers the newest change first, then the last turn, then all", async () => {
  const screen = await twoTurns();
  screen.type("/undo\r");
  await screen.waitFor(
    /❯ \S+ {2}[\d-]+ [\d:]+ {2}z\.txt\n {2}turn {2}the last turn's 3 changes\n {2}all {3}this conversation's 4 changes\n/,
  );
  screen.type("\u001b[B\r");
  await screen.waitFor("z.txt is gone again");
  await screen.waitFor("galley log lists them");
  expect(there("first.txt", "x.txt", "y.txt", "z.txt")).toEqual([true, false, false, false]);
  screen.type("/undo turn\r");
  await screen.waitFor("The last turn changed nothing that can be undone.");
  screen.type("/undo all\r");
  await screen.waitFor("first.txt is gone again");
  expect(there("first.txt")).toEqual([false]);
});

test("/undo all leaves a file that was changed since, and undoes the others", async () => {
  const screen = await twoTurns();
  writeFileSync(chat.path("y.txt"), "mine\n");
  screen.type("/undo all\r");
  await screen.waitFor(/– y\.txt: it was changed since/);
  await screen.waitFor("galley log lists them");
  expect(there("first.txt", "x.txt", "y.txt", "z.txt")).toEqual([false, false, true, false]);
});
