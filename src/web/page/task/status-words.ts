// What became of a block, in a word, a sign and a tone. That a file was not in context is a matter of workflow, not an
// error: the file is selected now, and the model can try again.

import type { ApplyReport } from "../../protocol.ts";
import type { GlyphName } from "../layout/glyphs.tsx";

type Status = ApplyReport["results"][number]["status"];

export type StatusWord = {
  readonly word: string;
  readonly glyph: GlyphName;
  readonly tone: "good" | "bad" | "warn" | "accent" | "";
};

/** Applied, and taken back since. */
export const UNDONE: StatusWord = { word: "Undone", glyph: "undo", tone: "" };

export const STATUS_WORDS: Readonly<Record<Status, StatusWord>> = {
  APPLIED: { word: "Applied", glyph: "check", tone: "good" },
  VALIDATED: { word: "Validated", glyph: "check", tone: "good" },
  ALREADY_APPLIED: { word: "Already applied", glyph: "check", tone: "" },
  FAILED: { word: "Failed", glyph: "cross", tone: "bad" },
  SKIPPED: { word: "Skipped", glyph: "dash", tone: "" },
  NOT_IN_CONTEXT: { word: "Not in context", glyph: "dash", tone: "accent" },
};
