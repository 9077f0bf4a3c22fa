// A conversation as a person has it: a real terminal, a real server, the built program.

import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Step } from "../../src/testing/index.ts";
import { ensureBuilt } from "../built.ts";
import { Chatting, tail } from "./chatting.ts";

const READ: Step = { calls: [{ name: "read_file", arguments: { path: "a.txt" } }] };
const EDIT: Step = {
  calls: [{ name: "edit_file", arguments: { path: "a.txt", old_string: "two", new_string: "TWO" } }],
};
const BLOCK = "a.txt\n««« EDIT\ntwo\n═══════ REPL\nTWO\n»»» EDIT END\n";
const QUESTION = "Apply this edit?";
const ESC = "\u001b";

let chat: Chatting;
beforeAll(ensureBuilt);
beforeEach(() => {
  chat = new Chatting();
});
afterEach(() => chat.close());

const lastSent = (): string => {
  const { messages } = chat.server.requests.at(-1)!.body as { messages: readonly { content: unknown }[] };
  return String(messages.at(-1)!.content);
};

describe("an answer", () => {
  test("is shown while it comes and stands whole in the end", async () => {
    const screen = await chat.openPaced();
    screen.type("hello\r");
    await chat.paced.waitFor(1);
    chat.paced.say("# Head\n\nThe **first** wor");
    await screen.waitFor("The **first** wor");
    await screen.waitFor("Esc interrupts");
    chat.paced.say(`ds.\n\n${Array.from({ length: 60 }, (_, at) => `- item ${at}\n`).join("")}`);
    await screen.waitFor("item 59");
    chat.paced.say("\n\nThe end.");
    chat.paced.end();
    await screen.waitFor("The end.");
    await screen.waitFor(/> \n?.*\/help$/);
    const shown = screen.rows().join("\n");
    for (let at = 0; at < 60; at += 1) expect(shown).toContain(`• item ${at}\n`);
    expect(shown).toContain("# Head\n\nThe **first** words.\n\n• item 0");
    expect(shown.split("item 30").length).toBe(2);
    expect(chat.paced.asked).toEqual(["hello"]);
  });

  test("of a hostile model and hostile files cannot reach the terminal", async () => {
    const attack = `${ESC}]0;owned\u0007${ESC}[2J\u009b31m\u202e`;
    const screen = await chat.open({
      script: [
        READ,
        {
          text: `x ${attack} y\n\n\`\`\`\n${attack}\n\`\`\`\n`,
          calls: [{ name: "shell", arguments: { command: `echo '${attack}'` } }],
        },
        { text: "bye" },
      ],
      config: { shell: { where: "host" } },
      files: { "a.txt": attack },
    });
    screen.type("go\r");
    await screen.waitFor("Run this command?");
    screen.type("y");
    await screen.waitFor("bye");
    expect(screen.raw()).not.toContain(`${ESC}]0;`);
    expect(screen.raw()).not.toContain("\u202e");
    expect(screen.raw()).not.toContain("\u009b");
    expect(screen.rows().join("\n")).toContain("x ⟨ESC⟩]0;owned⟨BEL⟩");
    expect(screen.rows().join("\n")).toContain("┌─ $ shell");
  });

  test("that cannot be had gives the prompt back and the conversation goes on", async () => {
    const screen = await chat.open({ script: [{ status: 401 }, { text: "better" }] });
    screen.type("please\r");
    await screen.waitFor(/✗ .*\n[^]*> please/);
    screen.type(" now\r");
    await screen.waitFor("better");
    expect(lastSent()).toBe("please now");
    expect(chat.server.refused).toEqual([]);
  });
});

