// What is half-typed survives a kill: it is in the prompt of the next conversation in the same folder, once.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chats } from "./chatting.ts";
import type { Screen } from "./pty.ts";

const chat = chats();
const KILLED = "Galley was killed here before what you typed was sent.";

function drafts(): readonly string[] {
  const folder = join(chat.folder, "state", "galley", "drafts");
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function killed(screen: Screen): Promise<void> {
  screen.kill("SIGKILL");
  await screen.exit;
}

describe("half-typed text", () => {
  test("is in the next prompt after a kill, marked, and sent only by Enter", async () => {
    const first = await chat.open({ script: [{ text: "answered" }] });
    first.type("half a thou");
    await first.waitFor("> half a thou");
    await until(() => drafts().length === 1);
    await killed(first);
    const second = await chat.open();
    await second.waitFor(/> half a thou\nPut here for you to edit/);
    expect(second.rows().join("\n")).toContain(KILLED);
    expect(chat.server.requests).toHaveLength(0);
    await until(() => drafts().length === 1); // It is only in this prompt now.
    second.type("ght\r");
    await second.waitFor("answered");
    expect(chat.lastSent).toContain("half a thought");
    await until(() => drafts().length === 0);
    await killed(second);
    const third = await chat.open();
    expect(third.rows().join("\n")).not.toContain(KILLED);
  });

  test("a message that was sent before, and is only looked at, is no draft", async () => {
    const first = await chat.open({ script: [{ text: "answered" }] });
    first.type("hello\r");
    await first.waitFor("answered");
    first.type("\u001b[A");
    await first.waitFor(/> hello\n[^>]*> hello\n|answered[^]*> hello\n/);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(drafts()).toEqual([]);
    first.type(" again");
    await until(() => drafts().length === 1);
  });

  test("a command in it runs only after a question", async () => {
    const first = await chat.open();
    first.type("!touch made");
    await until(() => drafts().length === 1);
    await killed(first);
    const second = await chat.open();
    await second.waitFor("> !touch made");
    second.type("\r");
    await second.waitFor(/Run this command\?/);
    expect(existsSync(chat.path("made"))).toBe(false);
  });

  test("what waits to be sent is there too", async () => {
    const first = await chat.openPaced();
    first.type("one\r");
    await chat.paced.waitFor(1);
    first.type("two\r");
    await first.waitFor("next: two");
    first.type("three");
    await first.waitFor("> three");
    await new Promise((resolve) => setTimeout(resolve, 600));
    await killed(first);
    const second = await chat.openPaced();
    await second.waitFor(/> three\n/);
    second.type("\u001b[A");
    await second.waitFor(/> two\n/);
  });

  test("that someone is typing elsewhere stays there, and leaving keeps it among the older ones only", async () => {
    const first = await chat.open();
    first.type("mine");
    await until(() => drafts().length === 1);
    const second = await chat.open();
    expect(second.rows().join("\n")).not.toContain(KILLED);
    first.type("\u0003\u0003");
    expect((await first.exit).code).toBe(0);
    expect(drafts()).toEqual([]);
    const third = await chat.open();
    expect(third.rows().join("\n")).not.toContain(KILLED);
    third.type("\u001b[A");
    await third.waitFor("> mine");
  });
});
