// What a person asks of a conversation without asking the model: slash commands, !commands, the editor.

import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EDIT, READ } from "../agent/running.ts";
import { chats, QUESTION } from "./chatting.ts";

const chat = chats();

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
    await screen.waitFor(/About \d+ of [\d,]+ tokens for files; under 1% of the window\./);
    screen.type("/map\r");
    await screen.waitFor("No other file here is in a language");
    screen.type("/drop src/price.ts\r");
    await screen.waitFor("is not shown any more");
    screen.type("/map\r");
    await screen.waitFor(/function total\(\)/);
  });

  test("/model alone is a list of what can be named here, and the chosen one answers", async () => {
    const config = { models: { "openai/gpt-small": { context_tokens: 32_000 } } };
    const screen = await chat.open({ script: [{ text: "hi" }], env: { OPENROUTER_API_KEY: "x" }, config });
    screen.type("/model\r");
    await screen.waitFor(/openai\/gpt-small +in your config/);
    await screen.waitFor(/openrouter\/\S+ +OPENROUTER_API_KEY is set/);
    screen.type("small\r");
    await screen.waitFor("> /model openai/gpt-small");
    await screen.waitFor("✓ openai/gpt-small answers from now on.");
  });

  test("line by line, /model alone prints the same list", async () => {
    const models = { "compatible/other": { base_url: "http://127.0.0.1:9/v1" } };
    const screen = await chat.open({ config: { models }, env: { GALLEY_PLAIN: "1" } });
    screen.type("/model\r");
    await screen.waitFor(
      /openai\/test-model {2}answers now\n[^]*compatible\/other {2}[^]*Choose one with: \/model NAME/,
    );
  });

  test("a folder that does not fit: what was added, some reasons, and how many more were not", async () => {
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`d/${at}.txt`, `${"x".repeat(6_000)}\n`]));
    const models = { "openai/test-model": { context_tokens: 8_000 } };
    const screen = await chat.open({ files, config: { models } });
    screen.type("/add d\r");
    await screen.waitFor(
      /✓ d\/0\.txt[^]*3 more files were not added\. \/files lists what the model is shown, \/drop\n +makes room/,
    );
    expect(
      screen
        .rows()
        .join("\n")
        .match(/was not added: it has about/g),
    ).toHaveLength(5);
  });

  test("/model, /mode, /cost, /save, /approvals, /help, and a slip", async () => {
    const screen = await chat.open({ script: [{ text: "hi" }] });
    screen.type("/model nobody/x\r");
    await screen.waitFor("names no model");
    screen.type("/mode blocks\r");
    await screen.waitFor("✓ blocks: the model writes edit blocks");
    screen.type("/cost\r");
    await screen.waitFor("No tokens have been counted yet.");
    screen.type("hello\r");
    await screen.waitFor(/\nhi\n/);
    screen.type("/cost\r");
    await screen.waitFor(/tokens in, \d+ out/);
    screen.type("/save\r");
    await screen.waitFor("galley chat --resume");
    screen.type("/approvals\r");
    await screen.waitFor("No rules are remembered here.");
    screen.type("/hlep\r");
    await screen.waitFor("(did you mean /help?)");
    screen.type("/new\r");
    await screen.waitFor("There is no command /new (here it is /clear). It was not sent.");
    // No letters of another command's argument are meant.
    screen.type("/run\r");
    await screen.waitFor("There is no command /run (here it is !COMMAND). It was not sent.");
    screen.type("/help\r");
    await screen.waitFor("/edit-last [PATH]");
  });

  test("typed text that could not be written is kept: the person reads where, the model does not", async () => {
    const screen = await chat.open({
      script: [READ, EDIT, { text: "Done." }],
      env: { EDITOR: join(chat.folder, "editor"), TMPDIR: chat.folder },
    });
    writeFileSync(join(chat.folder, "editor"), '#!/bin/sh\necho mine > "$1"; echo other > a.txt\n');
    chmodSync(join(chat.folder, "editor"), 0o755);
    screen.type("change it\r");
    await screen.waitFor(QUESTION);
    screen.type("e");
    await screen.waitFor("Write your version?");
    screen.type("y");
    await screen.waitFor("Done.");
    const named = /(\/\S*galley-edit-\S+?\/a\.txt)/.exec(screen.rows().join(""))?.[1] ?? "no file is named";
    expect(readFileSync(named, "utf8")).toBe("mine\n");
    expect(JSON.stringify(chat.server.requests.at(-1)!.body)).not.toContain("galley-edit-");
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
    await screen.waitFor("Changed: a.txt\n@@ -1,3 +1,3 @@\n1 1  one\n2   -two\n  2 +TWO\n3 3  three\n");
    screen.type("\u0005");
    await screen.waitFor(/(Apply|Write) this (edit|file)\?/);
    screen.type("y");
    await screen.waitFor("is as you edited it");
    expect(chat.content()).toBe("one\nzwei\nthree\n");
    screen.type("/undo\r");
    await screen.waitFor(/> \/undo \n❯ \S+ {2}[\d-]+ [\d:]+ {2}a\.txt/);
    screen.type("\r");
    await screen.waitFor(/> \/undo \S{5,}/);
    await screen.waitFor("is as it was before");
    expect(chat.content()).toBe("one\nTWO\nthree\n");
    screen.type("well?\r");
    await screen.waitFor("I see.");
    expect(chat.lastSent).toMatch(/changed by hand: a\.txt/);
    expect(chat.lastSent).toMatch(/undone changes in: a\.txt/);
  });

  test("/resume last is the last one but this; it says what it does not show, and what had no end", async () => {
    const answers = Array.from({ length: 5 }, (_, at) => ({ text: `answer ${at}` }));
    const first = await chat.open({ script: [...answers, READ, EDIT, { text: "mine" }] });
    for (const at of [0, 1, 2, 3, 4]) {
      first.type(`question ${at}\r`);
      await first.waitFor(`answer ${at}`);
    }
    first.type("change it\r");
    await first.waitFor(QUESTION);
    first.kill("SIGKILL");
    await first.exit;
    const second = await chat.open();
    second.type("hello\r");
    await second.waitFor("mine");
    second.type("/resume last\r");
    await second.waitFor("The last turn was interrupted.");
    const shown = second.rows().join("\n");
    expect(shown).toContain(
      "! 3 turns before this are not shown again; the model knows them.\n\n> question 3\n\nanswer 3",
    );
    expect(shown.slice(shown.indexOf("/resume last"))).toMatch(/Resumed [^]*answer 4[^]*> change it\n/);
    expect(shown).not.toContain("question 2");
    second.type("/resume last\r");
    await second.waitFor(/\/resume last\n\n! Resumed [^]*> hello\n\nmine/);
  });

  test("two that go on with the same conversation are both kept", async () => {
    const answers = ["zero", "to A", "to B"].map((text) => ({ text }));
    const base = await chat.open({ script: answers });
    base.type("base\r");
    await base.waitFor("zero");
    base.type("/quit\r");
    await base.exit;
    const a = await chat.open({ args: ["chat", "--resume", "last"] });
    const b = await chat.open({ args: ["chat", "--resume", "last"] });
    a.type("I am A\r");
    await a.waitFor("to A");
    a.type("/quit\r");
    await a.exit;
    b.type("I am B\r");
    await b.waitFor("to B");
    await b.waitFor("Another galley has continued this conversation too.");
    b.type("/resume\r");
    await b.waitFor(/2 turns {2,}base/);
    b.type("last\r");
    await b.waitFor(/Resumed [^]*> base[^]*> I am A\n\nto A/);
    expect(
      b
        .rows()
        .join("\n")
        .match(/has continued/g),
    ).toHaveLength(1);
  });

  test("--context takes folders and patterns, and says what it cannot show", async () => {
    const files = { "src/a.ts": "1\n", "src/b.ts": "2\n", "docs/c.md": "3\n" };
    const screen = await chat.open({ files, args: ["chat", "--context", "src", "docs/*.md", "nowhere.ts"] });
    await screen.waitFor("✗ nowhere.ts was not added: it does not exist.");
    await screen.waitFor("· 3 files ·");
    screen.type("/files\r");
    await screen.waitFor("✓ src/b.ts (about");
  });

  test("a state directory that cannot be written is reported, by /save too; nothing else is lost", async () => {
    const screen = await chat.open({ script: [{ text: "hello" }], env: { XDG_STATE_HOME: "/proc/nowhere" } });
    screen.type("hi\r");
    await screen.waitFor("hello");
    await screen.waitFor("could not keep what was typed");
    await screen.waitFor("This conversation could not be saved");
    screen.type("/save\r");
    await screen.waitFor(/> \/save\n\n {2}✗ This conversation could not be saved/);
  });

  test("/clear begins anew, /resume goes on", async () => {
    const screen = await chat.open({ script: [{ text: "noted" }, { text: "fresh" }, { text: "at your request" }] });
    screen.type("my name is Ishmael\r");
    await screen.waitFor("noted");
    screen.type("/clear\r");
    await screen.waitFor("Started a new conversation.");
    screen.type("who am I?\r");
    await screen.waitFor("fresh");
    expect(JSON.stringify(chat.server.requests.at(-1)!.body)).not.toContain("Ishmael");
    screen.type("/resume\r");
    await screen.waitFor(/❯ \S+ .*1 turn {2,}my name is Ishmael/);
    screen.type("\r");
    await screen.waitFor(/> \/resume \S{5,}/);
    await screen.waitFor("Resumed");
    screen.type("who am I?\r");
    await screen.waitFor("at your request");
    expect(JSON.stringify(chat.server.requests.at(-1)!.body)).toContain("Ishmael");
  });
});

