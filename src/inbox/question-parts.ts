// The parts of a question that a store keeps apart from its payload. Pure.

import type { ApprovalPayload } from "../approval/index.ts";
import type { Asker } from "./types.ts";

/** Only the fields of an asker, in one order. */
export function pickAsker({ door, host, root, session, call_key, folders }: Asker): Asker {
  return { door, host, root, session, call_key, ...(folders && { folders }) };
}

/** What the question would touch: for a list. */
export function pathsOf(payload: ApprovalPayload): readonly string[] {
  const items = payload.type === "batch" ? payload.items : [payload];
  const paths = items.flatMap((item) => ("to" in item ? [item.path, item.to] : [item.path]));
  const open = payload.type === "batch" ? payload.open_edits.map(({ path }) => path) : [];
  return [...new Set([...paths, ...open])];
}
