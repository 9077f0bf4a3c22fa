// Names and texts from everywhere, none of which can draw on the screen: from a model, a provider, a file name, a config,
// the environment, the command line. What arrives at a real terminal is looked at byte by byte.

import { describe, expect, test } from "vitest";
import { Running } from "../agent/running.ts";
import { deceivingOrder } from "../support/visual-order.ts";
import { chats } from "./chatting.ts";
import { block, reviews } from "./reviewing.ts";
import { strange } from "./strange.ts";

/** Sets the title, changes the colour in one byte, turns the direction round, clears the screen. */
const ATTACK = "\u001b]0;owned\u0007\u009b5m\u202e\u001b[2Jdrawn";
const SHOWN = "⟨ESC⟩]0;owned⟨BEL⟩⟨CSI⟩5m⟨RLO⟩⟨ESC⟩[2Jdrawn";
/** Without what a file name or an environment variable cannot hold, in a form for the shell. */
const IN_SHELL = `"$(printf '\\033]0;owned\\007\\033[2Jdrawn')"`;

/** How Cyrillic letters that read as "copy" are shown. */
const COPY = "⟨U+0441⟩⟨U+043E⟩⟨U+0440⟩⟨U+0443⟩";

describe("a conversation", () => {
  const chat = chats();
  const SURFACES = [
    ["the screen", {}],
    ["the screen in colour", { NO_COLOR: undefined, FORCE_COLOR: "1" }],
    ["lines", { GALLEY_PLAIN: "1" }],
    ["words", { GALLEY_PLAIN: "words" }],
  ] as const;

  const callOf = (surface: string, name: string): string => (surface === "words" ? `Callof${name}:` : `${name}(`);

  test.each(SURFACES)("names of tools, their arguments and ids, on %s", async (surface, env) => {
    const screen = await chat.open({
      env,
      columns: 120,
      script: [
        {
          calls: [
            { name: `a${ATTACK}`, arguments: { path: ATTACK, [ATTACK]: ATTACK }, id: `call_${ATTACK}` },
            { name: "read_file", arguments: { path: `${ATTACK}.txt`, [ATTACK]: 1 } },
            { name: "read_file", arguments: `{"path": "${ATTACK}` },
          ],
        },
        { text: `[${ATTACK}](http://x/${ATTACK} "${ATTACK}")\n\n\`\`\`${ATTACK}\n${ATTACK}\n\`\`\`\nbye`, piece: 1 },
      ],
    });
    screen.type("go\r");
    await screen.waitFor("bye");
    expect(strange(screen.raw())).toEqual([]);
    expect(screen.rows().join("").replaceAll(/\s/g, "")).toContain(callOf(surface, `a${SHOWN}`));
  });

  test.each(SURFACES)("letters that look like others, and right-to-left ones, on %s", async (surface, env) => {
    const calls = [{ name: "сору_файл", arguments: { path: 'проверка/сору "א" 1.ts' } }];
    const screen = await chat.open({ env, columns: 120, script: [{ calls }, { text: "bye" }] });
    screen.type("go\r");
    await screen.waitFor("bye");
    const shown = screen.rows().join("").replaceAll(/\s/g, "");
    expect(shown).toContain(callOf(surface, `${COPY}_файл`));
    expect(shown).toContain(`проверка/${COPY}"⢸א⡇"1.ts`);
    for (const row of screen.rows()) expect(deceivingOrder(row)).toBe(null);
  });

  test("what a provider answers instead, and the title of an old conversation", async () => {
    const body = JSON.stringify({ error: { message: ATTACK, type: ATTACK, code: ATTACK } });
    const screen = await chat.open({ script: [{ text: "hello" }, { status: 400, body }] });
    screen.type("\u202e\u009b5m title\r");
    await screen.waitFor("hello");
    screen.type("again\r");
    await screen.waitFor("✗");
    screen.type("\u0015/clear\r");
    await screen.waitFor("Started a new conversation.");
    screen.type("/resume\r");
    await screen.waitFor(/turns? .*⟨RLO⟩5m title/);
    expect(strange(screen.raw())).toEqual([]);
  });
});

describe("a run with the terminal on both streams", () => {
  test.each([1, 2, 1000])("words in pieces of %i", async (piece) => {
    const place = new Running();
    try {
      const env = await place.serve([
        { text: `x ${ATTACK}\u{e0041} y `, calls: [{ name: `a${ATTACK}`, arguments: { path: ATTACK } }], piece },
        { text: `é\u{e0041}👩\u200d💻 ⟨ESC⟩ end`, piece },
      ]);
      const screen = place.runOnTerminal(["go"], env);
      await screen.exit;
      expect(strange(screen.raw()).filter((each) => each !== "\u200d")).toEqual([]);
      const shown = screen.rows().join("").replaceAll(/\s/g, "");
      expect(shown).toContain(`x${SHOWN}⟨U+E0041⟩y`);
      expect(shown).toContain(`a${SHOWN}(${SHOWN})`);
      expect(shown).toContain("é⟨U+E0041⟩👩");
      expect(shown).toContain("⟨U+27E8⟩ESC⟩end");
    } finally {
      await place.close();
    }
  });
});

