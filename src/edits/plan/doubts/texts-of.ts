// The old and the new texts of a change, for what is asked of every format alike.

import type { Change } from "../../types.ts";

export function newTextsOf(change: Change): readonly string[] {
  switch (change.kind) {
    case "replace":
      return [change.put];
    case "patch":
      return change.chunks.map(({ put }) => put);
    case "create":
    case "overwrite":
      return [change.content];
    default:
      return [];
  }
}

export function oldTextsOf(change: Change): readonly string[] {
  if (change.kind === "replace") return [change.find];
  return change.kind === "patch" ? change.chunks.map(({ find }) => find) : [];
}
