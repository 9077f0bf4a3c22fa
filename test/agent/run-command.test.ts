// `galley run` and `galley models` as people and scripts run them, against a server on this machine.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RunEvent } from "../../src/agent/index.ts";
import type { Step } from "../../src/testing/index.ts";
import { ensureBuilt, program } from "../built.ts";
import { BLOCK, EDIT, eventsOf, KEY, READ, Running } from "./running.ts";

let place: Running;
beforeAll(ensureBuilt);
beforeEach(() => {
  place = new Running();
});
afterEach(() => place.close());

describe("galley run", () => {
  test("prints the words on standard output, the rest on standard error", async () => {
    const env = await place.serve([READ, { text: "It has two lines.\n" }]);
    const { code, out, err } = await place.run(["what is in a.txt?"], env);
    expect([code, out]).toEqual([0, "It has two lines.\n"]);
    expect(err).toContain("read_file(a.txt)");
    expect(err).toMatch(/openai\/test-model · 2 requests · 100 tokens in/);
    expect(err).not.toContain(KEY);
  });

  test("--json: one event per line, each as its schema says", async () => {
    const env = await place.serve([READ, EDIT, { text: "Done." }], "anthropic");
    const { code, out } = await place.run(["--json", "--approve", "all", "edit it"], env);
    expect(code).toBe(0);
    const events = eventsOf(out);
    expect(events.map(({ type }) => type)).toEqual([
      "run-start",
      "usage",
      "tool-call",
      "approval",
      "tool-result",
      "usage",
      "tool-call",
      "approval",
      "tool-result",
      "text-delta",
      "text-commit",
      "usage",
      "run-end",
    ]);
    expect(events.at(-1)).toMatchObject({
      outcome: "done",
      exit_code: 0,
      text: "Done.",
      requests: 3,
      receipts: [
        { tool: "read_file", receipt: "applied" },
        { tool: "edit_file", receipt: "applied" },
      ],
    });
    expect(place.content()).toBe("one\nTWO\n");
    const undone = await place.galley(["undo", "--json"], env);
    expect(undone.code).toBe(0);
    expect(place.content()).toBe("one\ntwo\n");
  });

  test("T50: nothing is approved by default; the model and the exit code say so", async () => {
    const env = await place.serve([READ, EDIT, { text: "It was denied." }]);
    const { code, out, err } = await place.run(["edit it"], env);
    expect([code, out]).toEqual([1, "It was denied.\n"]);
    expect(err).toContain("1 call was denied. --approve ask asks you");
    expect(JSON.stringify(place.server.requests[2]!.body)).toContain(
      "Not approved: --approve none, the default, answers no.",
    );
    expect(place.content()).toBe("one\ntwo\n");
  });

  test.each([
    [{}, "one\ntwo\n", /NOT_SEEN/],
    [{ read_before_edit: false }, "one\nTWO\n", /Replaced 1 line/],
  ])("B16: a file that was not read is edited only when the config says so: %j", async (config, content, told) => {
    const env = await place.serve([EDIT, { text: "ok" }]);
    const file = join(place.folder, "config.json");
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, "utf8")) as object), ...config }));
    expect((await place.run(["--approve", "all", "edit it"], env)).out).toBe("ok\n");
    expect(place.content()).toBe(content);
    expect(place.lastRequest()).toMatch(told);
  });

  test.each([
    ["y", "one\nTWO\n", 0],
    ["n", "one\ntwo\n", 1],
  ])("T50: --approve ask asks the person at the terminal: %s", async (key, expected, code) => {
    const env = await place.serve([READ, EDIT, { text: "The end." }]);
    const screen = place.runOnTerminal(["--approve", "ask", "edit it"], env);
    await screen.waitFor(/Apply this edit\? \[.*\]:/);
    screen.type(`${key}\r`);
    expect((await screen.exit).code).toBe(code);
    expect(place.content()).toBe(expected);
    expect(JSON.stringify(place.server.requests[2]!.body)).toContain(
      key === "y" ? "workspace/a.txt" : "rejected by user",
    );
  });

  test("Ctrl-C while a question is open: nothing is written, 130, and the conversation goes on", async () => {
    const env = await place.serve([READ, EDIT, { text: "Welcome back." }]);
    const screen = place.runOnTerminal(["--approve", "ask", "edit it"], env);
    await screen.waitFor(/Apply this edit\? \[.*\]:/);
    screen.type("\u0003");
    expect((await screen.exit).code).toBe(130);
    expect(place.content()).toBe("one\ntwo\n");
    expect((await place.run(["--resume", "last", "hello?"], env)).out).toBe("Welcome back.\n");
    expect(place.server.refused).toEqual([]);
  });

  test("a prompt on standard input", async () => {
    const env = await place.serve([{ text: "I read you." }]);
    writeFileSync(join(place.folder, "prompt.txt"), "words from a pipe ü\n");
    const line = `cat "${join(place.folder, "prompt.txt")}" | "${process.execPath}" "${program}" run --quiet --config "${join(place.folder, "config.json")}"`;
    const out = await new Promise<string>((resolve) => {
      const child = spawn("sh", ["-c", line], {
        env,
        cwd: join(place.folder, "work"),
        stdio: ["ignore", "pipe", "inherit"],
      });
      let text = "";
      child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
      child.on("close", () => resolve(text));
    });
    expect(out).toBe("I read you.\n");
    expect(JSON.stringify(place.server.requests[0]!.body)).toContain("words from a pipe ü");
  });

  test("--approve all never answers for protected paths", async () => {
    const write: Step = { calls: [{ name: "write_file", arguments: { path: ".git/hooks/pre-commit", content: "x" } }] };
    const env = await place.serve([write, { text: "ok" }]);
    const { code } = await place.run(["--approve", "all", "plant it"], env);
    expect(code).toBe(1);
    expect(JSON.stringify(place.server.requests[1]!.body)).toContain("PROTECTED");
    expect(readdirSync(join(place.folder, "work"))).toEqual(["a.txt"]);
  });

  test.each([[["--yes"]], [["--yes", "--approve", "all"]]])("%j is a yes to what is not protected", async (flags) => {
    const env = await place.serve([READ, EDIT, { text: "ok" }]);
    expect((await place.run([...flags, "edit it"], env)).code).toBe(0);
    expect(place.content()).toBe("one\nTWO\n");
  });

  test("--yes with --approve ask asks only about what --yes never answers", async () => {
    const write: Step = { calls: [{ name: "write_file", arguments: { path: ".envrc", content: "x\n" } }] };
    const env = await place.serve([READ, EDIT, write, { text: "The end." }]);
    const screen = place.runOnTerminal(["--yes", "--approve", "ask", "do both"], env);
    await screen.waitFor(/\.envrc[^]*\? \[.*\]:/);
    expect(place.content()).toBe("one\nTWO\n");
    screen.type("y\r");
    expect((await screen.exit).code).toBe(0);
    expect(place.content(".envrc")).toBe("x\n");
  });

  test("block mode with --context; what was not shown is not tried", async () => {
    const env = await place.serve([{ text: `Here.\n\n${BLOCK}\n${BLOCK.replaceAll("a.txt", "b.txt")}` }]);
    writeFileSync(join(place.folder, "work", "b.txt"), "one\ntwo\n");
    const args = ["--json", "--approve", "all", "--mode", "blocks", "--context", "a.txt", "edit it"];
    const { code, out } = await place.run(args, env);
    expect(code).toBe(1);
    const end = eventsOf(out).at(-1)!;
    const texts = eventsOf(out).flatMap((event) => (event.type === "block-text" ? [event.section, event.text] : []));
    expect(
      texts
        .join("")
        .replaceAll(/old|new/g, "")
        .split("\n")
        .filter(Boolean),
    ).toEqual(["two", "TWO", "two", "TWO"]);
    expect(eventsOf(out).filter(({ type }) => type === "approval")).toMatchObject([
      { tool: "edit_file", paths: ["workspace/a.txt"], auto_approved: true },
    ]);
    expect(end).toMatchObject({
      type: "run-end",
      report: { results: [{ status: "APPLIED" }, { status: "NOT_IN_CONTEXT" }], files_auto_added: ["b.txt"] },
    });
    expect([place.content(), place.content("b.txt")]).toEqual(["one\nTWO\n", "one\ntwo\n"]);
  });

  test("S4-25: on the wire, streamComplete lists what was added and offers a text; the map names the rest", async () => {
    writeFileSync(join(place.folder, "work", "b.txt"), "two\n");
    writeFileSync(join(place.folder, "work", "c.js"), "export function total() {}\n");
    const env = await place.serve([{ text: BLOCK + BLOCK.replace("a.txt", "b.txt") }]);
    const { code, out } = await place.run(
      ["--json", "--mode", "blocks", "--approve", "all", "--context", "a.*", "go"],
      env,
    );
    expect(code).toBe(1);
    const events = eventsOf(out);
    const of = (type: string): RunEvent[] => events.filter((event) => event.type === type);
    expect(of("filesChanged")).toEqual([{ type: "filesChanged", files: ["a.txt", "b.txt"] }]);
    expect(of("streamComplete")).toMatchObject([
      { files_modified: ["a.txt"], files_auto_added: ["b.txt"], retry: expect.stringContaining("b.txt") as string },
    ]);
    expect(JSON.stringify(place.server.requests[0]!.body)).toContain("c.js\\n  1  export function total() {}");
  });

  test("a file of --context that cannot be shown is said before the model is asked", async () => {
    const env = await place.serve([{ text: "never asked" }]);
    const { code, err } = await place.run(["--context", "none.txt", "go"], env);
    expect([code, err]).toEqual([2, "galley: --context: none.txt was not added: it does not exist.\n"]);
    expect(place.server.requests).toEqual([]);
  });

  test("a session is kept for its owner alone, and goes on with --resume", async () => {
    const env = await place.serve([READ, { text: "Read." }, EDIT, { text: "Edited." }, { text: "no" }]);
    await place.run(["read it"], env);
    const [saved] = place.sessions();
    expect(statSync(join(place.folder, "state", "galley", "sessions", saved!)).mode & 0o777).toBe(0o600);
    const { code } = await place.run(["--resume", "last", "--approve", "all", "now edit it"], env);
    expect([code, place.content()]).toEqual([0, "one\nTWO\n"]);
    expect(place.server.refused).toEqual([]);
    writeFileSync(join(place.folder, "state", "galley", "sessions", saved!), "galley-session 1 broken\n{}\n");
    const damaged = await place.run(["--resume", saved!.replace(".session", ""), "go on"], env);
    expect(damaged.code).toBe(2);
    expect(damaged.err).toContain("is damaged, so it was not resumed");
  });

  test("Ctrl-C ends it with 130; the session can go on", async () => {
    const slow: Step = { text: "word ".repeat(400_000), piece: 5 };
    const env = await place.serve([READ, slow, { text: "Here I am." }]);
    let killed = false;
    const { code, out } = await place.run(["--json", "talk"], env, (text, child) => {
      if (killed || !text.includes("text-delta")) return;
      killed = true;
      child.kill("SIGINT");
    });
    expect(code).toBe(130);
    expect(eventsOf(out).at(-1)).toMatchObject({ type: "run-end", outcome: "interrupted", exit_code: 130 });
    expect((await place.run(["--resume", "last", "still there?"], env)).out).toBe("Here I am.\n");
    expect(place.server.refused).toEqual([]);
  });

  test.each([[["--json"]], [[]]])("output that cannot be written %j interrupts; nothing is lost", async (more) => {
    const env = await place.serve([{ text: "I look. ", ...READ }, EDIT, { text: "Welcome back." }]);
    const args = ["run", "--config", join(place.folder, "config.json"), "--approve", "all", ...more, "edit it"];
    const child = spawn("sh", ["-c", `"$0" "$@" --root work > /dev/full`, process.execPath, program, ...args], {
      env,
      cwd: place.folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const closed = once(child, "close");
    const stderr = await textOf(child.stderr);
    const [status] = (await closed) as [number];
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^galley: .*could not be written.*ENOSPC.*\n$/m)]);
    expect(stderr).not.toContain(" at ");
    await place.run(["--resume", "last", "still there?"], env);
    expect(place.lastRequest()).toContain("edit it");
    expect(place.server.refused).toEqual([]);
  });

  test("a terminal that closes is an interrupt: the session is kept", async () => {
    const slow: Step = { text: "word ".repeat(400_000), piece: 5 };
    const env = await place.serve([READ, slow, { text: "Here I am." }]);
    const screen = place.runOnTerminal(["talk"], env);
    await screen.waitFor(/word word/);
    screen.kill("SIGHUP");
    await screen.exit;
    expect((await place.run(["--resume", "last", "still there?"], env)).out).toBe("Here I am.\n");
    expect(place.server.refused).toEqual([]);
  });

  test.each<[string, readonly string[], RegExp]>([
    ["no prompt", [], /run needs a prompt/],
    ["two prompts", ["a", "b"], /run takes one prompt/],
    ["a model that is none", ["--model", "nonsense", "x"], /names no model\. Write provider\/name/],
    ["a provider that is none", ["--model", "acme/large", "x"], /providers: anthropic, openai/],
    ["yes and no at once", ["--yes", "--approve", "none", "x"], /--yes approves .*Use only one of them/],
    ["a number that is none", ["--max-requests", "0", "x"], /needs a whole number/],
    ["no such session", ["--resume", "aaaa-bbbb", "x"], /There is no saved session/],
    ["a name that climbs", ["--resume", "../../etc", "x"], /is not the name of a session/],
    ["a context outside", ["x", "--context", "../secret"], /outside|escape|leaves/i],
  ])("exit code 2: %s", async (_, args, expected) => {
    const { code, err } = await place.run(args, await place.serve([]));
    expect(err).toMatch(expected);
    expect(code).toBe(2);
  });

  test("a wrong key, reported without the key", async () => {
    const env = { ...(await place.serve([])), OPENAI_API_KEY: "sk-other-9999999999" };
    const { code, err } = await place.run(["x"], env);
    expect(code).toBe(2);
    expect(err).toContain("does not accept the key in OPENAI_API_KEY");
    expect(err).not.toContain("sk-other-9999999999");
  });

  test("with no model, a message that helps", async () => {
    const { OPENAI_API_KEY: _, ...env } = place.environment();
    const { code, err } = await place.galley(["run", "hello"], env);
    expect(code).toBe(2);
    expect(err).toMatch(/No model is configured\. You could use:\n {2}anthropic\/\S+ +\(ANTHROPIC_API_KEY is set\)/);
  });
});

