// What a file that is shown in an answer means once the file on disk is known, where that is not certain: the whole file,
// or one part of it, which replaces the lines it is about. A person sees the result either way.
// Never makes a small part the whole file, and never chooses between two places.

import { counted } from "../../base/index.ts";
import { linesAt } from "../diagnose/wording.ts";
import { isPlaceholder } from "../diagnose/elision.ts";
import { mayBeQuotation } from "../diagnose/misses.ts";
import { contentsOf } from "../match/locate.ts";
import type { Edit } from "../types.ts";
import type { Draft } from "./draft.ts";
import type { EditStep } from "./edit-step.ts";
import { isSameContent } from "./plan-file.ts";
import { isSmallPart, quotedIn } from "./quotation.ts";
import { partPlace } from "./shown-part.ts";

/** The edit as it can be confirmed; itself when it is certain, cannot be confirmed, or is about no file that is there. */
export function readLikelyFile({ edit, shown, drafts }: EditStep): Edit {
  const { change } = edit;
  if (change.kind !== "overwrite") return edit;
  const entry = drafts.entry(edit.path);
  const { draft } = entry;
  if (draft === null || draft.text === "" || isSameContent(draft, change.content)) return edit;
  const confirmable = edit.likely ?? besideOthers(edit, shown);
  if (confirmable === null || !confirmable.canConfirm || quotedIn(entry, shown, change.content) !== null) return edit;
  const { doubt: _, ...whole } = change;
  const confirmed: Edit = { ...edit, change: whole, likely: confirmable };
  // Code that says what it leaves out is read elsewhere.
  if (contentsOf(change.content).some(isPlaceholder)) return confirmed;
  return asPart(confirmed, draft, change.content) ?? confirmed;
}

/** A whole file of a path that exists, next to edits in other formats. */
function besideOthers({ change, source }: Edit, shown: string): NonNullable<Edit["likely"]> | null {
  if (change.kind !== "overwrite" || change.doubt?.kind !== "mixed" || source.format !== "whole-file") return null;
  const { line, canConfirm } = change.doubt;
  if (line === undefined || canConfirm === undefined) return null;
  const reading = `shows the whole of ${shown}, in an answer with edits in another format`;
  return { reading, line, why: mayBeQuotation(shown), canConfirm };
}

/** Null: it is the whole file. So few lines cannot be: without a place for them they are not made. */
function asPart(edit: Edit, draft: Draft, content: string): Edit | null {
  const place = partPlace(draft.lines, contentsOf(content), edit.path);
  const isSmall = isSmallPart(draft, content);
  const likely = edit.likely!; // It is confirmable.
  if (place === null) {
    if (!isSmall) return null;
    const why = `${likely.why} It shows ${counted(contentsOf(content).length, "line")} of a file that has ${draft.length}, and it is not clear which lines they replace.`;
    return { ...edit, likely: { ...likely, why, canConfirm: false } };
  }
  const rest = draft.length - (place.to - place.from);
  if (!isSmall && (rest < FEW || place.from === 0)) return null;
  const find = draft.lines.slice(place.from, place.to).join("");
  const put = `${place.lines.join("\n")}\n`;
  const reading = `${likely.reading}, and it replaces ${linesAt(place.from, place.to, "l")} of it`;
  const change = { kind: "replace", find, put, match: "lines", all: false, line: place.from + 1 } as const;
  return { ...edit, change, likely: { ...likely, reading } };
}

/** What shows all but this many lines of a file shows the file. */
const FEW = 3;
