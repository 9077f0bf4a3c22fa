// Why no one is asked: no reviewer is available, or the caller chose that nothing asks. Words only; decides nothing.

import type { Reviewer } from "../approval/index.ts";

/** `why` completes "Not approved: …"; `how` to be asked begins a sentence: "Run it in a terminal". */
export type Absence = { readonly why: string; readonly how: string };

export const NO_REVIEWER: Absence = { why: "no reviewer is available", how: "Run it in a terminal" };

/** Null when there is someone to ask. */
export function absenceOf(
  reviewer: Reviewer | null,
  { absence }: { readonly absence?: Absence | undefined },
): Absence | null {
  return reviewer === null ? (absence ?? NO_REVIEWER) : null;
}
