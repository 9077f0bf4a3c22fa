// A write too large to send at once, fetched piece by piece until it can be shown. Content that is not what the
// question is about is refused: it would be shown and something else written.

import { failure, versionOf } from "../base/index.ts";
import type { ApprovalPayload, ChangePayload, WriteLargePayload, WritePayload } from "../approval/index.ts";
import { asText, encode } from "../text/index.ts";

export type Fetch = (url: string) => Promise<string>;

/** The same question with every `write_large` as a plain `write`. Throws STALE when the pieces are not the content. */
export async function makeWhole(payload: ApprovalPayload, fetch: Fetch | undefined): Promise<ApprovalPayload> {
  if (payload.type === "write_large") return wholeOf(payload, fetch);
  if (payload.type !== "batch" || !payload.items.some(({ type }) => type === "write_large")) return payload;
  const items: ChangePayload[] = [];
  for (const item of payload.items) items.push(item.type === "write_large" ? await wholeOf(item, fetch) : item);
  return { ...payload, items };
}

async function wholeOf(large: WriteLargePayload, fetch: Fetch | undefined): Promise<WritePayload> {
  const content = large.suggested_content ?? (await fetchAll(large, fetch));
  const text = asText(content);
  if (text === null || versionOf(encode(text)) !== large.after) {
    const message = `What was sent for ${large.path} is not what would be written, so it cannot be reviewed. Ask again.`;
    throw failure("STALE", message, { data: { path: large.path } });
  }
  const {
    content_truncated: _,
    content_preview: preview,
    fetch_url: _1,
    chunk_size: _2,
    total_chunks: _3,
    ...rest
  } = large;
  return { ...rest, type: "write", content, suggested_content: content, preview, preview_truncated: true };
}

async function fetchAll({ fetch_url: url, total_chunks: total, path }: WriteLargePayload, fetch: Fetch | undefined) {
  if (fetch === undefined) {
    throw failure("INVALID_ARG", `The content for ${path} is sent in pieces, and nothing was given to fetch them.`);
  }
  const chunks: string[] = [];
  for (let at = 0; at < total; at += 1) chunks.push(await fetch(url.replace("{n}", String(at))));
  return chunks.join("");
}
