import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asReal, versionOf, type WorkspacePath } from "../../base/index.ts";
import { planEdits, type ChangePlan, type EditId, type Found } from "../../edits/index.ts";
import { byteLength, encode, type Text } from "../../text/index.ts";
import { asWrite, CHUNK_BYTES, chunksOf, chunkUrl, fetchContent, LARGE_BYTES } from "./chunks.ts";
import { payloadOf } from "./payload.ts";
import type { ApprovalPayload, WriteLargePayload } from "../schema.ts";

const all = (content: string, size: number): string[] => {
  const chunks = chunksOf(content as Text, size);
  return Array.from({ length: chunks.total }, (_, n) => chunks.at(n));
};

describe("S0-46 chunks", () => {
  test.each([
    ["nothing", "", 4, []],
    ["exactly one", "abcd", 4, ["abcd"]],
    ["one and a bit", "abcde", 4, ["abcd", "e"]],
    ["a pair is not cut", "abc🙂d", 4, ["abc", "🙂d"]],
    ["three bytes are not cut", "ab€€", 4, ["ab", "€€"]],
    ["a BOM stays, wherever it stands", "\uFEFFa\uFEFFb", 4, ["\uFEFFa", "\uFEFFb"]],
    ["line endings stay", "a\r\nb\r", 4, ["a\r\nb", "\r"]],
  ])("%s", (_, content, size, expected) => expect(all(content, size)).toEqual(expected));

  test("joined they are the content, byte for byte, and each is whole text of about its size", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.integer({ min: 4, max: 40 }), (content, size) => {
        const parts = all(content, size);
        expect(parts.join("")).toBe(content);
        expect(parts.length).toBe(Math.ceil(byteLength(content as Text) / size));
        for (const part of parts) {
          expect(part.isWellFormed()).toBe(true);
          expect(part).not.toBe("");
          expect(Math.abs(byteLength(part as Text) - size) <= 3 || part === parts.at(-1)).toBe(true);
        }
      }),
    );
  });

  test.each([-1, 2, 0.5, Number.NaN, Infinity])("there is no chunk %s of two", (n) => {
    expect(() => chunksOf("abcdef" as Text, 4).at(n)).toThrow("numbered from 0 to 1");
  });
});

function plan(...contents: readonly [name: string, content: string, before: string | null][]): ChangePlan {
  const found = new Map<WorkspacePath, Found>();
  const edits = contents.map(([name, content, before], at) => {
    const path = `ws/${name}` as WorkspacePath;
    const text = before as Text;
    found.set(
      path,
      before === null
        ? { kind: "absent", real: asReal(path) }
        : {
            kind: "text",
            snapshot: { path, real: asReal(path), text, version: versionOf(encode(text)), mode: null, links: 1 },
          },
    );
    const change = { kind: "overwrite", content } as const;
    return { id: String(at + 1) as EditId, path, source: { format: "tool", from: 0, to: 0 } as const, change };
  });
  return planEdits(edits, found);
}
const ask = (of: ChangePlan): ApprovalPayload => payloadOf(of, of.files, { approvalId: "q1" });
const serve =
  (content: string) =>
  async (url: string): Promise<string> =>
    chunksOf(content as Text).at(Number(url.slice(url.lastIndexOf("/") + 1)));

describe("S0-46 a write over 1 MB", () => {
  const LINE = `${"x".repeat(99)}\n`;
  const large = LINE.repeat(LARGE_BYTES / 100 + 1);

  test("is write_large, without the content, with the way to fetch it", () => {
    expect(ask(plan(["a.txt", large, "old\n"]))).toEqual({
      type: "write_large",
      description: "Write 10001 lines to ws/a.txt, replacing 1 line",
      path: "ws/a.txt",
      sandbox: "ws",
      approval_id: "q1",
      digest: expect.any(String),
      risks: expect.any(Array),
      hunks: [{ index: 0, old_start: 1, old_lines: 1, new_start: 1, new_lines: 10_001 }],
      original_content: "old\n",
      suggested_content: null,
      after: versionOf(encode(large as Text)),
      content_lines: 10_001,
      content_bytes: 1_000_100,
      content_truncated: true,
      content_preview: LINE.repeat(50),
      fetch_url: "galley:chunk/q1/{n}",
      chunk_size: 65_536,
      total_chunks: 16,
      file_exists: true,
      existing_lines: 1,
      existing_bytes: 4,
    });
  });

  test.each([
    ["1,000,000 bytes are not over 1 MB", "x".repeat(LARGE_BYTES), "write"],
    ["one more is", "x".repeat(LARGE_BYTES + 1), "write_large"],
    ["bytes count, not characters", "€".repeat(333_334), "write_large"],
  ])("%s", (_, content, type) => expect(ask(plan(["a.txt", content, null])).type).toBe(type));

  test("one line without an end is shown no further than a chunk, and no character is cut", () => {
    const payload = ask(plan(["a.txt", `a${"🙂".repeat(300_000)}`, null])) as WriteLargePayload;
    expect(payload.content_preview.isWellFormed()).toBe(true);
    expect(CHUNK_BYTES - byteLength(payload.content_preview as Text)).toBe(3);
  });

  test("in a batch each large item has its own chunks", () => {
    const payload = ask(plan(["a.txt", large, null], ["b.txt", "small\n", null], ["c.txt", large, null]));
    const urls = payload.type === "batch" ? payload.items.map((item) => "fetch_url" in item && item.fetch_url) : [];
    expect(urls).toEqual(["galley:chunk/q1/0/{n}", false, "galley:chunk/q1/2/{n}"]);
  });

  test("fetched, it is the question a smaller write would have been", async () => {
    const payload = ask(plan(["a.txt", large, null])) as WriteLargePayload;
    expect(chunkUrl(payload, 3)).toBe("galley:chunk/q1/3");
    const content = await fetchContent(payload, serve(large));
    expect(content).toBe(large);
    expect(asWrite(payload, content)).toMatchObject({
      type: "write",
      content: large,
      suggested_content: large,
      preview: LINE.repeat(50),
      preview_truncated: true,
      digest: payload.digest,
      after: payload.after,
    });
  });

  test("other bytes than the question's are not shown as if they were", async () => {
    const payload = ask(plan(["a.txt", large, null])) as WriteLargePayload;
    await expect(fetchContent(payload, serve(large.replace("x", "y")))).rejects.toMatchObject({ code: "STALE" });
    await expect(fetchContent(payload, undefined)).rejects.toMatchObject({ code: "INVALID_ARG" });
  });
});
