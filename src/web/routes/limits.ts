// How much a request may send, and what a name in it may be.

import * as z from "zod/mini";
import { LIMITS } from "../../base/index.ts";

/** A pasted answer: as much as may come from a clipboard. */
export const ANSWER_BYTES: number = LIMITS.clipboardBytes.value;
/** What the user says to a model. */
export const PROMPT_BYTES: number = 4 * 1024 * 1024;
/** Names, ids, lists of paths. */
export const SMALL_BYTES: number = 1024 * 1024;

const NAME_LENGTH = 8192;

/** A path, an id, a revision, a model: what no file system, git or URL can have in a name is refused here. */
export const NameSchema = z.string().check(
  z.maxLength(NAME_LENGTH),
  z.refine((text) => !text.includes("\0"), "a name cannot contain a NUL character"),
  z.refine((text) => text.isWellFormed(), "it is not valid Unicode"),
);
