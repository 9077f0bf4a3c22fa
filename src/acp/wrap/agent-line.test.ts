import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAgentLine } from "./agent-line.ts";

const read = (text: string) => readAgentLine(Buffer.from(`${text}\n`));
const message = (members: string): string => `{"jsonrpc":"2.0",${members}}`;

test.each([
  ["a request", message('"id":0,"method":"m","params":{"a":1}'), { kind: "request", id: 0, method: "m" }],
  ["without parameters", message('"id":"x","method":"m"'), { kind: "request", id: "x", params: undefined }],
  ["an id that is null", message('"id":null,"method":"m","params":[]'), { kind: "request", id: null }],
  ["a notification", message('"method":"_zed.dev/x"'), { kind: "notification", method: "_zed.dev/x" }],
  ["a method with escapes", message('"method":"\\u0066s\\/x"'), { kind: "notification", method: "fs/x" }],
  ["a result", message('"id":1,"result":null'), { kind: "response", id: 1, result: null }],
  ["an error", message('"id":1,"error":{"code":1,"message":""}'), { kind: "response", id: 1 }],
  ["CRLF", `${message('"method":"m"')}\r`, { kind: "notification", method: "m" }],
])("%s is a message", (_, text, expected) => {
  expect(read(text)).toMatchObject({ kind: "message", message: expected });
});

const WRITE = '"id":7,"method":"fs/write_text_file","params":{"path":"/a"}';

describe("malformed", () => {
  test.each([
    ["text", "hello", undefined],
    ["a number that JSON has not", message(`${WRITE},"_meta":NaN`), undefined],
    ["a comma at the end", message(`${WRITE},`), undefined],
    ["a comment", `/**/${message(WRITE)}`, undefined],
    ["two messages", message(WRITE) + message(WRITE), undefined],
    ["text before a carriage return", `junk\r${message(WRITE)}`, undefined],
    ["a carriage return between members", message(`\r${WRITE}`), 7],
    ["a carriage return before the message", `\r${message(WRITE)}`, 7],
    ["a byte order mark", `\ufeff${message(WRITE)}`, undefined],
    ["a batch", `[${message(WRITE)}]`, null],
    ["a text", '"x"', undefined],
    ["null", "null", undefined],
    ["an id that is true", message(WRITE.replace("7", "true")), undefined],
    ["an id that is an object", message(WRITE.replace("7", '{"a":1}')), undefined],
    ["an id that is a list", message(WRITE.replace("7", "[7]")), undefined],
    ["an id that is a fraction", message(WRITE.replace("7", "7.5")), undefined],
    ["an id that no double holds", message(WRITE.replace("7", "9007199254740993")), undefined],
    ["two ids", message(`"id":1,${WRITE}`), 7],
    ["two methods", message(`"method":"x",${WRITE}`), 7],
    ["two methods, one with an escape", message(`"\\u006dethod":"x",${WRITE}`), 7],
    ["two paths", message(WRITE.replace('"path"', '"path":"/b","path"')), 7],
    ["another version", `{"jsonrpc":"1.0",${WRITE}}`, 7],
    ["no version", `{${WRITE}}`, 7],
    ["a member in another case", message(`"Method":"x",${WRITE}`), 7],
    ["a member that C would cut off", message(`"method\\u0000":"x",${WRITE}`), 7],
    ["a request that is a response", message(`${WRITE},"result":{}`), 7],
    ["a response to no request", message('"result":{}'), undefined],
    ["a response with both", message('"id":1,"result":{},"error":{}'), undefined],
    ["a response with neither", message('"id":1'), undefined],
    ["a method that is no text", message('"id":1,"method":["fs/write_text_file"]'), undefined],
    ["a method with a space", message('"id":7,"method":"fs/write_text_file "'), 7],
    ["a method with a NUL", message('"id":7,"method":"fs/write_text_file\\u0000"'), 7],
    ["a method in wide letters", message('"id":7,"method":"ｆs/write_text_file"'), 7],
    ["an empty method", message('"id":7,"method":""'), 7],
    ["parameters that are a text", message('"id":7,"method":"m","params":"x"'), 7],
    ["nesting", message(`"id":7,"method":"m","params":${"[".repeat(600)}${"]".repeat(600)}`), 7],
  ])("%s", (_, text, id) => {
    expect(read(text)).toMatchObject({ kind: "malformed", id, why: expect.any(String) });
  });

  test("bytes that are not UTF-8", () => {
    const [before, after] = message(WRITE).split("_text");
    const line = Buffer.concat([Buffer.from(before!), Buffer.from([0xff]), Buffer.from(`_text${after}\n`)]);
    expect(readAgentLine(line)).toMatchObject({ kind: "malformed", id: undefined });
  });
});

test("a blank line is nothing", () => {
  expect([read(""), read("\r"), read(" \t")]).toEqual([{ kind: "blank" }, { kind: "blank" }, { kind: "blank" }]);
});

test("whatever the bytes, a message that is let through is what JSON.parse reads, and one line", () => {
  const parts = fc.constantFrom(
    ...'{}[]:,"\\\r\t 17',
    "null",
    '"id":1',
    '"jsonrpc":"2.0"',
    '"method":"m"',
    '"params":',
    "NaN",
  );
  const lines = fc.oneof(
    fc.array(parts, { maxLength: 12 }).map((list) => list.join("")),
    fc
      .shuffledSubarray(['"jsonrpc":"2.0"', '"id":1', '"method":"m"', '"params":{}', '"result":1', '"id":2'])
      .map((list) => `{${list.join()}}`),
    fc.json(),
  );
  fc.assert(
    fc.property(lines, (text) => {
      const line = read(text);
      if (line.kind !== "message") return;
      const value = JSON.parse(text) as Record<string, unknown>;
      const { kind, ...fields } = line.message;
      expect(value).toMatchObject(JSON.parse(JSON.stringify(fields)) as object);
      expect([kind === "response", value["jsonrpc"], text.slice(0, -1).includes("\r")]).toEqual([
        !("method" in value),
        "2.0",
        false,
      ]);
    }),
    { numRuns: 2000 },
  );
});
