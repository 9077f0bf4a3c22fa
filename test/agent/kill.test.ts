// kill -9 in the middle of a turn: what was said and done up to the last whole step is there when it goes on, and every
// provider takes it.

import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Script, Step } from "../../src/testing/index.ts";
import { ensureBuilt } from "../built.ts";
import { chats } from "../terminal/chatting.ts";
import { BLOCK, EDIT, READ, Running } from "./running.ts";

const QUESTION = /Apply this edit\? \[.*\]:/;
const LOST = "Galley ended before this call had its result";
const BACK: Step = { text: "Here I am." };

beforeAll(ensureBuilt);

describe("galley run", () => {
  let place: Running;
  beforeEach(() => {
    place = new Running();
  });
  afterEach(() => place.close());

  /** Killed when the last step of the script is asked for; then it goes on. */
  async function killedAt(script: Script, wire: "openai" | "anthropic"): Promise<string> {
    let kill = (): void => undefined;
    const last = (): Step => {
      kill();
      return { text: "never heard" };
    };
    const env = await place.serve([...script, last, BACK], wire);
    const { signal } = await place.run(["--json", "--approve", "all", "first words"], env, (_, child) => {
      kill = () => void child.kill("SIGKILL");
    });
    expect(signal).toBe("SIGKILL");
    const { code, out } = await place.run(["--resume", "last", "second words"], env);
    expect([code, out, place.server.refused]).toEqual([0, "Here I am.\n", []]);
    return place.lastRequest();
  }

  test.each(["openai", "anthropic"] as const)("before the first answer, %s: the prompt is kept", async (wire) => {
    const request = await killedAt([], wire);
    expect(request).toContain("first words");
    expect(request.indexOf("first words")).toBeLessThan(request.indexOf("second words"));
  });

  test.each(["openai", "anthropic"] as const)("after two steps, %s: both are kept with their results", async (wire) => {
    const request = await killedAt([READ, EDIT], wire);
    for (const said of [
      "first words",
      "read_file",
      "Read workspace/a.txt",
      "edit_file",
      "Replaced 1 line at line 2 in workspace/a.txt",
    ])
      expect(request).toContain(said);
    expect(request).not.toContain(LOST);
    expect(place.content()).toBe("one\nTWO\n");
  });

  test("in the middle of an answer: the step before it is kept, of the answer nothing", async () => {
    const slow: Step = { text: "word ".repeat(400_000), piece: 5 };
    const env = await place.serve([READ, slow, BACK]);
    const { signal } = await place.run(["talk to me"], env, (out, child) => {
      if (out.includes("word word")) child.kill("SIGKILL");
    });
    expect(signal).toBe("SIGKILL");
    expect((await place.run(["--resume", "last", "still there?"], env)).out).toBe("Here I am.\n");
    expect(place.lastRequest()).toContain("Read workspace/a.txt");
    expect(place.lastRequest()).not.toContain("word word");
    expect(place.server.refused).toEqual([]);
  });

  test.each(["openai", "anthropic"] as const)(
    "while the second of three calls waits for a yes, %s: the first has its result, the others are told as lost",
    async (wire) => {
      const both: Step = { calls: [...READ.calls!, ...EDIT.calls!, ...READ.calls!] };
      const env = await place.serve([READ, both, BACK], wire);
      const screen = place.runOnTerminal(["--approve", "ask", "edit it"], env);
      await screen.waitFor(QUESTION);
      screen.kill("SIGKILL");
      await screen.exit;
      expect((await place.run(["--resume", "last", "what happened?"], env)).out).toBe("Here I am.\n");
      expect(place.server.refused).toEqual([]);
      expect(place.lastRequest().split("Read workspace/a.txt")).toHaveLength(3);
      expect(place.lastRequest().split(LOST)).toHaveLength(3);
      expect(place.lastRequest()).not.toContain("Interrupted by user");
      expect(place.content()).toBe("one\ntwo\n");
    },
  );

  test("while edit blocks wait for a yes: the answer is kept, and the model is asked to check", async () => {
    const env = await place.serve([{ text: `Here:\n\n${BLOCK}` }, BACK]);
    const screen = place.runOnTerminal(["--approve", "ask", "--mode", "blocks", "edit it", "--context", "a.txt"], env);
    await screen.waitFor(QUESTION);
    screen.kill("SIGKILL");
    await screen.exit;
    expect((await place.run(["--resume", "last", "--mode", "blocks", "and?"], env)).out).toBe("Here I am.\n");
    expect(place.lastRequest()).toContain("««« EDIT");
    expect(place.lastRequest()).toContain("Galley ended while it applied the edits of your last answer");
    expect(place.server.refused).toEqual([]);
  });
});

test("of several that continue one session at once, each keeps what it was asked and answered", async () => {
  const place = new Running();
  try {
    const count = 6;
    const env = await place.serve(Array.from({ length: count + 1 }, () => ({ text: "Noted." })));
    await place.run(["zero"], env);
    const prompts = Array.from({ length: count }, (_, at) => `prompt ${at}`);
    const ran = await Promise.all(
      prompts.map((prompt) => place.run(["--resume", "last", prompt], env, () => undefined)),
    );
    expect(ran.map(({ code }) => code)).toEqual(prompts.map(() => 0));
    const folder = join(place.folder, "state", "galley", "sessions");
    const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    for (const prompt of prompts) expect(kept.some((text) => text.includes(`"${prompt}"`))).toBe(true);
  } finally {
    await place.close();
  }
});

describe("galley chat", () => {
  const chat = chats();

  test("killed in a question: the conversation is there again up to the call, and goes on", async () => {
    const script = [READ, { text: "I change it now.", ...EDIT }, BACK];
    const screen = await chat.open({ script });
    screen.type("make it louder\r");
    await screen.waitFor("Apply this edit?");
    screen.kill("SIGKILL");
    await screen.exit;
    const again = await chat.open({ args: ["--resume", "last"] });
    await again.waitFor("I change it now.");
    expect(again.rows().join("\n")).toContain("> make it louder");
    again.type("go on\r");
    await again.waitFor("Here I am.");
    const request = JSON.stringify(chat.server.requests.at(-1)!.body);
    expect(request).toContain("Read workspace/a.txt");
    expect(request).toContain(LOST);
    expect(chat.server.refused).toEqual([]);
    expect(chat.content()).toBe("one\ntwo\nthree\n");
  });

  test("killed before an answer: the message is back in the prompt, and is sent once", async () => {
    const screen = await chat.openPaced();
    screen.type("are you there?\r");
    await chat.paced.waitFor(1);
    screen.kill("SIGKILL");
    await screen.exit;
    const again = await chat.openPaced({ args: ["--resume", "last"] });
    await again.waitFor("Your last message was not answered. It is back in the prompt.");
    await again.waitFor(/─\n> are you there\?/);
    again.type("\r");
    await chat.paced.waitFor(2);
    expect(chat.paced.asked[1]).toBe("are you there?");
  });

  test("a first prompt that nothing came of leaves no conversation behind", async () => {
    const screen = await chat.open({ script: [{ status: 401 }] });
    screen.type("please\r");
    await screen.waitFor(/✗ .*\n[^]*> please/);
    // It is taken away behind the screen.
    await expect
      .poll(() => readdirSync(join(chat.folder, "state", "galley", "sessions")), { timeout: 10_000 })
      .toEqual([]);
  });
});
