// The window of a conversation is resized, down to 20 columns and back, whatever is on it; and what is left in the
// scrollback: every answer once, as it can be read and copied.

import { describe, expect, test, vi } from "vitest";
import type { Step } from "../../src/testing/index.ts";
import { chats, QUESTION } from "./chatting.ts";
import type { Screen } from "./pty.ts";

const chat = chats();
const SIZES = [
  [20, 24],
  [80, 24],
  [33, 12],
  [110, 40],
  [20, 40],
  [80, 30],
] as const;

/** Without regard to where rows are broken. */
function words(screen: Screen): string {
  return screen.copied().join(" ").replaceAll(/\s+/g, " ");
}

/**
 * Resizes between two paintings, and waits until something was painted for it. What a program has painted for the old size,
 * and the terminal reads at the new one, no program can take back.
 */
async function resize(screen: Screen, [columns, rows]: readonly [number, number]): Promise<void> {
  let before = -1;
  while (before !== screen.raw().length) {
    before = screen.raw().length;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  screen.resize(columns, rows);
  await vi.waitFor(() => expect(screen.raw().length).toBeGreaterThan(before), { timeout: 60_000 });
}

/** Nothing of the live rows is left above them: one rule, one prompt, one footer. */
function expectOnePrompt(screen: Screen): void {
  const copied = screen.copied();
  expect(copied.filter((line) => /^─+$/.test(line))).toHaveLength(1);
  expect(copied.filter((line) => line.includes("Esc interrupts"))).toHaveLength(0);
  expect(copied.filter((line) => line.endsWith("/help"))).toHaveLength(1);
}

describe("every answer is there once", () => {
  test("while it streams and something is typed", async () => {
    const screen = await chat.openPaced();
    screen.type("go\r");
    await chat.paced.waitFor(1);
    chat.paced.say("Begin.\n\n");
    await screen.waitFor("Begin.");
    screen.type("typed meanwhile");
    const said = SIZES.map((_, at) => `word${at} and a sentence that is longer than a narrow row, end${at}.`);
    for (const [at, size] of SIZES.entries()) {
      chat.paced.say(`${said[at]}\n\nhalf${at}`);
      await screen.waitFor(`half${at}`);
      await resize(screen, size);
      chat.paced.say(` done${at}\n\n`);
      await screen.waitFor(`done${at}`);
    }
    chat.paced.end();
    await screen.waitFor(/\n\n─{79}\n> typed meanwhile\n.*\/help$/);
    const shown = words(screen);
    for (const [at, sentence] of said.entries()) {
      expect(shown.split(sentence)).toHaveLength(2);
      expect(shown.split(`half${at} done${at}`)).toHaveLength(2);
      expect(shown.split(`half${at}`)).toHaveLength(2);
    }
    expectOnePrompt(screen);
  });

  test("while the picker is open", async () => {
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`src/name-${at}.txt`, "x\n"]));
    const screen = await chat.open({ files, script: [{ text: "An answer before." }, { text: "And one after." }] });
    screen.type("first\r");
    await screen.waitFor("An answer before.");
    screen.type("see @name");
    await screen.waitFor("12 matches");
    for (const size of SIZES) await resize(screen, size);
    screen.type("-11");
    await screen.waitFor(/> see @name-11\n❯ src\/name-11\.txt[^\n]*\n1 match/);
    screen.type("\r");
    await screen.waitFor("> see @src/name-11.txt");
    screen.type("\r");
    await screen.waitFor("And one after.");
    await screen.waitFor(/\n> ?\n.*\/help$/);
    // Where the terminal folds rows below the cursor, a row of the list may stay; never is one of an answer taken.
    const shown = words(screen);
    for (const once of ["An answer before.", "And one after.", "✓ src/name-11.txt"])
      expect(shown.split(once)).toHaveLength(2);
  });

  test("while the picker is open in an editor's terminal, of which nothing stays", async () => {
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`src/name-${at}.txt`, "x\n"]));
    // xterm.js is in these, and here: where it folds rows below the cursor, it moves the cursor down.
    const screen = await chat.open({ files, script: [{ text: "An answer before." }], env: { TERM_PROGRAM: "vscode" } });
    screen.type("first\r");
    await screen.waitFor("An answer before.");
    screen.type("see @name");
    await screen.waitFor("12 matches");
    for (const columns of [60, 110, 40, 80]) await resize(screen, [columns, 30]);
    screen.type("\u001b");
    await screen.waitFor(/\n> see @name\n.*\/help$/);
    expect(words(screen)).not.toMatch(/matches|name-\d/);
    expect(words(screen).split("An answer before.")).toHaveLength(2);
    expectOnePrompt(screen);
  });

  test("while a change is reviewed", async () => {
    const edit: Step = {
      text: "I change the second line.",
      calls: [{ name: "edit_file", arguments: { path: "a.txt", old_string: "two", new_string: "TWO" } }],
    };
    const screen = await chat.open({
      script: [{ calls: [{ name: "read_file", arguments: { path: "a.txt" } }] }, edit, { text: "It is changed." }],
    });
    screen.type("change it\r");
    await screen.waitFor(QUESTION);
    for (const size of SIZES) await resize(screen, size);
    await screen.waitFor(QUESTION);
    screen.type("y");
    await screen.waitFor("It is changed.");
    await screen.waitFor(/\n> ?\n.*\/help$/);
    expect(chat.content()).toBe("one\nTWO\nthree\n");
    const shown = words(screen);
    for (const once of ["I change the second line.", "It is changed."]) expect(shown.split(once)).toHaveLength(2);
    expect(shown).not.toContain("Apply this edit?");
    expectOnePrompt(screen);
  });
});

test("copied text has its long words and its lines of code as they were, and no spaces at the end of lines", async () => {
  const url = `https://example.com/${"a-long-path/".repeat(12)}end`;
  const command = `npx some-tool ${"--option=value ".repeat(12)}--last`;
  const answer = `See ${url} for more.\n\n\`\`\`sh\n${command}\necho short\n\`\`\`\n\n- in a list: \`${url}?list\`\n\n${"plain words ".repeat(30)}`;
  const screen = await chat.open({ columns: 40, script: [{ text: answer }] });
  screen.type("go\r");
  await screen.waitFor("plain words");
  await screen.waitFor(/\n\n─{39}\n> ?\nopenai[^\n]*$/);
  const copied = screen.copied();
  expect(copied.filter((line) => line.includes(url) && !line.includes("?list"))).toHaveLength(1);
  expect(copied).toContain(`  ${command}`);
  expect(copied.filter((line) => line.includes(`${url}?list`))).toHaveLength(1);
  expect(copied.filter((line) => /plain words|See|echo/.test(line) && line.endsWith(" "))).toEqual([]);
  for (const line of copied.filter((each) => each.includes("plain")))
    expect(line).toMatch(/^(?:plain|words)(?: plain| words)*$/);
});
