// `mcp_servers`: tools of other servers in `galley run`, through the same gate as our own. The servers are real ones,
// made with the SDK.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openFileInbox, type Inbox, type Question } from "../../src/inbox/index.ts";
import { answerWhole } from "../../src/review/index.ts";
import type { Step } from "../../src/testing/index.ts";
import { ensureBuilt } from "../built.ts";
import { bundled } from "../support/bundled.ts";
import { startProxy } from "../support/proxy-server.ts";
import { Running, type Env } from "./running.ts";

const SERVER = bundled("mcp/other-server.mjs");

let place: Running;
let inbox: Inbox;
beforeAll(ensureBuilt);
beforeEach(() => {
  place = new Running();
  inbox = openFileInbox({ directory: join(place.folder, "state", "galley") });
});
afterEach(async () => {
  await inbox.close();
  await place.close();
});

const call = (tool: string, args: object = {}): Step => ({ calls: [{ name: `other__${tool}`, arguments: args }] });

const pidFile = (): string => join(place.folder, "pids");

/** The processes that the servers of this test were; gone ones too. */
const pids = (): readonly string[] => readFileSync(pidFile(), "utf8").trim().split("\n");

async function serve(script: readonly Step[], more: object = {}): Promise<Env> {
  const env = await place.serve([...script, { text: "The end." }]);
  const file = join(place.folder, "config.json");
  const config = JSON.parse(readFileSync(file, "utf8")) as object;
  const other = { command: process.execPath, args: [SERVER], env: { GALLEY_TEST_PIDS: pidFile() }, timeout: 2 };
  writeFileSync(file, JSON.stringify({ ...config, mcp_servers: { other }, ...more }));
  return env;
}

