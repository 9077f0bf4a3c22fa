// The person in a run: what the prompt asks, what each answer does, whose Ctrl-C is, and what a conversation says.

import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Step } from "../../src/testing/index.ts";
import { ensureBuilt } from "../built.ts";
import { chats } from "../terminal/chatting.ts";
import { EDIT, READ, Running } from "./running.ts";

const QUESTION = /Apply this edit\? \[y\/n\]:/;
const NEXT: Step = {
  calls: [{ name: "edit_file", arguments: { path: "a.txt", old_string: "one", new_string: "ONE" } }],
};

beforeAll(ensureBuilt);

describe("at a line prompt", () => {
  let place: Running;
  beforeEach(() => {
    place = new Running();
  });
  afterEach(() => place.close());

  test.each<[string, string, string, number]>([
    ["y approves", "y\r", "one\nTWO\n", 0],
    ["n denies", "n\r", "one\ntwo\n", 1],
    ["Enter alone is the default, which is no", "\r", "one\ntwo\n", 1],
    ["T56: the end of input is no", "\u0004", "one\ntwo\n", 1],
  ])("S3-16: the question names the file and the keys; %s", async (_, keys, content, code) => {
    const env = await place.serve([READ, EDIT, { text: "The end." }]);
    const screen = place.runOnTerminal(["--approve", "ask", "edit it"], env);
    await screen.waitFor(QUESTION);
    // The call stands above its question, not in the middle of what is typed.
    expect(screen.rows().join("\n")).toMatch(/ {2}edit_file\(a\.txt\)\n[^]*Edit: a\.txt \(line 2\)[^]*\[y\/n\]: ?$/);
    screen.type(keys);
    expect((await screen.exit).code).toBe(code);
    expect(place.content()).toBe(content);
  });

  test("S3-16: a word that is no answer is no yes; it needs approval again", async () => {
    const env = await place.serve([READ, EDIT, { text: "The end." }]);
    const screen = place.runOnTerminal(["--approve", "ask", "edit it"], env);
    await screen.waitFor(QUESTION);
    screen.type("sure\r");
    await screen.waitFor(/y: apply this change[^]*Apply this edit\? \[y\/n\]:/);
    expect(place.content()).toBe("one\ntwo\n");
    screen.type("\r");
    expect((await screen.exit).code).toBe(1);
    expect(place.content()).toBe("one\ntwo\n");
  });

  test("S3-16, T53: A is a yes to everything in this session, chosen from what is shown; the next is not asked", async () => {
    const env = await place.serve([READ, EDIT, NEXT, { text: "The end." }]);
    const screen = place.runOnTerminal(["--approve", "ask", "edit it"], env);
    await screen.waitFor(QUESTION);
    screen.type("A\r");
    await screen.waitFor(
      /1\) edits and new files below workspace[^]*every file tool \(rm too\) anywhere in workspace[^]*Keep which rule\?.*:/,
    );
    screen.type("1\r");
    expect((await screen.exit).code).toBe(0);
    expect(place.content()).toBe("ONE\nTWO\n");
    expect(screen.rows().join("\n").split("Apply this edit?")).toHaveLength(2);
  });

  test("S3-16, T53: a keeps a narrow rule; what it does not cover is asked about", async () => {
    const other: Step = { calls: [{ name: "write_file", arguments: { path: "b.txt", content: "b\n" } }] };
    const env = await place.serve([READ, EDIT, NEXT, other, { text: "The end." }]);
    const screen = place.runOnTerminal(["--approve", "ask", "edit it"], env);
    await screen.waitFor(QUESTION);
    screen.type("a\r");
    await screen.waitFor(/1\) edit_file on workspace\/a\.txt\n[^]*Keep which rule\?.*:/);
    screen.type("1\r");
    await screen.waitFor(/Write this file\? \[y\/n\]:/);
    expect(place.content()).toBe("ONE\nTWO\n");
    screen.type("n\r");
    expect((await screen.exit).code).toBe(1);
  });

  test("S3-17: Ctrl-C in a question ends the turn; after an answered one it is the run's again", async () => {
    const slow: Step = { text: "word ".repeat(400_000), piece: 5 };
    const env = await place.serve([READ, EDIT, slow, NEXT, { text: "Here I am." }]);
    const screen = place.runOnTerminal(["--approve", "ask", "edit it"], env);
    await screen.waitFor(QUESTION);
    screen.type("y\r");
    await screen.waitFor("word word");
    screen.type("\u0003");
    expect((await screen.exit).code).toBe(130);
    expect(place.content()).toBe("one\nTWO\n");

    const again = place.runOnTerminal(["--approve", "ask", "--resume", "last", "go on"], env);
    await again.waitFor(QUESTION);
    again.type("\u0003");
    expect((await again.exit).code).toBe(130);
    expect(place.content()).toBe("one\nTWO\n");
    expect((await place.run(["--resume", "last", "still there?"], env)).out).toBe("Here I am.\n");
    expect(place.server.refused).toEqual([]);
  });
});

describe("S3-18: a conversation", () => {
  const chat = chats();

  test("says that it waits before the first word, and Interrupted. when it was", async () => {
    const screen = await chat.openPaced();
    screen.type("hello\r");
    await chat.paced.waitFor(1);
    await screen.waitFor("Waiting for the model");
    screen.type("\u001b");
    await screen.waitFor("! Interrupted.");
    await screen.waitFor(/> hello\n/);
  });

  test("S3-12: a fast answer is painted by time, not by piece, and is complete in the end", async () => {
    const screen = await chat.open({ script: [{ text: `${"ab ".repeat(4_000)}the end`, piece: 3 }] });
    screen.type("hello\r");
    // While it answers, the end may be in sight before the rows above it are.
    await screen.waitFor(/the end\n(?:(?!Answering)[^])*> \n?.*\/help$/);
    const frames = screen.raw().split("\u001b[?2026h").length;
    expect(frames).toBeLessThan(400);
    const words = screen
      .rows()
      .join("")
      .replaceAll(/[^a-z]/g, "");
    expect(words).toContain(`${"ab".repeat(4_000)}theend`);
  });

  test("ends a turn at the limit of requests, and continues on request", async () => {
    const screen = await chat.open({ script: [...Array.from({ length: 50 }, () => READ), { text: "At last." }] });
    screen.type("read it for ever\r");
    await screen.waitFor("Stopped after 50 requests in one turn");
    screen.type("go on\r");
    await screen.waitFor("At last.");
    expect(chat.server.requests).toHaveLength(51);
    expect(chat.server.refused).toEqual([]);
  });
});
