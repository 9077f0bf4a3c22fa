// A conversation with much in it, on 20 columns: a paste of 100 kB, a long answer, many turns. GALLEY_RUNS=4 makes it an
// answer of 5 MB and 200 turns.

import { expect, test } from "vitest";
import { repeats } from "../support/repeats.ts";
import { chats, tail } from "./chatting.ts";

const chat = chats();

test("100 kB are pasted and sent whole; a long answer arrives, and typing goes on, on 20 columns", async () => {
  const line = "All work and no play makes a long answer.\n\n";
  const text = `${line.repeat(Math.ceil((1_250_000 * repeats(1)) / line.length))}The end of it.`;
  const screen = await chat.open({ columns: 20, rows: 12, script: [{ text }, { text: "short" }] });
  const pasted = Array.from({ length: 5_000 }, (_, at) => `line ${at} of the paste`).join("\n");
  screen.type(`\u001b[200~${pasted}\u001b[201~`);
  await screen.waitFor("> [pasted 5,000 l…");
  screen.type("\u000f");
  await screen.waitFor(/… \d+ lines abo/);
  expect(
    tail(screen, 12)
      .split("\n")
      .every((row) => row.length <= 20),
  ).toBe(true);
  screen.type("\r");
  await screen.waitFor("The end of it.");
  expect(chat.lastSent.length).toBe(pasted.length);
  screen.type("next\r");
  await screen.waitFor(/\nshort\n/);
  for (const row of screen.visible()) expect(row.length).toBeLessThanOrEqual(20);
}, 180_000);

test("many turns: the last is answered like the first, and a resume shows where it was", async () => {
  const turns = 50 * repeats(1);
  const script = Array.from({ length: turns }, (_, at) => ({ text: `answer ${at}.` }));
  const screen = await chat.open({ script });
  for (let at = 0; at < turns; at += 1) {
    screen.type(`question ${at}\r`);
    await screen.waitFor(`answer ${at}.`);
  }
  screen.type("/quit\r");
  await screen.exit;
  const again = await chat.open({ args: ["--resume", "last"] });
  await again.waitFor(`${turns - 3} turns before this are not shown again`);
  await again.waitFor(`answer ${turns - 1}.`);
}, 180_000);