describe("review in place", () => {
  test("a yes writes, and the conversation is there again", async () => {
    const screen = await chat.open({ script: [READ, EDIT, { text: "Done." }] });
    screen.type("change it\r");
    await screen.waitFor(QUESTION);
    screen.type("y");
    await screen.waitFor("Done.");
    expect(chat.content()).toBe("one\nTWO\nthree\n");
    const shown = screen.rows().join("\n");
    expect(shown).toContain("  read_file(a.txt)");
    expect(shown).toContain("  edit_file(a.txt)");
    expect(shown).toContain("you approved it");
  });

  test("a no reaches the model, nothing is written", async () => {
    const screen = await chat.open({ script: [READ, EDIT, { text: "As you like." }] });
    screen.type("change it\r");
    await screen.waitFor(QUESTION);
    screen.type("d");
    await screen.waitFor("As you like.");
    expect(chat.content()).toBe("one\ntwo\nthree\n");
    expect(lastSent()).toMatch(/REJECTED/);
  });

  test("Ctrl-C in a question interrupts the turn; the next one is accepted", async () => {
    const screen = await chat.open({ script: [READ, EDIT, { text: "Fresh." }] });
    screen.type("change it\r");
    await screen.waitFor(QUESTION);
    screen.type("\u0003");
    await screen.waitFor("! Interrupted.");
    await screen.waitFor(/> change it\nCtrl-C again leaves\.$/);
    screen.type(" again\r");
    await screen.waitFor("Fresh.");
    expect(chat.server.refused).toEqual([]);
    expect(chat.content()).toBe("one\ntwo\nthree\n");
  });

  test("edit blocks show while they stream and are asked about; what was not seen is offered for the next message", async () => {
    const screen = await chat.open({
      args: ["--mode", "blocks"],
      script: [{ text: `Look:\n\n${BLOCK}` }, { text: BLOCK }, { text: "ok" }],
    });
    screen.type("go\r");
    await screen.waitFor("  - two\n  + TWO");
    await screen.waitFor(/> You can see a\.txt now/);
    screen.type("\r");
    await screen.waitFor(QUESTION);
    screen.type("y");
    await screen.waitFor("  ✓ a.txt");
    expect(chat.content()).toBe("one\nTWO\nthree\n");
    expect(chat.server.requests).toHaveLength(2);
  });
});

describe("interrupting", () => {
  test("Esc stops the answer, keeps what came, and puts the prompt back", async () => {
    const screen = await chat.openPaced();
    screen.type("tell me\r");
    await chat.paced.waitFor(1);
    chat.paced.say("Once upon a time");
    await screen.waitFor("Once upon a time");
    screen.type(ESC);
    await screen.waitFor("Interrupted.");
    await screen.waitFor(/> tell me\n.*\/help$/);
    expect(screen.rows().join("\n")).toContain("Once upon a time");
    screen.type(" more\r");
    await chat.paced.waitFor(2);
    chat.paced.say("there was");
    chat.paced.end();
    await screen.waitFor("there was");
    expect(chat.paced.asked[1]).toContain("tell me more");
  });

  test("what is typed meanwhile is kept; Enter sends it afterwards", async () => {
    const screen = await chat.openPaced();
    screen.type("one\r");
    await chat.paced.waitFor(1);
    screen.type("two");
    await screen.waitFor("> two");
    screen.type("\r");
    await screen.waitFor("Sent when this is done");
    expect(chat.paced.asked).toEqual(["one"]);
    chat.paced.say("first");
    chat.paced.end();
    await chat.paced.waitFor(2);
    expect(chat.paced.asked).toEqual(["one", "two"]);
  });

  test("with something typed already, the prompt that was interrupted is one key away", async () => {
    const screen = await chat.openPaced();
    screen.type("first\r");
    await chat.paced.waitFor(1);
    screen.type("second");
    await screen.waitFor("> second");
    screen.type(ESC);
    await screen.waitFor("one ↑ away");
    screen.type(`${ESC}[A`);
    await screen.waitFor(/> first\n/);
    screen.type(`${ESC}[B`);
    await screen.waitFor(/> second\n/);
  });

  test("Ctrl-C twice leaves, and the terminal is as it was", async () => {
    const screen = await chat.open();
    screen.type("half a thou");
    await screen.waitFor("half a thou");
    screen.type("\u0003");
    await screen.waitFor("Ctrl-C again leaves.");
    screen.type("\u0003");
    expect((await screen.exit).code).toBe(0);
    expect(screen.raw()).toContain(`${ESC}[?2004l`);
    expect(screen.raw().lastIndexOf(`${ESC}[?25h`)).toBeGreaterThan(screen.raw().lastIndexOf(`${ESC}[?25l`));
  });

  test("Ctrl-C twice leaves while the model answers too", async () => {
    const screen = await chat.openPaced();
    screen.type("go\r");
    await chat.paced.waitFor(1);
    screen.type("\u0003\u0003");
    expect((await screen.exit).code).toBe(0);
  });
});

