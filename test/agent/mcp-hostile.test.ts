// An MCP server of the user's config that means no good: what it lists, sends and asks for harms no conversation.

import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureBuilt, root } from "../built.ts";
import { Running, type Env } from "./running.ts";

const SERVER = join(root, "test", "mcp", "hostile-server.mjs");

let place: Running;
let server: ChildProcess | null = null;
beforeAll(ensureBuilt);
beforeEach(() => {
  place = new Running();
});
afterEach(async () => {
  server?.kill("SIGKILL");
  server = null;
  await place.close();
});

/** `calls`: the tools that the model calls, each in a turn of its own. */
async function serve(other: object, calls: readonly { name: string; arguments: object }[]): Promise<Env> {
  const env = await place.serve([...calls.map((call) => ({ calls: [call] })), { text: "The end." }]);
  const file = join(place.folder, "config.json");
  const config = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(file, JSON.stringify({ ...config, mcp_servers: { other } }));
  return env;
}

const CALL = { name: "other__call", arguments: {} };
const program = (attack: string): object => ({ command: process.execPath, args: [SERVER, attack], timeout: 5 });

/** Runs to its end; the model has read what became of its calls. */
async function attacked(attack: string, calls: readonly { name: string; arguments: object }[] = [CALL]) {
  const { out, err } = await place.run(["--approve", "all", "try it"], await serve(program(attack), calls));
  expect(out).toBe("The end.\n");
  expect(err).not.toContain("bug in galley");
  return { err, request: JSON.parse(place.lastRequest()) as { tools: { function: { name: string } }[] } };
}

const text = (value: unknown): string => JSON.stringify(value);

describe("a call", () => {
  test.each([
    ["a result that is nested too deeply", "deep-answer", "nested too deeply: not shown"],
    ["a text that is nested deeply is a text", "deep-text", "It was cut."],
    ["very many parts", "parts", "It was cut."],
    ["a result that is none", "odd", "Invalid result for tools/call, which the protocol does not allow"],
    ["messages without end, and no answer", "flood", "did not answer: Request timed out"],
    ["the list of tools changes", "changes", "fine"],
    // Sampling, elicitation and roots: galley offers none of them, and no one is asked.
    ["it asks for something itself", "requests", "got -32601,-32601,-32601"],
  ])("%s", async (_, attack, words) => {
    const { request } = await attacked(attack);
    expect(text(request)).toContain(words);
  });

  test("a text with fences of its own stays in ours", async () => {
    const { request } = await attacked("fence");
    expect(text(request)).toContain("````\\n```\\n~~~~~~~~");
  });

  test("nothing of it controls the terminal", async () => {
    const { err } = await attacked("escapes");
    expect(err).toContain("⟨ESC⟩[2J⟨ESC⟩]0;owned⟨BEL⟩⟨RLO⟩gnp.exe⟨CR⟩");
  });

  test("arguments that are nested too deeply are refused, and the server gets none of them", async () => {
    const deep = JSON.parse(`${"[".repeat(3000)}${"]".repeat(3000)}`) as object;
    const { request } = await attacked("requests", [{ name: "other__call", arguments: { deep } }]);
    expect(text(request)).toContain("are nested too deeply");
    expect(text(request)).not.toContain("got -32601");
  });
});

describe("its list of tools", () => {
  const namesIn = (request: { tools: { function: { name: string } }[] }): readonly string[] =>
    request.tools.map((tool) => tool.function.name).filter((name) => name.includes("__"));

  test("every name is a plain one of this server, each once, and none is one of ours", async () => {
    const { request } = await attacked("names");
    const names = namesIn(request);
    // One of nine is listed twice.
    expect(new Set(names).size).toBe(8);
    expect(names).toHaveLength(8);
    for (const name of names) expect(name).toMatch(/^other__[A-Za-z0-9_-]{1,57}$/);
    expect(names.slice(0, 6).map((name) => name.replace(/_[0-9a-f]{8}$/, "_DIGEST"))).toEqual([
      "other__call",
      "other__tool_DIGEST",
      "other___proto__DIGEST",
      "other__constructor",
      "other__edit_file",
      "other__other_call_DIGEST",
    ]);
  });

  test.each([
    ["schemas that are nested too deeply", "deep-schema", "1 tool of the MCP server other left out"],
    ["more than a model can choose from", "many", "4901 tools of the MCP server other left out"],
  ])("%s are left out, and said so", async (_, attack, words) => {
    const { err, request } = await attacked(attack);
    expect(err).toContain(words);
    expect(namesIn(request)).toContain("other__call");
    expect(text(request)).toContain("fine");
  });

  test("what is no list is a note, and no tool", async () => {
    const { err, request } = await attacked("no-object");
    expect(err).toContain("cannot be used: Invalid result for tools/list, which the protocol does not allow");
    expect(namesIn(request)).toEqual([]);
  });
});

test("an answer over HTTP that never ends is given up when it is too large", async () => {
  server = spawn(process.execPath, [SERVER, "endless", "--http"], { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise<string>((resolve) => server!.stdout!.once("data", (data) => resolve(String(data))));
  const { url } = JSON.parse(line) as { url: string };
  await place.run(["--approve", "all", "try it"], await serve({ url, timeout: 600 }, [CALL]));
  expect(place.lastRequest()).toContain("its message has more than 67108864 bytes");
});
