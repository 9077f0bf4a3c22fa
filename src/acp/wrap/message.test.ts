import { expect, test } from "vitest";
import { keyOf, lineOf, readEditorLine } from "./message.ts";

test.each<[string, string, object]>([
  ["a request", '{"id":0,"method":"m","params":{"a":1}}', { kind: "request", id: 0, method: "m", params: { a: 1 } }],
  ["a request without parameters", '{"id":"x","method":"m"}', { kind: "request", id: "x", params: undefined }],
  ["a request whose id is null", '{"id":null,"method":"m"}', { kind: "request", id: null }],
  ["a notification", '{"method":"m"}', { kind: "notification", method: "m" }],
  ["a result", '{"id":1,"result":null}', { kind: "response", id: 1, result: null, error: undefined }],
  ["an error", '{"id":1,"error":{"code":1,"message":"no"}}', { kind: "response", error: { code: 1, message: "no" } }],
  ["several at once", '[{"id":1,"method":"fs/write_text_file"}]', { kind: "other" }],
  ["a method that is no text", '{"id":1,"method":2}', { kind: "other" }],
  ["an id that is none", '{"id":{},"method":"m"}', { kind: "other" }],
  ["an id that is a fraction", '{"id":1.5,"method":"m"}', { kind: "other" }],
  ["no JSON", '{"id":1', { kind: "other" }],
  ["a number", "1", { kind: "other" }],
  ["a name of every object", '{"__proto__":{"method":"m"},"id":1}', { kind: "response", id: 1 }],
])("%s", (_, text, expected) => {
  expect(readEditorLine(new TextEncoder().encode(`${text}\n`))).toMatchObject(expected);
});

test("a number and a text of the same digits are two ids", () => {
  expect(keyOf(1)).not.toBe(keyOf("1"));
});

test("what we send is one line", () => {
  const line = new TextDecoder().decode(lineOf({ id: 1, result: { text: "a\nb" } }));
  expect(line).toBe('{"jsonrpc":"2.0","id":1,"result":{"text":"a\\nb"}}\n');
});
