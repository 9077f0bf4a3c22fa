import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { digestOf, sha256, versionOf } from "./version.ts";

test("our own SHA-256 agrees with Node's", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const native = createHash("sha256").update(bytes).digest("hex");
      expect(sha256(bytes)).toBe(native);
      expect(versionOf(bytes)).toBe(native);
    }),
  );
});

test.each([55, 56, 63, 64, 65, 119, 120, 128, 100_000])("at %i bytes too, where the padding turns", (length) => {
  const bytes = new Uint8Array(length).fill(97);
  expect(sha256(bytes)).toBe(createHash("sha256").update(bytes).digest("hex"));
});

test("parts of a digest cannot run into each other", () => {
  const digests = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", null], [null, "abc"], ["abc", "null"]].map(digestOf);
  expect(new Set(digests).size).toBe(digests.length);
});
