import { expect, test } from "vitest";
import { SECRET_LINE, withoutSecrets } from "./secrets.ts";

const HIDDEN = SECRET_LINE;

test.each<[string, readonly string[], readonly string[]]>([
  ["none", ["a", "const token = readToken();"], ["a", "const token = readToken();"]],
  ["an assignment", ["a", "password = hunter2hunter2", "b"], ["a", HIDDEN, "b"]],
  [
    "a key, with its short last line",
    ["-----BEGIN RSA PRIVATE KEY-----", "MIIEow", "ab==", "-----END RSA PRIVATE KEY-----", "after"],
    [HIDDEN, HIDDEN, HIDDEN, HIDDEN, "after"],
  ],
  ["a key that does not end", ["-----BEGIN PRIVATE KEY-----", "x"], [HIDDEN, HIDDEN]],
  ["a key on one line", ['k = "-----BEGIN PRIVATE KEY-----x-----END PRIVATE KEY-----"', "after"], [HIDDEN, "after"]],
  ["a line of the map", ["a.js", '   12  const password = "hunter2Hunter2x";'], ["a.js", HIDDEN]],
])("%s", (_, lines, expected) => {
  const { text, secretLines } = withoutSecrets(lines.join("\n"));
  expect(text).toBe(expected.join("\n"));
  expect(secretLines).toBe(expected.filter((line) => line === HIDDEN).length);
});
