// A conversation as a person has it: a real terminal, a real server, the built program.

import { describe, expect, test } from "vitest";
import { BLOCK, EDIT, READ } from "../agent/running.ts";
import { chats, QUESTION, tail } from "./chatting.ts";

const ESC = "\u001b";

const chat = chats();

describe("an answer", () => {
  test("is shown while it arrives and is whole in the end", async () => {
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
    // Not yet while it still answers: its row goes with the last of the words.
    await screen.waitFor(/^(?![^]*Esc interrupts)[^]*> \n?.*\/help$/);
    const shown = screen.rows().join("\n");
    for (let at = 0; at < 60; at += 1) expect(shown).toContain(`• item ${at}\n`);
    expect(shown).toContain("# Head\n\nThe **first** words.\n\n• item 0");
    expect(shown.split("item 30").length).toBe(2);
    expect(chat.paced.asked).toEqual(["hello"]);
  });

  test("has its code as the model wrote it, in colour too", async () => {
    const code = 'const rate = 1; // "per second"\nreturn `${rate} of 2`;';
    const screen = await chat.open({
      script: [{ text: `Look:\n\n\`\`\`js\n${code}\n\`\`\`\n\nThe end.` }],
      env: { NO_COLOR: undefined, COLORTERM: "truecolor" },
    });
    screen.type("go\r");
    await screen.waitFor("The end.");
    expect(screen.raw()).toContain(`${ESC}[35mconst`);
    expect(screen.rows().join("\n")).toContain(`Look:\n\n  js\n  ${code.replace("\n", "\n  ")}\n\nThe end.`);
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
    expect(chat.lastSent).toBe("please now");
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

  test("a question does not open while the user types: no letter is an answer, none is lost", async () => {
    const screen = await chat.open({ script: [READ, EDIT, { text: "Done." }] });
    screen.type("change it\r");
    // Typed until the question has come and waits: how long that takes depends on the machine.
    let letters = "";
    for (; !screen.rows().join("\n").includes("A question waits until you stop typing"); letters += "y") {
      screen.type("y");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(chat.content()).toBe("one\ntwo\nthree\n");
    await screen.waitFor(QUESTION);
    expect(chat.content()).toBe("one\ntwo\nthree\n");
    screen.type("d");
    await screen.waitFor("Done.");
    await screen.waitFor(`> ${letters}\n`);
  });

  test("a no reaches the model, nothing is written", async () => {
    const screen = await chat.open({ script: [READ, EDIT, { text: "As you like." }] });
    screen.type("change it\r");
    await screen.waitFor(QUESTION);
    screen.type("d");
    await screen.waitFor("As you like.");
    expect(chat.content()).toBe("one\ntwo\nthree\n");
    expect(chat.lastSent).toMatch(/REJECTED/);
  });

  test("Ctrl-C in a question interrupts the turn; the next one is accepted", async () => {
    const screen = await chat.open({ script: [READ, EDIT, { text: "Fresh." }] });
    screen.type("change it\r");
    await screen.waitFor(QUESTION);
    screen.type("\u0003");
    await screen.waitFor("! Interrupted.");
    await screen.waitFor(/> change it\nPut here for you to edit/);
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
    await screen.waitFor(/ {2}✓ a\.txt {2}Changed/);
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
    await screen.waitFor(/> tell me\nPut here for you to edit/);
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

  test("several messages wait in their order, commands too; ↑ takes the last one back", async () => {
    const screen = await chat.openPaced();
    screen.type("one\r");
    await chat.paced.waitFor(1);
    screen.type("two\r");
    await screen.waitFor(/  next: two\n─+\n> \n/);
    screen.type("/files\r");
    await screen.waitFor(/  next: two\n  next: \/files\n/);
    screen.type("three\r");
    await screen.waitFor(/  next: two\n  next: \/files\n  next: three\n/);
    screen.type("four\r");
    await screen.waitFor(/  next: two\n  next: \/files\n  and 2 more\n/);
    screen.type(`${ESC}[A`);
    await screen.waitFor(/  next: three\n─+\n> four\nTaken back/);
    chat.paced.say("first");
    chat.paced.end();
    await chat.paced.waitFor(2);
    chat.paced.say("second");
    chat.paced.end();
    await chat.paced.waitFor(3);
    expect(chat.paced.asked).toEqual(["one", "two", "three"]);
    await screen.waitFor(/> \/files\n\n! No file is selected[^]*> three\n[^]*> four\n/);
  });

  test("an interrupt sends nothing that waits", async () => {
    const screen = await chat.openPaced();
    screen.type("one\r");
    await chat.paced.waitFor(1);
    screen.type("two\r");
    await screen.waitFor("next: two");
    screen.type("three\r");
    await screen.waitFor("next: three");
    screen.type(ESC);
    await screen.waitFor(/Interrupted\.[^]*> three\n/);
    expect(screen.rows().join("\n")).not.toContain("next:");
    expect(chat.paced.asked).toEqual(["one"]);
    screen.type(`${ESC}[A${ESC}[A`);
    await screen.waitFor(/> (one|two)\n/);
  });

  test("with something typed already, the prompt that was interrupted is one key away", async () => {
    const screen = await chat.openPaced();
    screen.type("first\r");
    await chat.paced.waitFor(1);
    screen.type("second");
    await screen.waitFor("> second");
    screen.type(ESC);
    await screen.waitFor("Press ↑ for");
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
    await screen.waitFor("Ctrl-C again quits.");
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

describe("without a model", () => {
  test("it opens, says what to do, and everything that needs none works", async () => {
    const screen = await chat.start({ env: { OPENAI_API_KEY: undefined } });
    await screen.waitFor("No model is configured.");
    await screen.waitFor("ANTHROPIC_API_KEY");
    screen.type("/add a.txt\r");
    await screen.waitFor("✓ a.txt (about");
    screen.type("hello?\r");
    await screen.waitFor("No model is chosen yet");
    screen.type("/help\r");
    await screen.waitFor("/compact");
  });

  test("one that is named and cannot be used is reported below the greeting", async () => {
    const screen = await chat.start({
      config: { model: "anthropic/claude-sonnet-4-5" },
      env: { ANTHROPIC_API_KEY: undefined },
    });
    await screen.waitFor(/Say what you want[^]*! .*ANTHROPIC_API_KEY/);
    expect(screen.rows().join("\n")).not.toContain("No model is configured");
    screen.type("/model foo\r");
    await screen.waitFor('"foo" names no model.');
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
    await screen.waitFor(/Apply this edit\? \[y\/n\]:/);
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

  test("the help names only keys that are there", async () => {
    const screen = await chat.open({ env: { TERM: "dumb" } });
    screen.type("?\r");
    await screen.waitFor("interrupts; twice quits");
    expect(screen.rows().join("\n")).not.toMatch(/Tab|Esc|Alt-Enter|Ctrl-E/);
  });

  test("GALLEY_PLAIN=words: no frames, no columns", async () => {
    const table = "| file | size |\n|---|---|\n| a.txt | 14 |\n";
    const screen = await chat.open({
      env: { GALLEY_PLAIN: "words" },
      script: [{ calls: [{ name: "shell", arguments: { command: "echo hi" } }] }, { text: `So:\n\n${table}\nBye.` }],
      config: { shell: { where: "host" } },
    });
    screen.type("go\r");
    await screen.waitFor(/\[y\/n\]:/);
    screen.type("y\r");
    await screen.waitFor("Bye.");
    const shown = screen.rows().join("\n");
    expect(shown).toContain("  $ shell\n  hi\n");
    expect(shown).toContain("file: a.txt\nsize: 14\n");
    expect(shown).not.toMatch(/[─│┌└]/);
  });

  test("GALLEY_PLAIN=words: a turn is read from top to bottom, each part said for what it is", async () => {
    const screen = await chat.open({
      env: { GALLEY_PLAIN: "words" },
      script: [READ, EDIT, { text: "Done **well**." }],
    });
    screen.type("change it\r");
    await screen.waitFor(/\[y\/n\]: $/);
    screen.type("y\r");
    await screen.waitFor(/Done \*\*well\*\*\.\n\n> $/);
    const shown = screen.rows().join("\n");
    const parts = [
      "> change it",
      "Working.",
      "Call of read_file: a.txt",
      "Done: Read workspace/a.txt",
      "Call of edit_file: a.txt",
      "Apply this edit?",
      "Done: ",
      "Model:\nDone **well**.",
      "\n> ",
    ];
    const places = parts.map((part, at) => shown.indexOf(part, at === 0 ? 0 : shown.indexOf(parts[at - 1]!)));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places).not.toContain(-1);
    expect(shown).not.toMatch(/[─│┌└✓✗⠋]/);
    expect(screen.raw()).not.toContain(ESC);
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
    await screen.waitFor("Ctrl-C again quits.");
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
