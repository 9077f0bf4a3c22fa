// What people who know other agents try in a conversation, in a real terminal: Esc twice, a command by its first letters, a
// search that finds nothing; and what they see of calls and of their own commands.

import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { confinementTrouble as trouble } from "../support/commands.ts";
import { chats, QUESTION, tail } from "./chatting.ts";

const chat = chats();

describe("Esc twice", () => {
  test("clears the prompt, and ↑ brings it back; any other key in between keeps it", async () => {
    const screen = await chat.open();
    screen.type("half a sentence");
    await screen.waitFor("> half a sentence");
    screen.type("\u001b");
    await screen.waitFor("Esc again clears the prompt.");
    screen.type("s");
    await screen.waitFor("> half a sentences");
    screen.type("\u001b");
    await screen.waitFor("Esc again clears the prompt.");
    screen.type("\u001b");
    await screen.waitFor("Press ↑ for what was cleared.");
    expect(tail(screen, 2)).toMatch(/^> ?\n/);
    screen.type("\u001b[A");
    await screen.waitFor("> half a sentences");
  });

  test("in an empty prompt lists the earlier turns", async () => {
    const screen = await chat.open({ script: [{ text: "One." }, { text: "Two." }] });
    for (const [text, answer] of [
      ["first question\r", "One."],
      ["second question\r", "Two."],
    ] as const) {
      screen.type(text);
      await screen.waitFor(answer);
    }
    screen.type("\u001b");
    await screen.waitFor("Esc again goes back to an earlier turn.");
    screen.type("\u001b");
    await screen.waitFor(/> \/fork \n❯ 2 {2}second question\n {2}1 {2}first question/);
  });

  test("interrupts once while the model answers", async () => {
    const screen = await chat.openPaced();
    screen.type("go\r");
    await chat.paced.waitFor(1);
    chat.paced.say("Some words.\n\n");
    await screen.waitFor("Some words.");
    screen.type("\u001b");
    await screen.waitFor(/[Ii]nterrupted/);
    expect(tail(screen)).not.toContain("/fork");
  });
});

test("a search that finds nothing sends nothing with Enter", async () => {
  const screen = await chat.open({ script: [{ text: "One." }] });
  screen.type("\u0012");
  screen.type("nothing like it");
  await screen.waitFor("Nothing matches. Esc closes.");
  screen.type("\r");
  screen.type("\u001b");
  await screen.waitFor(/> nothing like it\n.*\/help/);
  expect(chat.server.requests).toEqual([]);
});

describe("commands", () => {
  test("Enter runs one that takes nothing else by its first letters; one that does is written out", async () => {
    const screen = await chat.open();
    screen.type("/cos");
    await screen.waitFor(/❯ \/cost/);
    screen.type("\r");
    await screen.waitFor("No tokens have been counted yet.");
    screen.type("/res");
    await screen.waitFor(/❯ \/resume/);
    screen.type("\r");
    await screen.waitFor(/> \/resume ?\n.*\/help/);
  });

  test("one that takes nothing else does nothing when more is written", async () => {
    const screen = await chat.open({ script: [{ text: "One." }, { text: "A summary." }] });
    screen.type("first\r");
    await screen.waitFor("One.");
    screen.type("/compact and then go on\r");
    await screen.waitFor(/\/compact takes nothing after its name, so it was not run\./);
    expect(chat.server.requests).toHaveLength(1);
  });

  test("/share of a command that printed nothing says so", async () => {
    const screen = await chat.open();
    screen.type("!true\r");
    await screen.waitFor("/share shows it with your next message");
    screen.type("/share\r");
    await screen.waitFor(/The model sees the output of true \(it printed nothing\) with your next\s+message/);
  });
});

test("calls: what is searched for is named, and what was approved is indented like its result", async () => {
  const screen = await chat.open({
    script: [
      {
        calls: [
          { name: "grep", arguments: { pattern: "tw[o]", path: "." } },
          { name: "read_file", arguments: { path: "a.txt" } },
          { name: "edit_file", arguments: { path: "a.txt", old_string: "two", new_string: "TWO" } },
        ],
      },
      { text: "Done." },
    ],
  });
  screen.type("change it\r");
  await screen.waitFor(QUESTION);
  screen.type("\r");
  await screen.waitFor(/\nDone\.\n/);
  expect(screen.rows()).toEqual(
    expect.arrayContaining([
      "  grep(tw[o])",
      "  edit_file(a.txt)",
      "  ✓ a.txt · you approved it",
      expect.stringMatching(/^ {2}✓ Replaced/),
    ]),
  );
});

test("--max-time ends a turn that takes longer; what came is kept, and continue goes on", async () => {
  const screen = await chat.openPaced({ args: ["chat", "--max-time", "1"] });
  screen.type("go\r");
  await chat.paced.waitFor(1);
  chat.paced.say("The first words.\n\n");
  await screen.waitFor("The first words.");
  await screen.waitFor(/time limit|limit of 1 s|1 second/);
  await screen.waitFor(/\n> /);
  screen.type("continue\r");
  await chat.paced.waitFor(2);
  chat.paced.say("And the rest.\n\n");
  chat.paced.end();
  await screen.waitFor("And the rest.");
});

