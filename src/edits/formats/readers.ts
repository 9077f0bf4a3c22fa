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
import { readWholeFile } from "./whole-file.ts";
import type { FormatCode } from "./written.ts";

/** Edit blocks are read while an answer arrives, by blocks/machine.ts. */
const CODE: Readonly<Record<Exclude<Format, "edit-block">, FormatCode>> = {
  "tool-call": TOOL_CALL,
  heredoc: HEREDOC,
  "search-replace": { read: readSearchReplace },
  "apply-patch": { read: readApplyPatch },
  udiff: { read: readUdiff },
  "whole-file": { read: (context, at) => readWholeFile(context, at) ?? readTagged(context, at) },
};

export function codeOf(format: Format): FormatCode | null {
  return format === "edit-block" ? null : CODE[format];
}

/** In the order in which a line is tried. */
export function readersOf(formats: ReadonlySet<Format>): readonly Reader[] {
  return FORMAT_NAMES.flatMap((format) => (formats.has(format) ? (codeOf(format)?.read ?? []) : []));
}
