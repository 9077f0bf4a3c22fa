// A write too large to send at once, fetched until it can be shown. Content that is not what the question is about is
// refused: it would be shown and something else written.

import { asWrite, fetchContent, type ApprovalPayload, type ChangePayload } from "../approval/index.ts";

export type Fetch = (url: string) => Promise<string>;

/** The same question with every `write_large` as a plain `write`. Throws STALE when the pieces are not the content. */
export async function fetchContents(payload: ApprovalPayload, fetch: Fetch | undefined): Promise<ApprovalPayload> {
  if (payload.type === "write_large") return asWrite(payload, await fetchContent(payload, fetch));
  if (payload.type !== "batch" || !payload.items.some(({ type }) => type === "write_large")) return payload;
  const items: ChangePayload[] = [];
  for (const item of payload.items) {
    items.push(item.type === "write_large" ? asWrite(item, await fetchContent(item, fetch)) : item);
  }
  return { ...payload, items };
}
