// A team's server that cannot be reached, or does not answer: whoever waits learns so soon, and every surface that waits
// ends at once when it is asked to.

import { rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { failure, isFailure } from "../src/base/index.ts";
import { inboxOver, type Away, type InboxTransport } from "../src/team/index.ts";
import { remoteTransport } from "../src/team/remote/index.ts";
import { asker, changeQuestion } from "../src/testing/index.ts";
import { TestEditor } from "./acp/editor.ts";
import { EDIT, READ, Running } from "./agent/running.ts";
import { ensureBuilt } from "./built.ts";
import { block } from "./support/galley.ts";
import { BEFORE } from "./support/inbox-place.ts";
import { McpPlace } from "./support/mcp-place.ts";
import { joinTeam, teamConfig } from "./support/team-machine.ts";

const TOKEN = "galley_0123456789abcdef";
const REFUSED = "http://127.0.0.1:9";
const EDITED = { path: "a.txt", old_string: "two", new_string: "TWO" };

type Waiting = { readonly err: () => string; readonly stop: (signal: NodeJS.Signals) => Promise<number | null> };

describe("a team's server that is away", () => {
  let place: McpPlace;
  let silent: Server;
  const sockets = new Set<Socket>();
  let silentUrl: string;
  beforeAll(async () => {
    ensureBuilt();
    silent = createServer((socket) => void sockets.add(socket.on("error", () => undefined)));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  beforeEach(() => void (place = new McpPlace()));
  afterEach(async () => {
    await place.close();
    rmSync(place.base, { recursive: true, force: true });
  });

  function command(args: readonly string[], input: string): Waiting {
    const { child, err, ended } = place.start(args, { input });
    return { err, stop: (signal) => (child.kill(signal), ended.then(({ code }) => code)) };
  }

  async function withModel(url: string): Promise<{ readonly running: Running; readonly env: Record<string, string> }> {
    const running = new Running();
    onTestFinished(() => running.close());
    const env = await running.serve([READ, EDIT, { text: "Done." }]);
    const config = { model: "openai/test-model", base_url: running.server.baseUrl };
    const team = teamConfig(running.folder, { url, token: TOKEN });
    writeFileSync(join(running.folder, "config.json"), JSON.stringify({ ...config, ...team }));
    return { running, env };
  }

  const SURFACES: Readonly<Record<string, (url: string) => Promise<Waiting> | Waiting>> = {
    apply: () => command(["apply", "-"], block("a.txt", "two\n", "TWO\n")),
    tool: () => command(["tool", "edit_file", JSON.stringify(EDITED)], ""),
    hook: () => {
      const message = { session_id: "s", cwd: place.folder, hook_event_name: "PreToolUse", tool_name: "Edit" };
      const tool_input = { file_path: "a.txt", old_string: "two", new_string: "TWO" };
      return command(["hook", "claude-code"], JSON.stringify({ ...message, tool_input, tool_use_id: "c" }));
    },
    mcp: () => {
      const raw = place.raw();
      raw.send("tools/call", { name: "edit_file", arguments: EDITED });
      return { err: () => raw.err, stop: (signal) => (raw.child.kill(signal), raw.ended) };
    },
    async run(url) {
      const { running, env } = await withModel(url);
      const config = join(running.folder, "config.json");
      const args = ["run", "--config", config, "--approve", "ask", "--root", join(running.folder, "work"), "edit it"];
      const { child, err, ended } = place.start(args, { env });
      return { err, stop: (signal) => (child.kill(signal), ended.then(({ code }) => code)) };
    },
    async acp(url) {
      const { running, env } = await withModel(url);
      const editor = new TestEditor({
        cwd: running.folder,
        env,
        args: ["--config", join(running.folder, "config.json")],
      });
      const session = await editor.newSession(join(running.folder, "work"));
      void editor.prompt(session, "edit it").catch(() => null);
      return { err: () => editor.err, stop: (signal) => (editor.child.kill(signal), editor.ended) };
    },
  };

  describe.each([
    ["refuses connections", () => REFUSED, /cannot be reached: .*\. Trying again until \d\d:\d\d:\d\d UTC\./],
    ["never answers", () => silentUrl, /has not answered yet\. Still waiting\./],
  ])("and %s", (_, urlOf, says) => {
    test.each(Object.keys(SURFACES))("%s says so, and ends when it is asked to", async (name) => {
      const url = urlOf();
      joinTeam(place.base, { url, token: TOKEN });
      const { err, stop } = await SURFACES[name]!(url);
      await expect.poll(err).toMatch(says);
      expect(err().match(/team's inbox at/g)).toHaveLength(1);
      expect(err()).toContain(url);
      // Without a way to end the wait this takes ten minutes.
      expect(await stop(name === "tool" ? "SIGINT" : "SIGTERM")).toBe(name === "hook" ? 2 : 130);
      expect(place.read("a.txt")).toBe(BEFORE);
    });
  });

  test("what waits hears once that it cannot be reached, and once that it can again", async () => {
    let isThere = false;
    const away: Away[] = [];
    let back = 0;
    const put = async (): Promise<{ kind: "asked"; id: string }> => {
      if (!isThere) throw failure("IO", "It cannot be reached.");
      return { kind: "asked", id: "x" };
    };
    const transport = { put, beat: async () => ({ beatMs: 1_000, ttlMs: 1_000 }), end: async () => undefined };
    const inbox = inboxOver({
      transport: transport as unknown as InboxTransport, // The rest is not used here.
      repositoryOf: () => "r",
      onAway: (one) => void away.push(one),
      onBack: () => void (back += 1),
    });
    const asked = inbox.put({ payload: changeQuestion(), asker: asker("c"), withinMs: null });
    await expect.poll(() => away.length).toBe(1);
    expect([away[0]!.kind, back]).toEqual(["failed", 0]);
    isThere = true;
    expect(await asked).toEqual({ kind: "asked", id: "x" });
    expect([away.length, back]).toEqual([1, 1]);
    await inbox.close();
  });

  test("putting a question ends with its signal, also while a request is under way", async () => {
    const inbox = inboxOver({
      transport: remoteTransport({ url: silentUrl, token: TOKEN, fetch }),
      repositoryOf: () => "r",
    });
    const stop = new AbortController();
    const put = inbox.put({ payload: changeQuestion(), asker: asker("c"), withinMs: null, signal: stop.signal });
    stop.abort();
    await expect(put).rejects.toSatisfy((error) => isFailure(error, "ABORTED"));
    await inbox.close();
  });

  test("a server that brings no outcome, and does not wait for one, is asked less and less often", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    let asked = 0;
    const outcomes = async (): Promise<ReadonlyMap<string, null>> => {
      asked += 1;
      return new Map();
    };
    const transport = { outcomes } as unknown as InboxTransport; // The rest is not used here.
    const inbox = inboxOver({ transport, repositoryOf: () => "r" });
    const awaited = inbox.await("x");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toBeLessThan(10);
    await inbox.close();
    expect(await awaited).toEqual({ kind: "aborted" });
  });
});
