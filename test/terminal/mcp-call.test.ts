// The question about a call of an MCP server's tool on a real terminal: everything that is sent, revealed.

import { expect, test } from "vitest";
import { bundled } from "../support/bundled.ts";
import { chats } from "./chatting.ts";

const chat = chats();
const SERVER = bundled("mcp/other-server.mjs");
const config = { mcp_servers: { other: { command: process.execPath, args: [SERVER] } } };
const said = { text: "a\u202eb\u001b[2J", "key\u200b": ["x"] };
const script = [
  { calls: [{ name: "other__echo", arguments: said }] },
  { calls: [{ name: "other__echo", arguments: { text: "again" } }] },
  { text: "bye" },
];

test.each([
  ["the screen", {}, /Call this tool\? \[y\/n\]/, "y"],
  ["lines", { GALLEY_PLAIN: "1" }, /Call this tool\? \[y\/n\]: *$/, "y\r"],
])("on %s: all arguments with nothing hidden, and a yes calls it", async (_, env, question, yes) => {
  const screen = await chat.open({ script, config, env });
  screen.type("go\r");
  await screen.waitFor(question);
  const shown = screen.rows().join("\n");
  expect(shown).toContain("Call a tool of the MCP server other");
  expect(shown).toContain("a⟨RLO⟩b");
  expect(shown).toContain("key⟨ZWSP⟩");
  expect(screen.raw()).not.toContain("\u202e");
  screen.type(yes);
  await screen.waitFor(/"again"[^]*Call this tool\?/);
  expect(JSON.stringify(chat.server.requests.at(-1)!.body)).toContain("call 1: a");
  screen.type(yes);
  await screen.waitFor("bye");
});

test("always: the next call of the same tool is not asked about", async () => {
  const screen = await chat.open({ script, config });
  screen.type("go\r");
  await screen.waitFor(/Call this tool\? \[y\/n\]/);
  screen.type("a");
  await screen.waitFor(/other__echo with any arguments/);
  screen.type("\r");
  await screen.waitFor("bye");
  expect(JSON.stringify(chat.server.requests.at(-1)!.body)).toContain("call 2: again");
});
