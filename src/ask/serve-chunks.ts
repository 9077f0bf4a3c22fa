// Hands the chunks of large writes to the reviewer of one question, as long as that question is open.
// It knows no other question and no file: only the content that this question is about.

import { failure } from "../base/index.ts";
import { chunksOf, type ApprovalPayload, type Chunks, type ReviewOptions } from "../approval/index.ts";
import type { FilePlan } from "../edits/index.ts";

export type Served = {
  /** Missing when the question holds all of its content. */
  readonly fetch?: NonNullable<ReviewOptions["fetch"]>;
  /** From now on every fetch fails: the question is answered. */
  readonly close: () => void;
};

/** `files` are the plans the payload was made from. */
export function serveChunks(payload: ApprovalPayload, files: readonly FilePlan[]): Served {
  const changes = payload.type === "batch" ? payload.items : [payload];
  const large = changes.filter((change) => change.type === "write_large");
  if (large.length === 0) return { close: () => undefined };
  const cut = new Map<string, Chunks>();
  let isOpen = true;
  return {
    close: () => {
      isOpen = false;
      cut.clear();
    },
    fetch: async (url) => {
      if (!isOpen) throw failure("STALE", "This question is answered; its content can no longer be fetched.");
      const slash = url.lastIndexOf("/") + 1;
      const template = `${url.slice(0, slash)}{n}`;
      const change = large.find((one) => one.fetch_url === template);
      const n = url.slice(slash);
      if (change === undefined || !/^(0|[1-9]\d*)$/.test(n))
        throw failure("NOT_FOUND", `${url} names no chunk of the question ${payload.approval_id}.`);
      let chunks = cut.get(template);
      if (chunks === undefined) {
        const file = files.find((one) => one.digest === change.digest);
        chunks = chunksOf(file!.result!); // The payload was made from this file, and a large write has a result.
        cut.set(template, chunks);
      }
      return chunks.at(Number(n));
    },
  };
}
