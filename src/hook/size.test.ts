import { expect, test } from "vitest";
import { sizeOf } from "./size.ts";
import type { ToolCall } from "./types.ts";

const options = { cwd: "/project", bytesAt: () => 0 };

test.each([
  ["a command of blank lines", (text: string): ToolCall => ({ kind: "command", command: text })],
  ["a patch of blank lines", (text: string): ToolCall => ({ kind: "patch", text, folder: null })],
])("%s is measured to its end", (_, call) => {
  const text = "\n".repeat(1_000_000);
  expect(sizeOf(call(text), { ...options, length: text.length })).toMatchObject({ kind: "too-large" });
});

test("a change that is not known may name as many paths as any other call", () => {
  const paths = Array.from({ length: 201 }, (__, at) => `${at}.txt`);
  const call = { kind: "unpredictable", paths, why: "" } as const;
  expect(sizeOf(call, { ...options, length: 10 })).toMatchObject({ kind: "too-large" });
  expect(sizeOf({ ...call, paths: paths.slice(1) }, { ...options, length: 10 })).toEqual({ kind: "large" });
});
