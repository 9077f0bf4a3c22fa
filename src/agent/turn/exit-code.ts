// What a process that ran one turn ends with, also where the turn is only reported as an event.

import { isDone } from "../../edits/index.ts";
import type { TurnResult } from "./types.ts";

/**
 * A change that failed and was made later is the model's matter; one that was denied, or never made, is not done. A turn
 * that ends without a word and without a change has answered nothing.
 */
export function exitCodeOf({ kind, receipts, unmade, report, text, written }: TurnResult): number {
  if (kind === "interrupted") return 130;
  const did = receipts.some(({ receipt }) => receipt === "applied" || receipt === "unknown");
  if (kind === "failed") return did ? 1 : 2;
  if (kind !== "done") return 1;
  if (receipts.some(({ receipt }) => receipt === "denied" || receipt === "unknown")) return 1;
  if (unmade.length > 0) return 1;
  if (text.trim() === "" && written.length === 0) return 1;
  return (report?.results ?? []).every(isDone) ? 0 : 1;
}
