// What "this conversation changed" is: one list, kept with the session, for /diff, /undo, Ctrl-E and /commit. What others
// changed is offered and never acted on unasked.

import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Step } from "../../src/testing/index.ts";
import { EDIT, READ } from "../agent/running.ts";
import { without } from "../support/installed.ts";
import { chats } from "./chatting.ts";

const chat = chats();
const { missing, note } = without("git");
const CTRL_E = "\u0005";
const EDITS = ["--permissions", "edits"];
const NOTHING = "Nothing was changed in this conversation.";

function edit(old_string: string, new_string: string): Step {
  return { calls: [{ name: "edit_file", arguments: { path: "a.txt", old_string, new_string } }] };
}

function editor(script: string): Readonly<Record<string, string>> {
  writeFileSync(join(chat.folder, "editor"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(chat.folder, "editor"), 0o755);
  return { EDITOR: join(chat.folder, "editor") };
}

describe("what another conversation changed", () => {
  test("/undo lists it, Ctrl-E does not open it, and neither its undo nor it is in /diff", async () => {
    const a = await chat.open({ script: [READ, EDIT, { text: "Done." }], args: EDITS });
    a.type("change it\r");
    await a.waitFor("Done.");
    const b = await chat.open({ files: {}, env: editor(`echo opened > "$1"`) });
    b.type("/diff\r");
    await b.waitFor(NOTHING);
    b.type(CTRL_E);
    await b.waitFor(/Nothing was changed in this conversation\. Name a file that galley changed:\s+\/edit-last PATH/);
    b.type("/undo\r");
    await b.waitFor(/These changes were made outside it:[^]*> \/undo \n❯ \S+ {2}[\d-]+ [\d:]+ {2}a\.txt/);
    expect(chat.content()).toBe("one\nTWO\nthree\n");
    b.type("\r");
    await b.waitFor(/> \/undo \S{5,}/);
    await b.waitFor("is as it was before");
    expect(chat.content()).toBe("one\ntwo\nthree\n");
    b.type("/diff\r");
    await b.waitFor(/is as it was before[^]*> \/diff\n\n! Nothing was changed in this conversation\./);
    // The first one sees that its change is gone, and does not go on to older ones.
    a.type("/undo\r");
    await a.waitFor(/> \/undo\n\n! What was changed in this conversation has been undone\.\n/);
    a.type("/diff\r");
    await a.waitFor(/> \/diff\n\n! What was changed in this conversation has been undone\.\n/);
  });

  test("line by line, /undo prints the list", async () => {
    const a = await chat.open({ script: [READ, EDIT, { text: "Done." }], args: EDITS });
    a.type("change it\r");
    await a.waitFor("Done.");
    const b = await chat.open({ files: {}, env: { GALLEY_PLAIN: "1" } });
    b.type("/undo\r");
    await b.waitFor(
      /These changes were made outside it:[^]*\S+ {2}[\d-]+ [\d:]+ {2}a\.txt[^]*Undo one with: \/undo RECEIPT/,
    );
    expect(chat.content()).toBe("one\nTWO\nthree\n");
  });

  test("a change that came between two of this one's is not in its /diff", async () => {
    const screen = await chat.open({
      script: [READ, EDIT, { text: "First." }, READ, edit("one", "1"), { text: "Then." }],
      args: EDITS,
    });
    screen.type("change it\r");
    await screen.waitFor("First.");
    writeFileSync(chat.path("a.txt"), "one\nTWO\nDREI\n");
    screen.type("again\r");
    await screen.waitFor("Then.");
    screen.type("/diff all\r");
    await screen.waitFor(/> \/diff all\n[^]*-two\n.* \+TWO[^]*-one\n.* \+1/);
    const shown = screen.rows().join("\n");
    expect(shown.slice(shown.lastIndexOf("> /diff all"))).not.toContain("+DREI");
  });
});

test("a resumed conversation knows what it changed: /diff, /context, Ctrl-E and /undo", async () => {
  const first = await chat.open({ script: [READ, EDIT, edit("one", "1"), { text: "Both done." }], args: EDITS });
  first.type("change it\r");
  await first.waitFor("Both done.");
  first.type("/quit\r");
  await first.exit;
  const screen = await chat.open({ files: {}, args: ["--resume", "last"], env: editor(`sed -i s/TWO/zwei/ "$1"`) });
  screen.type("/diff all\r");
  await screen.waitFor(/> \/diff all\n[^]*-one\n[^]*\+TWO/);
  screen.type("/add a.txt\r");
  await screen.waitFor("✓ a.txt");
  screen.type("/context\r");
  await screen.waitFor(
    /No request of this conversation was counted here yet\.\n\s*The selected files take about \d+ tokens, under 1% of the\s+window \(\/files\)\./,
  );
  screen.type(CTRL_E);
  await screen.waitFor("is as you edited it");
  screen.type("/quit\r");
  await screen.exit;
  const again = await chat.open({ files: {}, args: ["--resume", "last"] });
  again.type("/undo\r");
  await again.waitFor(
    /> \/undo \n❯ \S+ {2}[\d-]+ [\d:]+ {2}a\.txt.*\n {2}all {3}.*\n {2}\S+ {2}[\d-]+ [\d:]+ {2}a\.txt.*\n {2}\S+ {2}[\d-]+ [\d:]+ {2}a\.txt/,
  );
  again.type("\r");
  await again.waitFor(/> \/undo \S{5,}/);
  await again.waitFor("is as it was before");
  expect(chat.content()).toBe("1\nTWO\nthree\n");
});

test("after /clear nothing was changed; /undo offers what was changed before it", async () => {
  const screen = await chat.open({ script: [READ, EDIT, { text: "Done." }], args: EDITS });
  screen.type("change it\r");
  await screen.waitFor("Done.");
  screen.type("/clear\r");
  await screen.waitFor("Started a new conversation.");
  screen.type("/diff\r");
  await screen.waitFor(NOTHING);
  screen.type("/undo\r");
  await screen.waitFor(/> \/undo \n❯ \S+ {2}[\d-]+ [\d:]+ {2}a\.txt/);
  expect(chat.content()).toBe("one\nTWO\nthree\n");
});

test("an export is no change of the conversation; its message has the command that removes it", async () => {
  const screen = await chat.open({ script: [{ text: "hi" }] });
  screen.type("hello\r");
  await screen.waitFor(/\nhi\n/);
  screen.type("/export talk.md\r");
  await screen.waitFor(/Exported to talk\.md\. \/undo \S+ removes it\./);
  screen.type("/diff\r");
  await screen.waitFor(NOTHING);
  const [, receipt] = /\/undo (\S+) removes it/.exec(screen.rows().join("\n"))!;
  screen.type(`/undo ${receipt}\r`);
  await screen.waitFor("talk.md is gone again");
});

test.skipIf(missing)(`the user's own edit of a change is in /diff and in /commit${note}`, async () => {
  const screen = await chat.open({
    script: [READ, EDIT, { text: "Done." }],
    args: EDITS,
    env: editor(`sed -i s/TWO/zwei/ "$1"`),
  });
  const cwd = join(chat.folder, "work");
  const git = (...args: readonly string[]): string => execFileSync("git", args, { cwd, encoding: "utf8" });
  git("init", "-q");
  git("config", "user.name", "t");
  git("config", "user.email", "t@example.com");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  screen.type("change it\r");
  await screen.waitFor("Done.");
  screen.type(CTRL_E);
  await screen.waitFor("is as you edited it");
  screen.type("/diff all\r");
  await screen.waitFor(/> \/diff all\n[^]*-two\n.* \+zwei/);
  screen.type("/commit Say it in German\r");
  await screen.waitFor(/Committed [0-9a-f]{10}: Say it in German/);
  expect(git("show", "HEAD:a.txt")).toBe("one\nzwei\nthree\n");
});
