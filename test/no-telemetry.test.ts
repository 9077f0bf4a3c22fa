// docs/privacy.md says that galley contacts only the model that was chosen. Two checks: which source files can open a
// connection at all, and which connections ordinary commands attempt.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startModelServer } from "../src/testing/index.ts";
import { ensureBuilt, program, root } from "./built.ts";
import { block, Place } from "./support/galley.ts";

/** Files that may open a connection, and to what. */
const MAY_CONNECT: Readonly<Record<string, string>> = {
  "src/agent/providers/server-fetch.ts": "the provider of the chosen model",
  "src/agent/providers/open-model.ts": "the provider of the chosen model: how much it can read at once",
  "src/cli/inbox/team-inbox.ts": "the team's server that the user's config names",
  "src/cli/doctor/team-check.ts": "the same, once: whether it can be reached",
  "src/mcp/client/connect.ts": "the MCP servers whose addresses the user's config names",
  "src/agent/providers/local-servers.ts": "model servers on this machine, on loopback",
  "src/network/no-proxy.ts": "nothing: what is an address",
  "src/network/http-fetch.ts": "the address that those below are given, through the proxy that the environment names",
  "src/network/tunnel.ts": "the same",
  "src/serve/http/check-request.ts": "nothing: the type of a request",
  "src/serve/http/read-body-of.ts": "nothing: the type of a request",
  "src/serve/http/listen.ts": "nothing: accepts connections of people and machines",
  "src/serve/start.ts": "nothing: the type of a server",
  "src/web/app.ts": "nothing: the types of a request and its response",
  "src/web/http/check-request.ts": "nothing: the type of a request",
  "src/web/http/http-server.ts": "nothing: accepts connections on loopback",
  "src/web/http/read-body.ts": "nothing: the type of a request",
  "src/web/page/store/api.ts": "the server that the page came from",
  "src/web/page/store/resource.ts": "nothing: its fetch is a parameter that the caller passes",
  "src/approval/payload/chunks.ts": "nothing: its fetch is a parameter that the caller passes",
};

const NETWORK =
  /from "node:(?:net|http|https|http2|tls|dns|dns\/promises|dgram)"|(?<![.\w])fetch\(|globalThis\.fetch|new WebSocket|new EventSource|XMLHttpRequest|sendBeacon|throughProxy\(fetch|(?<!function )httpFetch\(\{ environment/;

test("only these files of what ships can open a connection", () => {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.startsWith("testing/"))
    .filter((name) => NETWORK.test(readFileSync(join(root, "src", name), "utf8")));
  expect(files.map((name) => `src/${name}`).sort()).toEqual(Object.keys(MAY_CONNECT).sort());
});

describe("connections that are attempted", () => {
  let place: Place;
  beforeAll(ensureBuilt);
  beforeEach(() => {
    place = new Place({
      "a.ts": "export const one = 1;\n",
      "answer.md": block("a.ts", "export const one = 1;\n", "x\n"),
    });
  });

  test.each<[string, readonly string[]]>([
    ["apply", ["apply", "answer.md", "--yes"]],
    ["apply --dry-run", ["apply", "answer.md", "--dry-run", "--json"]],
    ["tool grep", ["tool", "grep", '{"pattern":"one"}']],
    ["tool shell", ["tool", "shell", '{"command":"true"}', "--yes"]],
    ["undo", ["undo"]],
    ["log", ["log", "--json"]],
    ["map", ["map"]],
    ["config", ["config"]],
    ["approvals", ["approvals", "list"]],
    ["inbox list", ["inbox", "list"]],
    ["demo", ["demo"]],
    ["help", ["--help"]],
    ["a command line that is wrong", ["aply"]],
  ])("%s: none", async (_, args) => {
    expect(await attempts(args)).toEqual([]);
  });

  test("models: only loopback", async () => {
    const found = await attempts(["models"]);
    expect(found.length).toBeGreaterThan(0); // The recorder sees connections.
    expect(found.filter((one) => !/^connect (127\.0\.0\.1|localhost):\d+$/.test(one))).toEqual([]);
  });

  test("run: only the server of the model", async () => {
    const server = await startModelServer({ wire: "openai", script: [{ text: "Nothing to do." }] });
    try {
      const config = join(place.base, "config.json");
      writeFileSync(config, JSON.stringify({ model: "compatible/test-model", base_url: server.baseUrl }));
      const found = await attempts(["run", "--config", config, "say something"]);
      expect([...new Set(found)]).toEqual([`connect ${new URL(server.baseUrl).host}`]);
    } finally {
      await server.close();
    }
  });

  async function attempts(args: readonly string[]): Promise<readonly string[]> {
    const file = join(place.base, "connections");
    const preload = join(root, "test", "support", "record-connections.cjs");
    const child = spawn("setsid", ["-w", process.execPath, program, ...args], {
      cwd: place.folder,
      stdio: "ignore",
      env: {
        PATH: process.env["PATH"],
        HOME: place.base,
        NODE_OPTIONS: `--require=${preload}`, // Threads and the Node processes that it starts, too.
        GALLEY_TEST_CONNECTIONS: file,
      },
    });
    await once(child, "exit");
    const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    // A socket on the disk leads to another process of this machine.
    return lines.filter((line) => !line.startsWith("socket "));
  }
});