async function nextQuestion(): Promise<Question> {
  for (;;) {
    const [open] = (await inbox.open()).questions;
    const found = open === undefined ? null : await inbox.read(open.id);
    if (found?.kind === "question") return found.question;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function answerNext(kind: "apply" | "reject"): Promise<Question> {
  const question = await nextQuestion();
  const answered = answerWhole(question, kind === "apply" ? { kind } : { kind, reason: "not that" });
  if (answered.kind === "refused") throw new Error(answered.why);
  await inbox.decide(question.id, answered.decision);
  return question;
}

describe("a call of another server's tool", () => {
  test("is asked about with all its arguments, and its output is marked as data from outside", async () => {
    const env = await serve([call("echo", { text: "a\u202eb" })]);
    const ran = place.run(["--approve", "inbox", "say it"], env);
    const question = await answerNext("apply");
    expect(question).toMatchObject({ type: "call", tool: "other__echo", server: "other", name: "echo" });
    expect(JSON.parse((question as { arguments: string }).arguments)).toEqual({ text: "a\u202eb" });
    expect((await ran).code).toBe(0);
    expect(place.lastRequest()).toContain("data from outside");
    expect(place.lastRequest()).toContain("call 1: a");
    for (const pid of pids()) await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
  });

  test("rejected: the server hears nothing", async () => {
    const env = await serve([call("echo", { text: "x" })]);
    const ran = place.run(["--approve", "inbox", "say it"], env);
    await answerNext("reject");
    expect((await ran).code).toBe(1);
    expect(place.lastRequest()).toContain("not that");
    expect(place.lastRequest()).not.toContain("call 1");
  });

  test("without a reviewer it is denied; no flag of a sandbox and no rule about files allows it", async () => {
    const rules = { confirm_edits: false, policy: [{ effect: "allow" }, { effect: "allow", path: "workspace/**" }] };
    const env = await serve([call("echo", { text: "x" })], rules);
    expect((await place.run(["say it"], env)).code).toBe(1);
    expect(place.lastRequest()).not.toContain("call 1");
    expect(place.lastRequest()).toContain("tools of MCP servers always need approval");
  });

  test("a rule that names it allows it, one that denies it hides nothing else", async () => {
    const policy = [
      { effect: "allow", tool: "other__echo" },
      { effect: "deny", tool: "other__where" },
    ];
    const env = await serve([call("echo", { text: "x" }), call("where")], { policy });
    await place.run(["say it"], env);
    expect(place.lastRequest()).toContain("call 1: x");
    expect(place.lastRequest()).toContain("is not allowed here");
  });

  test("always is for this server and tool, with any arguments", async () => {
    const script = [call("echo", { text: "x" }), call("echo", { text: "y" }), call("fails")];
    const ran = place.run(["--approve", "inbox", "say it"], await serve(script));
    const question = await nextQuestion();
    const answered = answerWhole(question, { kind: "apply" });
    if (answered.kind === "refused") throw new Error(answered.why);
    const remember = { effect: "allow", scope: "tool", path: "workspace", tool: "other__echo" } as const;
    await inbox.decide(question.id, { ...answered.decision, remember });
    await expect.poll(async () => (await nextQuestion()).id).not.toBe(question.id);
    expect(await answerNext("apply")).toMatchObject({ tool: "other__fails" });
    await ran;
    expect(place.lastRequest()).toContain("call 2: y");
    expect(place.lastRequest()).toContain("no such thing");
  });

  test("starts outside the workspace, with little of our environment", async () => {
    const env = await serve([call("where")]);
    await place.run(["--approve", "all", "look"], env);
    expect(place.lastRequest().replaceAll("\\", "")).toContain(`"cwd":"${place.folder}"`);
    expect(place.lastRequest()).not.toContain("OPENAI_API_KEY");
    expect(place.lastRequest()).toContain("GALLEY_TEST_PIDS");
  });

  test.each([
    ["hangs", "did not answer"],
    ["dies", "did not answer"],
    ["fails", "reports an error: no such thing"],
    ["big", "It was cut."],
    ["picture", "image/png: not shown"],
    ["odd_name_x", "odd"],
  ])("%s: the turn goes on, and the model reads why", async (tool, words) => {
    const env = await serve([call(tool)]);
    await place.run(["--approve", "all", "try it"], env);
    expect(place.lastRequest()).toContain(words);
    for (const pid of pids()) await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
  });
});

describe("servers", () => {
  test("one that cannot be started is a note", async () => {
    const env = await serve([], {
      mcp_servers: {
        none: { command: "no-such-program-of-galley" },
        wrong: { command: "node", args: ["-e", "console.error('I am broken'); process.exit(1)"] },
      },
    });
    const { code, err } = await place.run(["hello"], env);
    expect([code, err]).toEqual([0, expect.stringContaining("no-such-program-of-galley is not installed")]);
    expect(err).toContain("I am broken");
  });

  test("over HTTP", async () => {
    const server = spawn(process.execPath, [SERVER, "--http"], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      const [line] = (await server.stdout.take(1).toArray()) as [Buffer];
      const { url } = JSON.parse(String(line)) as { url: string };
      const env = await serve([call("echo", { text: "x" })], { mcp_servers: { other: { url } } });
      await place.run(["--approve", "all", "say it"], env);
      expect(place.lastRequest()).toContain("call 1: x");
    } finally {
      server.kill("SIGKILL");
    }
  });

  test("a server with an address is reached through the proxy of the environment, unless NO_PROXY names it", async () => {
    const server = spawn(process.execPath, [SERVER, "--http"], { stdio: ["ignore", "pipe", "ignore"] });
    const [line] = (await server.stdout.take(1).toArray()) as [Buffer];
    const { port, pathname } = new URL((JSON.parse(String(line)) as { url: string }).url);
    const proxy = await startProxy({ to: Number(port) });
    try {
      const url = `http://mcp.test${pathname}`;
      const env = { ...(await serve([call("echo", { text: "x" })], { mcp_servers: { other: { url } } })) };
      await place.run(["--approve", "all", "say it"], { ...env, HTTP_PROXY: proxy.url });
      expect(place.lastRequest()).toContain("call 1: x");
      expect(new Set(proxy.asked.map((asked) => asked.replace(/^\w+ /, "")))).toEqual(new Set([`${url} -`]));
      const before = proxy.asked.length;
      const past = await place.run(["say it"], { ...env, HTTP_PROXY: proxy.url, NO_PROXY: "mcp.test" });
      expect([past.err, proxy.asked.length]).toEqual([expect.stringContaining("other"), before]);
    } finally {
      server.kill("SIGKILL");
      await proxy.close();
    }
  });

  test("galley config shows no values of their environment; doctor says whose program is missing", async () => {
    const env = await serve([], {
      mcp_servers: {
        one: { command: "no-such-program-of-galley", env: { TOKEN: "s3cret" } },
        two: { url: "http://user:s3cret@127.0.0.1:1/mcp?key=s3cret" },
      },
    });
    const given = ["--config", join(place.folder, "config.json")];
    const shown = await place.galley(["config", "--json", ...given], env);
    expect(shown.out).toContain("TOKEN");
    expect(shown.out).toContain("http://127.0.0.1:1/mcp?");
    expect(shown.out).not.toContain("s3cret");
    expect((await place.galley(["config", ...given], env)).out).not.toContain("s3cret");
    const doctor = await place.galley(["doctor", "--json", ...given], env);
    expect(doctor.out).toContain("not installed: one (no-such-program-of-galley)");
  });

  test("interrupted while one never answers: the run ends, and nothing is left", async () => {
    const env = await serve([call("hangs")], {});
    let isSent = false;
    const { code } = await place.run(["--approve", "all", "--json", "try it"], env, (out, child) => {
      if (isSent || !out.includes("other__hangs")) return;
      isSent = true;
      setTimeout(() => child.kill("SIGINT"), 300);
    });
    expect(code).toBe(130);
    for (const pid of pids()) await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
  });

  test("killed while one never answers: nothing is left either", async () => {
    const env = await serve([call("hangs")], {});
    let isSent = false;
    await place.run(["--approve", "all", "--json", "try it"], env, (out, child) => {
      if (isSent || !out.includes("other__hangs")) return;
      isSent = true;
      setTimeout(() => child.kill("SIGKILL"), 300);
    });
    expect(pids().length).toBeGreaterThan(0);
    for (const pid of pids()) await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 10_000 }).toBe(false);
  });

  test("a rule for a server that is not there is an error", async () => {
    const env = await serve([], { policy: [{ effect: "deny", tool: "othr__echo" }] });
    const { code, err } = await place.run(["hello"], env);
    expect([code, err]).toEqual([2, expect.stringContaining('no MCP server is called "othr" (did you mean other?)')]);
  });

  test("a project's config cannot add one", async () => {
    const env = await serve([]);
    mkdirSync(join(place.folder, "work", ".galley"));
    const evil = { mcp_servers: { evil: { command: "sh" } } };
    writeFileSync(join(place.folder, "work", ".galley", "config.json"), JSON.stringify(evil));
    const { err } = await place.run(["hello"], env);
    expect(err).toContain("a project cannot choose programs to start");
    expect(place.lastRequest()).not.toContain("evil__");
  });
});
