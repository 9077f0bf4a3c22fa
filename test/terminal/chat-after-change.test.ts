// After a change: commit it, run tests and let the model repair what they find, go back to a turn, export.

import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { EDIT, READ } from "../agent/running.ts";
import { without } from "../support/installed.ts";
import { chats, QUESTION } from "./chatting.ts";

const chat = chats();
const { missing, note } = without("git");

function git(...args: readonly string[]): string {
  const person = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
  return execFileSync("git", [...person, ...args], { cwd: join(chat.folder, "work"), encoding: "utf8" });
}

describe.skipIf(missing)(`/commit${note}`, () => {
  test("the model writes the message, the user edits it, and only this conversation's changes are committed", async () => {
    const written = "Shout the second line\n\nIt was too quiet.";
    const script = [READ, EDIT, { text: "Done." }, { text: `\`\`\`\n${written}\n\`\`\`` }];
    const files = { "a.txt": "one\ntwo\nthree\n", "mine.txt": "m\n" };
    const screen = await chat.open({ script, files });
    git("init", "-q");
    git("config", "user.name", "t");
    git("config", "user.email", "t@example.com");
    git("add", "-A");
    git("commit", "-q", "-m", "first");
    execFileSync("sh", ["-c", "echo own >> mine.txt; git add mine.txt; echo more >> mine.txt"], {
      cwd: join(chat.folder, "work"),
    });
    screen.type("/commit\r");
    await screen.waitFor("Nothing was committed: this conversation changed no files here.");
    screen.type("change it\r");
    await screen.waitFor(QUESTION);
    screen.type("y");
    await screen.waitFor("Done.");
    screen.type("/commit\r");
    await screen.waitFor(/✓ a\.txt would be in the commit/);
    await screen.waitFor(/> \/commit Shout the second line\n *\n {2}It was too quiet\./);
    screen.type("!\r");
    await screen.waitFor(/Committed [0-9a-f]{10}: Shout the second line/);
    expect(git("log", "-1", "--format=%B").trim()).toBe(`${written}!`);
    expect(git("show", "--name-only", "--format=", "HEAD").trim()).toBe("a.txt");
    expect(git("status", "--porcelain").trim()).toBe("MM mine.txt");
  });
});

test("/test: a failure goes back to the model, a success ends it; /test off", async () => {
  const again = { calls: [{ name: "edit_file", arguments: { path: "a.txt", old_string: "TWO", new_string: "2" } }] };
  const script = [READ, EDIT, { text: "Done." }, again, { text: "Repaired." }];
  const screen = await chat.open({ script, config: { shell: { where: "host" } }, args: ["--permissions", "edits"] });
  screen.type("/test grep -q 2 a.txt || { echo no two; exit 1; }\r");
  await screen.waitFor("After each turn that changes files");
  screen.type("change it\r");
  // On the host every run is asked about: it runs what the model wrote.
  await screen.waitFor(/Run this command\?[^]*Enter approve/);
  screen.type("y");
  await vi.waitFor(() => expect(chat.server.requests).toHaveLength(5), { timeout: 60_000 });
  await screen.waitFor(/Run this command\?[^]*Enter approve/);
  screen.type("y");
  await screen.waitFor(/Repaired\.[^]*✓ It ended with exit code 0/);
  expect(screen.rows().join("\n")).toContain("The tests fail. The model is asked to repair it (1 of 3).");
  expect(chat.content()).toBe("one\n2\nthree\n");
  expect(JSON.stringify(chat.server.requests.at(-1)!.body)).toContain("no two");
  expect(chat.server.requests).toHaveLength(5);
  screen.type("/test off\r");
  await screen.waitFor("No tests run after a turn.");
});

test("/fork goes on from a turn, in a conversation of its own; /export writes Markdown", async () => {
  const script = ["first", "second", "other"].map((text) => ({ text: `the ${text} answer` }));
  const screen = await chat.open({ script });
  screen.type("one?\r");
  await screen.waitFor("the first answer");
  screen.type("two?\r");
  await screen.waitFor("the second answer");
  screen.type("/export /nowhere/talk.md\r");
  await screen.waitFor(
    /✗ Cannot access '\/nowhere\/talk\.md': path is outside sandbox\.\n {4}Readable paths: workspace\n/,
  );
  screen.type("/export talk.md\r");
  await screen.waitFor("Exported to talk.md");
  expect(chat.content("talk.md")).toMatch(/## You\n\none\?\n\n## Model\n\nthe first answer\n\n## You\n\ntwo\?/);
  screen.type("/export talk.md\r");
  await screen.waitFor("talk.md exists already");
  screen.type("/fork\r");
  await screen.waitFor(/❯ 2 {2}two\?\n {2}1 {2}one\?/);
  screen.type("\r");
  await screen.waitFor(/\n> \/fork 2\n/);
  await screen.waitFor(/continues from before turn 2[^]*> two\?/);
  screen.type(" or three?\r");
  await screen.waitFor("the other answer");
  const body = JSON.stringify(chat.server.requests.at(-1)!.body);
  expect(body).toContain("the first answer");
  expect(body).not.toContain("the second answer");
  expect(body).toContain("went back to this point");
  expect(readdirSync(join(chat.folder, "state", "galley", "sessions"))).toHaveLength(2);
});
