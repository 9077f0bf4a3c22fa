import { describe, expect, test } from "vitest";
import type { ApprovalPayload, ReadPayload, WriteLargePayload } from "../approval/index.ts";
import { versionOf } from "../base/index.ts";
import { asText, encode } from "../text/index.ts";
import { openReview } from "./open.ts";
import { reduce } from "./reduce.ts";
import type { Review } from "./types.ts";
import { fetchContents } from "./fetch-contents.ts";

const NAMES = { description: "Do a thing", path: "ws/a", sandbox: "ws", approval_id: "q", digest: "d", risks: [] };
const READ: ReadPayload = { ...NAMES, type: "read", file_lines: 1, file_bytes: 2, file_exists: true };
const CONTENT = "x\n".repeat(700_000);
const LARGE: WriteLargePayload = {
  ...NAMES,
  type: "write_large",
  hunks: [{ index: 0, old_start: 1, old_lines: 0, new_start: 1, new_lines: 700_000 }],
  original_content: null,
  suggested_content: null,
  after: versionOf(encode(asText(CONTENT)!)),
  content_lines: 700_000,
  content_bytes: CONTENT.length,
  content_truncated: true,
  content_preview: "x\n",
  fetch_url: "galley:chunk/q/{n}",
  chunk_size: 1_000_000,
  total_chunks: 2,
  file_exists: false,
  existing_lines: null,
  existing_bytes: null,
};
const fetch = async (url: string): Promise<string> =>
  url.endsWith("/0") ? CONTENT.slice(0, 1_000_000) : CONTENT.slice(1_000_000);

function yes(review: Review): Review {
  const painted = {
    page: 0,
    view: "change",
    layout: "80",
    rows: 1,
    lead: 0,
    height: 1,
    from: 0,
    to: 1,
    isAnswerable: true,
  } as const;
  return reduce(reduce(review, { kind: "page-painted", ...painted }), { kind: "page-applied" });
}

describe("what has no view of its own is asked by its description", () => {
  test.each([
    ["a read", READ],
    // A later version may send what this one does not know.
    ["an unknown type", { ...NAMES, type: "teleport" } as unknown as ApprovalPayload],
    ["a large write whose content was not fetched", LARGE],
  ])("%s", (_, payload) => {
    const review = openReview(payload);
    expect(review.pages).toMatchObject([{ kind: "plain", payload }]);
    const after = "after" in payload ? payload.after : null;
    expect(yes(review).stage).toEqual({
      kind: "settled",
      decision: { approval_id: "q", items: [{ action: "apply", digest: "d", by: { kind: "person" }, after }] },
    });
  });
});

describe("a large write", () => {
  test("is fetched whole, then it is a write like any other", async () => {
    const whole = await fetchContents(LARGE, fetch);
    expect(whole).toMatchObject({ type: "write", content: CONTENT, suggested_content: CONTENT, after: LARGE.after });
    expect(yes(openReview(whole)).stage).toMatchObject({
      decision: { items: [{ action: "apply", after: LARGE.after }] },
    });
  });

  test("is refused when the pieces are not what would be written, or cannot be had", async () => {
    await expect(fetchContents(LARGE, async () => "something else")).rejects.toMatchObject({ code: "STALE" });
    await expect(fetchContents(LARGE, undefined)).rejects.toMatchObject({ code: "INVALID_ARG" });
  });
});
