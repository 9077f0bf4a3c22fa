import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { AFTER, BEFORE, batchPayload, patchPayload } from "../../test/support/payloads.ts";
import { versionOf } from "../base/index.ts";
import { encode, type Text } from "../text/index.ts";
import { TypedTexts } from "./typed-text.ts";

const OWN = "mine\n";
const version = (text: string): string => versionOf(encode(text as Text));

test.each([
  ["what no answer uses is kept", OWN, [], 1],
  ["what was applied is not", OWN, [version(OWN)], 0],
  ["nor the file as it was", BEFORE, [], 0],
  ["nor the suggestion", AFTER, [], 0],
])("%s", (_, content, afters, count) => {
  const typed = new TypedTexts();
  typed.set("ws/a.txt", content as Text);
  const payload = batchPayload([patchPayload("ws/a.txt")]);
  const notes = typed.keepUnused(new Set(afters), { payload, show: String });
  for (const note of notes) rmSync(dirname(/ is in (.*)\.$/.exec(note)![1]!), { recursive: true });
  expect(notes).toHaveLength(count);
});
