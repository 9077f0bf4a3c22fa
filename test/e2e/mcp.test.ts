// A question of an agent over MCP, answered in the browser: the bytes are what the page showed.

import { expect, onTestFinished } from "vitest";
import { startModelServer } from "../../src/testing/index.ts";
import { bundled } from "../support/bundled.ts";
import { connectTo, type Connected } from "../support/mcp-place.ts";
import { test } from "./browser-test.ts";
import { answering, click, openQuestion, rejectBecause, reviewing } from "./steps.ts";
import type { WebPlace } from "./web-place.ts";

const BEFORE = "one\r\ntwo\r\nthree";
const EDIT = { path: "a.txt", old_string: "two", new_string: "TWO" };

async function connect(web: WebPlace, args: readonly string[] = []): Promise<Connected> {
  const connected = await connectTo(web, { args });
  onTestFinished(() => connected.client.close());
  return connected;
}

test("a question from MCP is approved in the browser", async ({ web }) => {
  web.files({ "a.txt": BEFORE });
  const page = await web.open();
  const connected = await connect(web);
  const call = connected.call("edit_file", EDIT);
  await openQuestion(page, /An agent over MCP/);
  await reviewing(page, "a.txt");
  await click(page, "apply");
  expect(await call).toMatchObject({ isError: false, value: { success: true } });
  expect(web.bytes("a.txt")).toBe("one\r\nTWO\r\nthree");
});

test("a pending one is rejected there with a reason, which await_decision returns", async ({ web }) => {
  web.files({ "a.txt": BEFORE });
  const connected = await connect(web, ["--wait", "0.2"]);
  const { id } = (await connected.call("edit_file", EDIT)).value as { id: string };
  const page = await web.open();
  await openQuestion(page, /An agent over MCP/);
  await answering(page, "reject").waitFor();
  await rejectBecause(page, "keep the name");
  await expect.poll(async () => (await connected.call("await_decision", { id })).text).toContain("keep the name");
  expect(web.bytes("a.txt")).toBe(BEFORE);
});

test("a call of another server's tool is shown with all its arguments, and approved in the browser", async ({
  web,
}) => {
  const script = [{ calls: [{ name: "other__echo", arguments: { text: "a\u202eb" } }] }, { text: "The end." }];
  const model = await startModelServer({ wire: "openai", script });
  onTestFinished(() => model.close());
  const other = { command: process.execPath, args: [bundled("mcp/other-server.mjs")] };
  const config = { model: "openai/test-model", base_url: model.baseUrl, mcp_servers: { other } };
  web.put("../config/galley/config.json", JSON.stringify(config));
  const page = await web.open();
  const asking = web.start(["run", "--approve", "inbox", "say it"], { env: { OPENAI_API_KEY: "sk-test" } });
  await openQuestion(page, /galley run/);
  await answering(page, "apply").waitFor();
  const shown = await page.getByTestId("review").innerText();
  expect(shown).toContain("other__echo");
  expect(shown).toContain("MCP server other");
  expect(shown).toContain('"text"');
  expect(shown).not.toContain("\u202e");
  expect(await answering(page, "apply").innerText()).toContain("Call this tool");
  await click(page, "apply");
  expect((await asking.ended).code).toBe(0);
  expect(JSON.stringify(model.requests.at(-1)!.body)).toContain("call 1: a");
});