describe("galley models", () => {
  test("lists what is configured and where keys are, never a key", async () => {
    const env = await place.serve([]);
    const args = ["models", "--config", join(place.folder, "config.json")];
    const text = await place.galley(args, env);
    expect(text.code).toBe(0);
    expect(text.out).toContain(`Configured: openai/test-model, from the config, at ${place.server.baseUrl}`);
    expect(text.out).toContain("key found in OPENAI_API_KEY");
    const { out } = await place.galley([...args, "--json"], env);
    expect(JSON.parse(out)).toMatchObject({ configured: { model: "openai/test-model", problem: null } });
    expect(text.out + out).not.toContain(KEY);
  });

  test("an address with a password in it is shown without it", async () => {
    const env = await place.serve([]);
    const address = place.server.baseUrl.replace("//", "//me:hunter2@");
    writeFileSync(join(place.folder, "config.json"), JSON.stringify({ model: "openai/test-model", base_url: address }));
    const models = await place.galley(["models", "--config", join(place.folder, "config.json")], env);
    const ran = await place.run(["hello"], env);
    expect([models.code, ran.code, place.server.requests.length]).toEqual([1, 2, 0]);
    expect(ran.err).toContain("must not contain a user name, password or query");
    expect(models.out + models.err + ran.out + ran.err).not.toContain("hunter2");
  });

  test("a model whose key is missing", async () => {
    const { OPENAI_API_KEY: _, ...env } = await place.serve([]);
    const { code, out } = await place.galley(["models", "--config", join(place.folder, "config.json")], env);
    expect(code).toBe(1);
    expect(out).toContain("OpenAI needs a key: set OPENAI_API_KEY");
  });
});