describe("typing", () => {
  test("a paste keeps its lines and sends nothing", async () => {
    const screen = await chat.open({ script: [{ text: "got it" }] });
    screen.type(`${ESC}[200~line one\r\nline two\n\tthree${ESC}[201~`);
    await screen.waitFor("> line one\n  line two\n      three");
    expect(chat.server.requests).toHaveLength(0);
    screen.type("\r");
    await screen.waitFor("got it");
    expect(lastSent()).toBe("line one\nline two\n\tthree");
  });

  test("Alt-Enter, Shift-Enter and a backslash go on in a new line", async () => {
    const screen = await chat.open({ script: [{ text: "got it" }] });
    screen.type(`a${ESC}\rb${ESC}[13;2uc\\\rd`);
    await screen.waitFor("> a\n  b\n  c\n  d");
    screen.type("\r");
    await screen.waitFor("got it");
    expect(lastSent()).toBe("a\nb\nc\nd");
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
    await first.waitFor("Ctrl-C again leaves.");
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
    await screen.waitFor(/z\n {2}… \d+ lines above\n.*\/help$/);
    screen.type("\r");
    await screen.waitFor("got it");
    expect(lastSent()).toBe(text);
  });

  test("Tab completes commands and paths", async () => {
    const screen = await chat.open({ files: { "src/price.ts": "x\n", "src/print.ts": "y\n", "b.txt": "" } });
    screen.type("/fil\t");
    await screen.waitFor("> /files ");
    screen.type("\u0015/add sr\tpr\t");
    await screen.waitFor("> /add src/pri");
    await screen.waitFor("src/price.ts  src/print.ts");
    screen.type("c\t\r");
    await screen.waitFor("✓ src/price.ts (about 1 tokens)");
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
    expect(lastSent()).toBe(text);
    expect(screen.rows().join(" ").match(/word/g)).toHaveLength(60);
    expect(Math.max(...screen.rows().map((row) => row.length))).toBeLessThanOrEqual(40);
  });
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

describe("slash commands", () => {
  test("files: /add, /files, /drop, /map", async () => {
    const screen = await chat.open({
      files: { "src/price.ts": "export function total() {}\n", "b.bin": "\u0000\u0001" },
    });
    screen.type("/add src/price.ts nothing.ts\r");
    await screen.waitFor("✓ src/price.ts (about");
    await screen.waitFor("✗ nothing.ts");
    await screen.waitFor("1 file ·");
    screen.type("/files\r");
    await screen.waitFor(/About \d+ of [\d,]+ tokens\./);
    screen.type("/drop src/price.ts\r");
    await screen.waitFor("is not shown any more");
    screen.type("/map\r");
    await screen.waitFor(/function total\(\)/);
  });

  test("/model, /mode, /cost, /save, /approvals, /help, and a slip", async () => {
    const screen = await chat.open({ script: [{ text: "hi" }] });
    screen.type("/model nobody/x\r");
    await screen.waitFor("names no model");
    screen.type("/mode blocks\r");
    await screen.waitFor("✓ blocks: the model writes edit blocks");
    screen.type("/cost\r");
    await screen.waitFor("No tokens were counted yet.");
    screen.type("hello\r");
    await screen.waitFor(/\nhi\n/);
    screen.type("/cost\r");
    await screen.waitFor(/tokens in, \d+ out/);
    screen.type("/save\r");
    await screen.waitFor("galley chat --resume");
    screen.type("/approvals\r");
    await screen.waitFor("Nothing is done without asking");
    screen.type("/hlep\r");
    await screen.waitFor("(did you mean /help?)");
    await screen.waitFor("> /hlep");
    screen.type("\u0015/help\r");
    await screen.waitFor("/edit-last [PATH]");
  });

  test("/diff, /undo and Ctrl-E, and the model hears of it", async () => {
    const screen = await chat.open({
      script: [READ, EDIT, { text: "Done." }, { text: "I see." }],
      env: { EDITOR: join(chat.folder, "editor") },
    });
    writeFileSync(join(chat.folder, "editor"), '#!/bin/sh\nsed -i s/TWO/zwei/ "$1"\n');
    chmodSync(join(chat.folder, "editor"), 0o755);
    screen.type("change it\r");
    await screen.waitFor(QUESTION);
    screen.type("y");
    await screen.waitFor("Done.");
    screen.type("/diff\r");
    await screen.waitFor("-two\n+TWO");
    screen.type("\u0005");
    await screen.waitFor(/Apply|Write/);
    screen.type("y");
    await screen.waitFor("is as you edited it");
    expect(chat.content()).toBe("one\nzwei\nthree\n");
    screen.type("/undo\r");
    await screen.waitFor("is as it was before");
    expect(chat.content()).toBe("one\nTWO\nthree\n");
    screen.type("well?\r");
    await screen.waitFor("I see.");
    expect(lastSent()).toMatch(/changed by hand: a\.txt/);
    expect(lastSent()).toMatch(/taken back changes in: a\.txt/);
  });

  test("/clear begins anew, /resume goes on", async () => {
    const screen = await chat.open({ script: [{ text: "noted" }, { text: "fresh" }, { text: "as you said" }] });
    screen.type("my name is Ishmael\r");
    await screen.waitFor("noted");
    screen.type("/clear\r");
    await screen.waitFor("A new conversation.");
    screen.type("who am I?\r");
    await screen.waitFor("fresh");
    expect(JSON.stringify(chat.server.requests.at(-1)!.body)).not.toContain("Ishmael");
    screen.type("/resume\r");
    await screen.waitFor("my name is Ishmael");
    const [id] = readdirSync(join(chat.folder, "state", "galley", "sessions")).filter((name) =>
      screen.rows().some((row) => row.startsWith(name.split(".")[0]!)),
    );
    screen.type(`/resume ${id!.split(".")[0]}\r`);
    await screen.waitFor("Going on with");
    screen.type("who am I?\r");
    await screen.waitFor("as you said");
    expect(JSON.stringify(chat.server.requests.at(-1)!.body)).toContain("Ishmael");
  });
});

describe("!command", () => {
  test.each([
    ["y", true],
    ["d", false],
  ])("goes through the gate: %s", async (answer, ran) => {
    const screen = await chat.open({ config: { shell: { where: "host" } } });
    screen.type("!echo made > made.txt; echo out-put\r");
    await screen.waitFor("Run this command?");
    screen.type(answer);
    if (ran) await screen.waitFor(/│ out-put/);
    else await screen.waitFor(/– .*reject/i);
    expect(readdirSync(join(chat.folder, "work")).includes("made.txt")).toBe(ran);
    expect(chat.server.requests).toHaveLength(0);
  });
});

describe("Ctrl-E", () => {
  test("waits while the model answers", async () => {
    const screen = await chat.openPaced();
    screen.type("go\r");
    await chat.paced.waitFor(1);
    screen.type("\u0005");
    await screen.waitFor("can be edited when this is done");
  });

  test("without a change says so", async () => {
    const screen = await chat.open();
    screen.type("\u0005");
    await screen.waitFor("Nothing has been changed here by galley yet.");
  });
});

describe("without a model", () => {
  test("it opens, says what to do, and everything that needs none works", async () => {
    const screen = await chat.start({ env: { OPENAI_API_KEY: undefined } });
    await screen.waitFor("No model is configured.");
    await screen.waitFor("ANTHROPIC_API_KEY");
    screen.type("/add a.txt\r");
    await screen.waitFor("✓ a.txt (about");
    screen.type("hello?\r");
    await screen.waitFor(/> hello\?\nno model/);
  });

  test("a key without a name: the name to use is there", async () => {
    const screen = await chat.start({});
    await screen.waitFor("openai/gpt-5");
    await screen.waitFor("OPENAI_API_KEY is set");
  });
});

describe("one line after another", () => {
  test.each([{ GALLEY_PLAIN: "1" }, { TERM: "dumb" }])("%j: no escape sequence, review by lines", async (env) => {
    const screen = await chat.open({ script: [READ, EDIT, { text: "Done **well**." }], env });
    screen.type("change\\\n");
    screen.type("it\n");
    await screen.waitFor(QUESTION);
    await screen.waitFor(/\]: $/);
    screen.type("y\n");
    await screen.waitFor("Done **well**.");
    expect(chat.content()).toBe("one\nTWO\nthree\n");
    screen.type("/quit\n");
    expect((await screen.exit).code).toBe(0);
    expect(screen.raw()).not.toContain(ESC);
    const { messages } = chat.server.requests[0]!.body as { messages: readonly { content: unknown }[] };
    expect(messages.at(-1)!.content).toBe("change\nit");
  });

  test("Ctrl-C stops the answer, twice at the prompt leaves", async () => {
    const screen = await chat.openPaced({ env: { GALLEY_PLAIN: "1" } });
    screen.type("go\n");
    await chat.paced.waitFor(1);
    chat.paced.say("Words words.\n\n");
    await screen.waitFor("Words words.");
    screen.type("\u0003");
    await screen.waitFor("Interrupted.");
    await screen.waitFor(/\n> $/);
    screen.type("\u0003");
    await screen.waitFor("Ctrl-C again leaves.");
    screen.type("\u0003");
    expect((await screen.exit).code).toBe(0);
  });
});

test("at the end it says how to go on, and --resume does", async () => {
  const first = await chat.open({ script: [{ text: "noted" }, { text: "again" }] });
  first.type("remember the whale\r");
  await first.waitFor("noted");
  first.type("\u0004");
  expect((await first.exit).code).toBe(0);
  expect(tail(first)).toContain("galley chat --resume");
  const second = await chat.open({ args: ["--resume", "last"] });
  await second.waitFor("> remember the whale");
  second.type("go on\r");
  await second.waitFor("again");
  expect(JSON.stringify(chat.server.requests.at(-1)!.body)).toContain("the whale");
});