describe("!command", () => {
  const config = { shell: { where: "host" } };
  const isMade = (name: string): boolean => readdirSync(join(chat.folder, "work")).includes(name);

  test("typed runs in the user's shell at once; /share shows the model what it printed", async () => {
    writeFileSync(join(chat.folder, "my-shell"), '#!/bin/sh\nexport MINE=yes; exec sh "$@"\n');
    chmodSync(join(chat.folder, "my-shell"), 0o755);
    const env = { SHELL: join(chat.folder, "my-shell"), OWN_VARIABLE: "kept" };
    const screen = await chat.open({ config, env, script: [{ text: "I see." }] });
    screen.type("/share\r");
    await screen.waitFor("There is no output to share.");
    screen.type("!echo $MINE $OWN_VARIABLE; touch made.txt; printf 'a\\033[2Jb'; exit 3\r");
    await screen.waitFor(/│ yes kept/);
    await screen.waitFor("It ended with exit code 3.");
    expect(isMade("made.txt")).toBe(true);
    expect(screen.rows().join("\n")).not.toContain("Run this command?");
    await screen.waitFor("The model has not seen this.");
    screen.type("!echo again\r");
    await screen.waitFor("│ again");
    await screen.waitFor(/│ again[^]*> \n/);
    expect(
      screen
        .rows()
        .join("\n")
        .match(/The model has not seen this\./g),
    ).toHaveLength(1);
    expect(screen.rows().join("\n")).not.toContain("needs a terminal");
    screen.type("!echo 'Standard input is not a terminal'; exit 1\r");
    await screen.waitFor("A program that needs a terminal does not work here");
    screen.type("\u001b[A\u001b[A\u001b[A\r"); // The first command again.
    await screen.waitFor(/again[^]*yes kept/);
    screen.type("/share\r");
    await screen.waitFor("with your next message");
    screen.type("why?\r");
    await screen.waitFor("I see.");
    expect(chat.lastSent).toContain("```\nyes kept\na⟨ESC⟩[2Jb\n```");
    expect(chat.lastSent).toContain("It ended with exit code 3.");
    screen.type("!rm made.txt\r");
    await screen.waitFor("It ended with exit code 0.");
    screen.type("\u001b[A\u001b[A\u001b[A\u001b[A\r"); // The first command again: it was typed here.
    await expect.poll(() => isMade("made.txt"), { timeout: 20_000 }).toBe(true);
    screen.type("!sleep 600\r");
    await screen.waitFor("Running your command");
    screen.type("\u001b");
    await screen.waitFor("It was interrupted.");
  });

  test("a long output: its end, and how much it was where that is known", async () => {
    const screen = await chat.open({ config });
    screen.type("!seq 1 2000\r");
    await screen.waitFor(/│ 2000[^]*The last 40 of 2,000 lines\./);
    screen.type("!seq 1 100000\r"); // More than is kept.
    await screen.waitFor(/│ 100000[^]*The last 40 lines\./);
    screen.type("!head -c 50000 /dev/zero | tr '\\0' x\r");
    await screen.waitFor("The last 8,000 characters.");
    expect(screen.rows().length).toBeLessThan(300);
  });

  test("that was not typed key by key is asked about", async () => {
    const screen = await chat.open({ config });
    const paste = (text: string): string => `\u001b[200~${text}\u001b[201~`;
    for (const [name, keys] of [
      ["pasted", `${paste("!touch made-1")}\r`],
      ["a pasted word", `!touch ${paste("made-2")}\r`],
      ["a paste that contains its own end", `${paste("\u001b[201~\u0015!touch made-3\r")}`],
      ["an empty paste before", `${paste("")}\u0015!touch made-4\r`],
    ] as const) {
      screen.type(keys);
      await screen.waitFor("Run this command?");
      screen.type("d");
      await expect.poll(() => screen.visible().join("\n"), { timeout: 20_000 }).toMatch(/– .*reject/i);
      screen.type("\u000c"); // Clears the screen for the next.
      await screen.waitFor(/^> $/m);
      expect([name, readdirSync(join(chat.folder, "work"))]).toEqual([name, ["a.txt"]]);
      await expect.poll(() => screen.visible().join("\n")).not.toMatch(/reject/);
    }
    expect(chat.server.requests).toHaveLength(0);
  });

  test("where pastes are not marked is asked about, and runs after a yes", async () => {
    const screen = await chat.open({ config, env: { TERM: "linux" } });
    screen.type("!echo made > made.txt; echo out-put\r");
    await screen.waitFor("Run this command?");
    screen.type("y");
    await screen.waitFor(/│ out-put/);
    expect(isMade("made.txt")).toBe(true);
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
    await screen.waitFor("Nothing was changed in this conversation.");
  });
});
