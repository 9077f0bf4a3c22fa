// How much a request may send.

import { LIMITS } from "../../base/index.ts";

/** A pasted answer: as much as may come from a clipboard. */
export const ANSWER_BYTES: number = LIMITS.clipboardBytes.value;
/** What the user says to a model. */
export const PROMPT_BYTES: number = 4 * 1024 * 1024;
/** Names, ids, lists of paths. */
export const SMALL_BYTES: number = 1024 * 1024;
