// The question about a command on a real terminal: where it runs, every line of it, and no yes before its end was there.

import { describe, expect, test } from "vitest";
import { KEYS, reviews } from "./reviewing.ts";

const review = reviews();
const HOST = JSON.stringify({ shell: { where: "host" } });
const LINES = { GALLEY_PLAIN: "1" };
const WORDS = { GALLEY_PLAIN: "words" };

function ask(command: string, setup: { readonly env?: Record<string, string>; readonly columns?: number } = {}) {
  const call = JSON.stringify({ command });
  const files = { "config.json": HOST, "call.json": call };
  return review({ ...setup, files, command: 'GALLEY tool shell "$(cat call.json)" --config config.json' });
}

/** It leaves a file where it ran to its end. */
const LONG = `${Array.from({ length: 400 }, (_, at) => `: line ${at + 1}`).join("\n")}\ntouch ran`;

describe.each([
  ["the screen", {}, /Run this command\? \[y\/n\]/, "y"],
  // What is typed before the ": " is thrown away.
  ["lines", LINES, /Run this command\? \[y\/n\]: *$/, "y\r"],
  ["words", WORDS, /Run this command\? \[y\/n\]: *$/, "y\r"],
])("a short command on %s", (_, env, question, yes) => {
  test("is shown whole, below where it runs, and runs after a yes", async () => {
    const asked = ask("echo 'a  b'\n\ttouch ran ", { env });
    await asked.screen.waitFor(question);
    const shown = asked.shown();
    expect(shown.replaceAll(/[\s│]+/g, " ")).toContain(
      "On this machine, not confined: it can do whatever you can, network included.",
    );
    expect(shown.indexOf("On this machine, not confined")).toBeLessThan(shown.indexOf("echo 'a"));
    expect(shown).toContain("echo 'a⟨SP×2⟩b'");
    expect(shown).toContain("touch ran⟨SP⟩");
    asked.screen.type(yes);
    await asked.end();
    expect(asked.read("ran")).toBe("");
  });
});

describe("a command of 401 lines", () => {
  test("on the screen: y does nothing but say so until the end was there", async () => {
    const asked = ask(LONG);
    await asked.screen.waitFor(/Scroll to its end, then y/);
    expect(asked.shown()).not.toContain("[y/n]");
    asked.screen.type("y");
    await asked.screen.waitFor(/Not yet: the end/);
    asked.screen.type(KEYS.pageDown);
    await asked.screen.waitFor(/line 25[^]*1[78]–3\d of 40\d/);
    asked.screen.type(KEYS.enter);
    await asked.screen.waitFor(/Not yet: the end/);
    asked.screen.type(KEYS.end);
    await asked.screen.waitFor(/touch ran[^]*Run this command\? \[y\/n\]/);
    asked.screen.type("y");
    await asked.end();
    expect(asked.read("ran")).toBe("");
  });

  test("on the screen: a yes typed along with the key that scrolls does not count", async () => {
    const asked = ask(LONG);
    await asked.screen.waitFor(/Scroll to its end, then y/);
    asked.screen.type(`${KEYS.end}y`);
    await asked.screen.waitFor(/of 40\d[^]*Not yet: the end/);
    asked.screen.type("n");
    await asked.end();
    expect(() => asked.read("ran")).toThrow(/ENOENT/);
  });

  test.each([
    ["lines", LINES],
    ["words", WORDS],
  ])("in %s: it is printed a screen at a time, and y works after the last", async (_, env) => {
    const asked = ask(LONG.split("\n").slice(-50).join("\n"), { env });
    await asked.screen.waitFor(/rows 1–19 of 5\d[^]*Run this command\? \[v\(iew more\)\/n\]: *$/);
    asked.screen.type("y\r");
    await asked.screen.waitFor(/more rows have not been on the screen[^]*\]: *$/);
    expect(() => asked.read("ran")).toThrow(/ENOENT/);
    asked.screen.type("v\r");
    await asked.screen.waitFor(/rows 20–38 of 5\d[^]*iew more\)\/n\]: *$/);
    asked.screen.type("v\r");
    await asked.screen.waitFor(/rows 39–5\d of 5\d[^]*touch ran[^]*Run this command\? \[y\/n\/v\(iew again\)\]: *$/);
    asked.screen.type("y\r");
    await asked.end();
    expect(asked.read("ran")).toBe("");
  });
});

test("letters and signs that look like others and right-to-left letters are marked in a command", async () => {
  const asked = ask('rm сору "א" * "ב"; echo ‘; rm –rf x; ’', { columns: 160 });
  await asked.screen.waitFor(/Run this command\?/);
  expect(asked.shown()).toContain(
    'rm ⟨U+0441⟩⟨U+043E⟩⟨U+0440⟩⟨U+0443⟩ "⢸א⡇" * "⢸ב⡇"; echo ⟨U+2018⟩; rm ⟨U+2013⟩rf x; ⟨U+2019⟩',
  );
});
