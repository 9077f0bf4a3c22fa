// What is not a complete message of a host is refused by every host: silence would let a call through.

import { expect, test } from "vitest";
import { findHost, HOST_NAMES } from "./table.ts";

const ARGS = { path: "/a.txt", file_text: "x" };

test.each(HOST_NAMES)("%s: a message without a tool or an event", (name) => {
  const { read } = findHost(name)!;
  for (const message of [
    {},
    { cwd: "/" },
    { toolArgs: ARGS },
    { tool_input: ARGS },
    { input: {}, output: { args: ARGS } },
  ])
    expect(read(message)).toBe(null);
});

test.each([
  ["a tool's name that is no text", { toolName: null, toolArgs: ARGS }],
  ["or a list", { toolName: ["create"], toolArgs: ARGS }],
  ["no arguments", { toolName: "create" }],
  ["a result that is none", { toolName: "create", toolArgs: ARGS, toolResult: null }],
])("copilot: %s", (_, message) => expect(findHost("copilot")!.read(message)).toBe(null));

test("copilot: before and after a tool", () => {
  const { read } = findHost("copilot")!;
  expect(read({ toolName: "create", toolArgs: ARGS })?.event).toBe("before");
  expect(read({ toolName: "create", toolArgs: ARGS, toolResult: { resultType: "success" } })?.event).toBe("after");
});
