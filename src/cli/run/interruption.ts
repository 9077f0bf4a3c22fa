// What an interrupted turn says at its end: what had been written by then, and what is in doubt. Nothing is offered that
// does not exist: without a change there is nothing to undo.

import type { TurnResult } from "../../agent/index.ts";
import { counted } from "../../base/index.ts";

/** `undo` is how the user undoes a change here: "galley undo" or "/undo". */
export function describeInterruption({ receipts, written, requests }: TurnResult, undo: string): string {
  if (requests === 0) return "Interrupted before anything was sent.";
  const doubtful = receipts.filter(({ receipt }) => receipt === "unknown").length;
  return ["Interrupted.", ...changes(written, undo), ...doubts(doubtful)].join(" ");
}

function changes(written: readonly string[], undo: string): readonly string[] {
  const [only] = written;
  if (only === undefined) return [];
  if (written.length === 1) return [`1 change was written before; undo it with: ${undo} ${only}`];
  return [`${counted(written.length, "change")} were written before; ${undo} undoes the last one.`];
}

function doubts(count: number): readonly string[] {
  if (count === 0) return [];
  return [
    `${counted(count, "call was", "calls were")} stopped halfway and may have taken effect; check before retrying.`,
  ];
}
