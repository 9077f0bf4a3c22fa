// A line feed in a name, a path or a message from elsewhere begins no row of the screen: a model, a server or a folder
// could otherwise write lines that look like Galley's own. Only texts that have lines (an answer, a diff) have rows.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Running } from "../agent/running.ts";
import { chats } from "./chatting.ts";
import { reviews } from "./reviewing.ts";

const ATTACK = "x\n\nFORGED\n✓ FORGED";
const IN_SHELL = `"$(printf 'x\\n\\nFORGED\\n✓ FORGED')"`;
const IN_JSON = JSON.stringify(ATTACK).slice(1, -1);

/** Rows that begin with what only a line feed of others puts there. */
function forged(rows: readonly string[]): string[] {
  return rows.filter((row) => /^[\s│>!✓✗–]*FORGED/.test(row));
}

const ERROR = { status: 400, body: JSON.stringify({ error: { message: ATTACK, type: ATTACK, code: ATTACK } }) };
const CALLS = [
  { name: ATTACK, arguments: { path: ATTACK, [ATTACK]: ATTACK }, id: `call_${ATTACK}` },
  ...["write_file", "edit_file", "edit", "rm", "read_file", "ls"].map((name) => ({
    name,
    arguments: { path: ATTACK, content: "x", old_string: "x", new_string: "y", oldText: "x", newText: "y" },
  })),
  { name: "write_file", arguments: { path: `other:/${ATTACK}`, content: "x" } },
  { name: "write_file", arguments: { path: `/${ATTACK}`, content: "x" } },
  { name: "grep", arguments: { pattern: `(${ATTACK}`, path: ATTACK } },
  { name: "glob", arguments: { pattern: `${ATTACK}[` } },
  { name: "shell", arguments: { command: "true", cwd: ATTACK, [ATTACK]: 1 } },
  { name: "read_file", arguments: `{"path": "${ATTACK}` },
];

describe("a conversation", () => {
  const chat = chats();

  test.each([
    ["the screen", {}],
    ["lines", { GALLEY_PLAIN: "1" }],
    ["words", { GALLEY_PLAIN: "words" }],
  ] as const)("the folder, calls and the server's error, on %s", async (_, env) => {
    const root = join(chat.folder, ATTACK);
    mkdirSync(root);
    const script = [{ calls: CALLS }, { text: "All called." }, ERROR];
    const screen = await chat.open({ env, columns: 250, rows: 100, script, args: ["--root", root, "--yes"] });
    screen.type("go\r");
    await screen.waitFor("All called.");
    screen.type("again\r");
    await screen.waitFor(/✗ (?=.*answered|.*400)|again$/m);
    screen.type(`\u0015/model openai/\r`);
    await screen.waitFor(/names no model/);
    const rows = screen.rows();
    expect(forged(rows)).toEqual([]);
    expect(rows.filter((row) => row.includes("⟨LF⟩")).length).toBeGreaterThan(10);
    expect(rows.join("\n")).toContain("galley in x⟨LF⟩⟨LF⟩FORGED⟨LF⟩✓ FORGED");
  });
});

test("a run: calls, what was not changed, and the server's error", async () => {
  const place = new Running();
  try {
    const env = await place.serve([{ calls: CALLS }, ERROR]);
    const screen = place.runOnTerminal(["go", "--approve", "all"], env);
    await screen.exit;
    const rows = screen.rows();
    expect(forged(rows)).toEqual([]);
    expect(rows.filter((row) => row.includes("⟨LF⟩")).length).toBeGreaterThan(10);
  } finally {
    await place.close();
  }
});

describe("the command line", () => {
  const review = reviews();

  test.each([
    ["a command", `GALLEY ${IN_SHELL}`],
    ["an option", `GALLEY apply --${IN_SHELL}`],
    ["words", `GALLEY log ${IN_SHELL}`],
    ["a file to apply", `GALLEY apply ${IN_SHELL}`],
    ["a root", `GALLEY log --root ${IN_SHELL}`],
    ["a config", `GALLEY log --config ${IN_SHELL}`],
    ["a key of a config", "GALLEY config --config key.json"],
    ["a config that is not JSON", "GALLEY config --config broken.json"],
    ["names of sandboxes", "GALLEY log --config sandbox.json"],
    ["a rule of a config", "GALLEY config --config rule.json"],
    ["a model of a config", "GALLEY run hello --config model.json"],
    ["an address of a config", "GALLEY run hello --config address.json"],
    ["a receipt", `GALLEY undo ${IN_SHELL}`],
    ["a remembered rule", `GALLEY approvals revoke ${IN_SHELL}`],
    ["a question", `GALLEY inbox show ${IN_SHELL}`],
    ["a session", `GALLEY run hello --resume ${IN_SHELL}`],
    ["arguments of a tool that are not JSON", `GALLEY tool read_file ${IN_SHELL}`],
    ["a model", `GALLEY_MODEL=${IN_SHELL} GALLEY models`],
    ["a path for the map", `GALLEY map ${IN_SHELL}`],
    ["a path to edit", `GALLEY edit-last ${IN_SHELL}`],
    ["a context", `GALLEY run hello --context ${IN_SHELL}`],
    ["a shell", `GALLEY completions ${IN_SHELL}`],
    [
      "a state directory",
      `mkdir -p ${IN_SHELL}/galley; chmod 0 ${IN_SHELL}; XDG_STATE_HOME=$PWD/${IN_SHELL} GALLEY doctor`,
    ],
    ["the folder", `mkdir ${IN_SHELL}; cd ${IN_SHELL}; GALLEY doctor; GALLEY config; GALLEY map`],
  ])("%s", async (_, command) => {
    const files = {
      "key.json": JSON.stringify({ [ATTACK]: 1 }),
      "broken.json": `{"model": ${ATTACK}`,
      "sandbox.json": JSON.stringify({ sandboxes: { [ATTACK]: { root: ATTACK } }, default_sandbox: ATTACK }),
      "rule.json": JSON.stringify({ policy: [{ effect: "deny", tool: ATTACK, path: `**/${ATTACK}[` }] }),
      "model.json": JSON.stringify({ model: ATTACK }),
      "address.json": JSON.stringify({ model: "compatible/x", base_url: ATTACK }),
    };
    const { screen } = review({ files, command, columns: 200 });
    await screen.exit;
    expect(screen.rows().join("")).not.toBe("");
    expect(forged(screen.rows())).toEqual([]);
  });

  test.each([
    ["only names", `diff --git "a/QUOTED" "b/QUOTED"\nindex 1..2\nBinary files differ\n`],
    [
      "a rename",
      `diff --git "a/QUOTED" "b/QUOTED2"\nsimilarity index 100%\nrename from "QUOTED"\nrename to "QUOTED2"\n`,
    ],
    ["labels", `--- "a/QUOTED"\n+++ "b/QUOTED"\n@@ -1 +1 @@\n-a\n+b\n`],
    ["one of them quoted", `diff --git a/x "b/QUOTED"\n--- a/x\n+++ "b/QUOTED"\n@@ -1 +1 @@\n-a\n+b\n`],
    ["a mode", `diff --git "a/QUOTED" "b/QUOTED"\nold mode 100644\nnew mode 100755\n`],
  ])("quoted paths of a diff: %s", async (_, diff) => {
    const answer = diff.replaceAll("QUOTED", IN_JSON);
    const { screen } = review({ answer, command: "GALLEY apply answer.md --yes", columns: 200 });
    await screen.exit;
    expect(screen.rows().join("\n")).toContain("Nothing was written.");
    expect(forged(screen.rows())).toEqual([]);
  });
});