describe("the command line", () => {
  const review = reviews();

  test.each([
    ["the screen", {}],
    ["lines", { GALLEY_PLAIN: "1" }],
    ["words", { GALLEY_PLAIN: "words" }],
  ])("a title with letters that look like others, and right-to-left ones, on %s", async (_, env) => {
    const name = "проверка сору א1.ts";
    const answer = block(`\`${name}\``, "old", "new");
    const reviewing = review({ env, files: { [name]: "old\n" }, answer, columns: 120 });
    await reviewing.screen.waitFor(/\[y\/n/);
    expect(reviewing.shown()).toContain(`проверка ${COPY} ⢸א⡇1.ts`);
    for (const row of reviewing.screen.rows()) expect(deceivingOrder(row)).toBe(null);
  });
  const CONFIG = JSON.stringify({ policy: [{ effect: "deny", tool: ATTACK, path: `**/${ATTACK}` }], editor: ATTACK });
  const BAD_CONFIG = JSON.stringify({ [ATTACK]: 1 });

  test.each([
    ["a command", `GALLEY ${IN_SHELL}`],
    ["a command, asked for JSON", `GALLEY ${IN_SHELL} --json`],
    ["an option", `GALLEY apply --${IN_SHELL}`],
    ["a choice", `GALLEY apply --format ${IN_SHELL}`],
    ["a file to apply", `GALLEY apply ${IN_SHELL}`],
    ["a file to apply, asked for JSON", `GALLEY apply ${IN_SHELL} --json`],
    ["a root", `GALLEY log --root ${IN_SHELL}`],
    ["a config", `GALLEY log --config ${IN_SHELL}`],
    ["a key of a config", "GALLEY config --config bad.json"],
    ["a rule of a config", "GALLEY config --config config.json"],
    ["the same as JSON", "GALLEY config --json --config config.json"],
    ["a receipt", `GALLEY undo ${IN_SHELL}`],
    ["a rule", `GALLEY approvals revoke ${IN_SHELL}`],
    ["a tool", `GALLEY tool ${IN_SHELL}`],
    ["the arguments of a tool", `GALLEY tool read_file ${IN_SHELL}`],
    ["a path for a tool", `GALLEY tool ls '{"path": "${JSON.stringify(ATTACK).slice(1, -1)}"}'`],
    [
      "a path for a plan",
      `GALLEY tool write_file --plan '{"path":"x","content":"${JSON.stringify(ATTACK).slice(1, -1)}"}'`,
    ],
    ["a model", `GALLEY_MODEL=${IN_SHELL} GALLEY models`],
    ["a model of a provider", `GALLEY_MODEL=openai/${IN_SHELL} OPENAI_API_KEY=x GALLEY models`],
    ["a file for the map", `GALLEY map`],
    ["a path for the map", `GALLEY map ${IN_SHELL}`],
    ["a path to edit", `GALLEY edit-last ${IN_SHELL}`],
    ["a shell", `GALLEY completions ${IN_SHELL}`],
    ["what the machine says", `PATH=${IN_SHELL}:$PATH TERM=xterm GALLEY doctor`],
    ["a help", `GALLEY help ${IN_SHELL}`],
  ])("%s", async (_, command) => {
    const files = { "config.json": CONFIG, "bad.json": BAD_CONFIG };
    const make = `printf 'export const ok = 1' > c.ts; printf 'export function f() {}' > ${IN_SHELL}.ts; printf 'function \\033]0;owned\\007() {}' > b.js;`;
    const { screen } = review({ files, command: `${make} ${command}` });
    await screen.exit;
    expect(strange(screen.raw())).toEqual([]);
    expect(screen.rows().join("")).not.toBe("");
  });

  test("JSON has right-to-left letters as escapes", async () => {
    const reviewing = review({ columns: 200, command: `GALLEY tool ls '{"path":"אב"}'` });
    await reviewing.end();
    expect(reviewing.shown()).toContain(String.raw`\u05d0\u05d1`);
    expect(reviewing.shown()).not.toMatch(/[\u0590-\u08ff]/);
  });

  test("a pager and an editor that do not exist", async () => {
    const env = { PAGER: "\u001b]0;owned\u0007", EDITOR: "\u001b]0;owned\u0007" };
    const reviewing = review({ env });
    await reviewing.play([/Enter apply/, "P"], [/There is no pager/, "e"], [/could not be started/, "d"]);
    await reviewing.end();
    expect(strange(reviewing.screen.raw())).toEqual([]);
  });
});