test("turns that have no room any more are in /export, and /fork goes back to before them", async () => {
  const words = "many words ".repeat(400);
  const turns = 8;
  const script = Array.from({ length: turns }, (_, at) => ({ text: `${words}\n\nanswer ${at + 1}.` }));
  const screen = await chat.open({
    config: { models: { "openai/test-model": { context_tokens: 8_000 } } },
    script: [...script, { text: "forked." }],
    rows: 12,
  });
  for (let turn = 1; turn <= turns; turn += 1) {
    screen.type(`question ${turn}\r`);
    await screen.waitFor(`answer ${turn}.`);
  }
  await screen.waitFor(/turns? (?:is|are) not sent to the model any more|not\s+sent\s+to\s+the\s+model/);
  expect(JSON.stringify(chat.server.requests.at(-1)!.body)).not.toContain("question 1\\");
  screen.type("/export\r");
  await screen.waitFor("Exported to");
  const [name] = readdirSync(chat.path(".")).filter((file) => file.startsWith("conversation-"));
  const exported = chat.content(name);
  for (let turn = 1; turn <= turns; turn += 1)
    for (const text of [`question ${turn}`, `answer ${turn}.`]) expect(exported).toContain(text);
  screen.type("/fork 2\r");
  await screen.waitFor(/> question 2\nPut here/);
  screen.type("\r");
  await screen.waitFor("forked.");
  const sent = JSON.stringify(chat.server.requests.at(-1)!.body);
  expect([sent.includes("question 2"), sent.includes("question 3")]).toEqual([true, false]);
}, 60_000);

test("/fork after /compact lists the turns since, and not the summary", async () => {
  const screen = await chat.open({ script: [{ text: "one." }, { text: "A summary." }, { text: "two." }] });
  screen.type("first\r");
  await screen.waitFor("one.");
  screen.type("/compact\r");
  await screen.waitFor("The model goes on from this summary.");
  screen.type("/fork\r");
  await screen.waitFor("There is no turn after the summary yet.");
  screen.type("second\r");
  await screen.waitFor("two.");
  screen.type("/fork\r");
  await screen.waitFor(/> \/fork \n❯ 1 {2}second\n1 match/);
});

test("? shows the keys, and nothing is sent", async () => {
  const screen = await chat.open({ script: [{ text: "hi" }] });
  screen.type("?");
  await screen.waitFor("Enter shows what the keys do.");
  screen.type("\r");
  await screen.waitFor(/Shift-Tab +│ switches between ask, edits and plan/);
  expect(chat.server.requests).toHaveLength(0);
});

test("/help has a row for each command at 80 columns, by what they are about", async () => {
  const screen = await chat.open({});
  screen.type("/help\r");
  await screen.waitFor(/in a message[^]*\n> \n/);
  const rows = screen.rows();
  for (const title of ["conversation", "files", "changes", "model"])
    expect(rows.some((row) => row.startsWith(`${title} `) && row.includes("what it does"))).toBe(true);
  // A command in two rows would have an empty cell below its name.
  expect(rows.filter((row) => /^ +│/.test(row))).toEqual([]);
});

test("after an interrupt Ctrl-C clears the message that is back, as the line below says", async () => {
  const screen = await chat.openPaced();
  screen.type("go\r");
  await chat.paced.waitFor(1);
  chat.paced.say("Begin.\n\n");
  await screen.waitFor("Begin.");
  screen.type("\u0003");
  await screen.waitFor(/> go\nPut here for you to edit/);
  screen.type("\u0003");
  await screen.waitFor(/> \nCtrl-C again quits\./);
});

test("a turn that is interrupted before anything was sent says so, and offers no /undo", async () => {
  // It is asked for the size of the window first.
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  try {
    const base_url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`; // It listens on a port.
    const config = { model: "anthropic/test-model", base_url };
    const screen = await chat.start({ config, env: { ANTHROPIC_API_KEY: "key" } });
    screen.type("go\r");
    await screen.waitFor("Esc interrupts");
    screen.type("\u001b");
    await screen.waitFor(/! Interrupted before anything was sent\.\n[^]*> go\nPut here for you to edit/);
    expect(screen.rows().join("\n")).not.toContain("/undo");
  } finally {
    silent.close();
    silent.closeAllConnections();
  }
});

test("an empty answer is no silence", async () => {
  const screen = await chat.open({ script: [{ text: "" }] });
  screen.type("go\r");
  await screen.waitFor("! The model returned an empty response.");
});

const note = trouble === null ? "" : ` (skipped: ${trouble})`;

test.skipIf(trouble !== null)(
  `always shows the rule for a command of the model, which counts from then on${note}`,
  async () => {
    const call = { calls: [{ name: "shell", arguments: { command: "echo out-put" } }] };
    const screen = await chat.open({ script: [call, { text: "First." }, call, { text: "Second." }] });
    screen.type("go\r");
    await screen.waitFor(/Run this command\?[^]*Enter approve/);
    screen.type("a");
    await screen.waitFor(/from now on do not ask for:[^]*shell `echo out-put` in workspace[^]*Enter keep this rule/);
    screen.type("\r");
    await screen.waitFor("First.");
    screen.type("again\r");
    await screen.waitFor("Second.");
    expect(screen.rows().join("\n")).not.toContain("Run this command?");
    screen.type("/approvals\r");
    await screen.waitFor(/echo out-put[^]*\/approvals revoke ID/);
  },
);
