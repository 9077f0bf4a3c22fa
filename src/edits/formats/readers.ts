// The code of each format. A format that is one file brings its own instructions for models and its own renderer here;
// those of the others are in ../instructions.ts and render.ts, which a plain `galley apply` does not load.

import { readApplyPatch } from "./apply-patch.ts";
import { HEREDOC } from "./heredoc/heredoc.ts";
import { TOOL_CALL } from "./tool-call/tool-call.ts";
import type { Reader } from "./scan.ts";
import { readSearchReplace } from "./search-replace/search-replace.ts";
import { readTagged } from "./tags/tagged.ts";
import { FORMAT_NAMES, type Format } from "./table.ts";
import { readUdiff } from "./udiff/udiff.ts";
import { readFramedFile, RULE_SIGNS } from "./unfenced/framed-file.ts";
import { readWholeFile } from "./whole-file.ts";
import type { FormatCode, Place } from "./written.ts";

/** Edit blocks are read while an answer arrives, by blocks/machine.ts. */
const CODE: Readonly<Record<Exclude<Format, "edit-block">, FormatCode>> = {
  "tool-call": TOOL_CALL,
  heredoc: HEREDOC,
  "search-replace": {
    read: readSearchReplace,
    startsIn: (place) => ({ atStart: "<->+" + FENCES[place], indented: FENCES[place] }),
  },
  "apply-patch": { read: readApplyPatch, startsIn: () => ({ atStart: "*", indented: `*${RARE_SPACES}` }) },
  udiff: { read: readUdiff, startsIn: () => ({ atStart: "@-dI", indented: "" }) },
  "whole-file": {
    read: (context, at) => readWholeFile(context, at) ?? readTagged(context, at) ?? readFramedFile(context, at),
    startsIn: (place) => ({ atStart: FENCES[place] + TAGS[place] + RULES[place], indented: TAGS[place] }),
  },
};

/** Some are looked for outside of fences only. */
const FENCES: Readonly<Record<Place, string>> = { prose: "`~", shell: "", code: "" };
const TAGS: Readonly<Record<Place, string>> = { prose: "<", shell: "", code: "" };
const RULES: Readonly<Record<Place, string>> = { prose: RULE_SIGNS, shell: "", code: "" };
/** Whitespace that is neither a space nor a tab: before a marker it is ignored, too. */
const RARE_SPACES =
  "\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

export function codeOf(format: Format): FormatCode | null {
  return format === "edit-block" ? null : CODE[format];
}

/** In the order in which a line is tried. */
export function readersOf(formats: ReadonlySet<Format>): readonly Reader[] {
  return FORMAT_NAMES.flatMap((format) => (formats.has(format) ? (codeOf(format)?.read ?? []) : []));
}
