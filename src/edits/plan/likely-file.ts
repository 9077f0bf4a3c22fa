// What a file that is shown in an answer means once the file on disk is known, where that is not certain: the whole file,
// or one part of it, which replaces the lines it is about. A person sees the result either way.
// Never makes a small part the whole file, and never chooses between two places.

import { counted } from "../../base/index.ts";
import { withoutNumbers } from "../diagnose/line-numbers.ts";
import { isBlank } from "../diagnose/soften.ts";
import { linesAt } from "../diagnose/wording.ts";
import { elidedIn } from "../diagnose/elision.ts";
import { mayBeQuotation } from "../diagnose/misses.ts";
import { withoutEnding, type LineRange } from "../../text/index.ts";
import { BOM, contentsOf } from "../match/locate.ts";
import type { Edit } from "../types.ts";
import type { Draft } from "./draft/draft.ts";
import type { EditStep } from "./edit-step.ts";
import { insertPlace } from "./insert-place.ts";
import { gapIn, isChange, placeKeptParts } from "./kept-parts.ts";
import { isJsonName } from "./json-members.ts";
import { isSameContent } from "./plan-file.ts";
import { isFarLess, isMuchLess, isSmallPart, quotedIn } from "./quotation.ts";
import { partPlace, type PartPlace } from "./shown-part.ts";
import { leftTop } from "./top-comment.ts";

/** The edit as it can be confirmed; itself when it is certain, cannot be confirmed, or is about no file that is there. */
export function readLikelyFile({ edit: given, shown, drafts }: EditStep): Edit {
  if (given.change.kind !== "overwrite") return given;
  const entry = drafts.entry(given.path);
  const { draft } = entry;
  if (draft === null || draft.text === "") return given;
  const edit = withoutLineNumbers(given, draft, shown);
  const { change } = edit;
  if (change.kind !== "overwrite" || isSameContent(draft, change.content)) return edit;
  const inParts = asKeptParts(edit, draft, shown) ?? withTopComment(edit, draft, shown);
  if (inParts !== null) return inParts;
  const tooFew = fewLines(edit, draft, shown);
  const confirmable = edit.likely ?? besideOthers(edit, shown) ?? tooFew;
  // No one is there to say that so few lines are the whole file.
  if (confirmable !== null && confirmable === tooFew && !tooFew.canConfirm) return { ...edit, likely: tooFew };
  if (
    confirmable === null ||
    (!confirmable.canConfirm && edit.likely === undefined) ||
    quotedIn(entry, shown, change.content) !== null
  )
    return edit;
  const { doubt: _, ...whole } = change;
  const confirmed: Edit = { ...edit, change: whole, likely: confirmable };
  // Code that says what it leaves out is read elsewhere.
  if (elidedIn(contentsOf(change.content), edit.path, new Set()).length > 0) return confirmed;
  return asPart(confirmed, draft, { content: change.content, shown, isExact: confirmable === tooFew }) ?? confirmed;
}

/** A listing: its lines have numbers that those of the file have not. With the spaces after them that the file's lines have. */
function withoutLineNumbers(edit: Edit, draft: Draft, shown: string): Edit {
  const { change, origin } = edit;
  if (change.kind !== "overwrite" || !/^\W{0,8}\d/.test(change.content)) return edit;
  const own = new Set(draft.lines.map(withoutEnding));
  const lines = contentsOf(change.content);
  if (lines.length < 2 || lines.some((line) => !isBlank(line) && own.has(line))) return edit;
  const shared = (way: readonly string[]): number => way.filter((line) => !isBlank(line) && own.has(line)).length;
  const [best] = withoutNumbers(lines).toSorted((a, b) => shared(b) - shared(a));
  if (best === undefined || shared(best) === 0) return edit;
  const reading = "its lines begin with line numbers, which were left out";
  const why = `The lines shown for ${shown} begin with line numbers, so the text is not certain. Send it without line numbers.`;
  const likely = edit.likely ?? { reading, line: origin?.line ?? 1, why, canConfirm: origin?.canConfirm ?? false };
  return { ...edit, change: { ...change, content: asLines(best) }, likely };
}

/**
 * Code that says that it leaves lines out, as changes of the parts it shows. Null when it leaves none out, or its parts
 * have no certain place: then it is refused. What changes nothing is left to be read as a quotation.
 */
function asKeptParts(edit: Edit, draft: Draft, shown: string): Edit | null {
  if (edit.change.kind !== "overwrite") return null;
  const { content, doubt } = edit.change;
  const lines = contentsOf(content);
  const own = draft.lines.map(withoutEnding);
  const gap = gapIn(own, lines, edit.path);
  if (gap === null) return null;
  const at = doubt === undefined || doubt.kind === "unapplied" ? null : doubt;
  const line = edit.likely?.line ?? at?.line;
  const canConfirm = edit.likely?.canConfirm ?? at?.canConfirm;
  const places = line === undefined || canConfirm === undefined ? null : placeKeptParts(own, lines, edit.path);
  if (places === null) return null;
  const chunks = places
    .filter((place) => isChange(own, place))
    .map(({ from, to, lines: put }) => ({
      find: asLines(own.slice(from, to)),
      put: asLines(put),
      at: { line: from + 1, after: [], end: false },
      noFinalNewline: { old: false, new: false },
    }));
  if (chunks.length === 0) return null;
  const words = JSON.stringify(lines[gap]!.trim().slice(0, LONGEST_WORDS));
  const kept = `${words} was read as the lines of ${shown} that are not shown`;
  const reading = edit.likely === undefined ? kept : `${edit.likely.reading}, and ${kept}`;
  const why = `${edit.likely === undefined ? "" : `${edit.likely.why} `}The code shown for ${shown} leaves lines out (${words}). Its parts have a place in the file, but that they are meant so is not certain. Send the file in full, or send the change as an edit.`;
  return {
    ...edit,
    change: { kind: "patch", chunks, to: null },
    likely: { reading, line: line!, why, canConfirm: canConfirm! },
  }; // Both are known with the places.
}

const LONGEST_WORDS = 60;

/** A whole file without the comment at the top of the one that is there: the comment stays. */
function withTopComment(edit: Edit, draft: Draft, shown: string): Edit | null {
  const { change, source, likely } = edit;
  if (change.kind !== "overwrite" || change.doubt?.kind !== "quotation" || source.format !== "whole-file") return null;
  const line = likely?.line ?? change.doubt.line;
  const canConfirm = likely?.canConfirm ?? change.doubt.canConfirm;
  if (line === undefined || canConfirm === undefined || isMuchLess(draft, change.content)) return null;
  const left = leftTop(draft.lines.map(withoutEnding), contentsOf(change.content), edit.path);
  if (left === null) return null;
  const where = linesAt(0, left.count, "l");
  const what = `leaves out the comment at the top of ${shown} (${where})`;
  const reading = `${likely === undefined ? "this" : `${likely.reading}, and it`} ${what}${left.kept === null ? "" : ", which stays"}`;
  const meant =
    left.kept === null
      ? "Whether it is to be removed is not certain."
      : "It was read as the rest of the file, and the comment stays.";
  const why = `${likely === undefined ? "" : `${likely.why} `}This ${what}. ${meant} Send the file in full, or send the change as an edit.`;
  const { doubt: _, ...whole } = change;
  const content = left.kept === null ? change.content : asLines(left.kept);
  return { ...edit, change: { ...whole, content }, likely: { ...likely, reading, line, why, canConfirm } };
}

function asLines(contents: readonly string[]): string {
  return contents.map((content) => `${content}\n`).join("");
}

/** A whole file of a path that exists, next to edits in other formats. */
function besideOthers({ change, source }: Edit, shown: string): NonNullable<Edit["likely"]> | null {
  if (change.kind !== "overwrite" || change.doubt?.kind !== "mixed" || source.format !== "whole-file") return null;
  const { line, canConfirm } = change.doubt;
  if (line === undefined || canConfirm === undefined) return null;
  const reading = `shows the whole of ${shown}, in an answer with edits in another format`;
  return { reading, line, why: mayBeQuotation(shown), canConfirm };
}

/** Much less than the file has, or a fragment of it, is hardly the whole of it, even under its exact path. */
function fewLines({ change, source, path }: Edit, draft: Draft, shown: string): NonNullable<Edit["likely"]> | null {
  if (change.kind !== "overwrite" || change.doubt?.kind !== "quotation" || source.format !== "whole-file") return null;
  const { line, canConfirm } = change.doubt;
  if (line === undefined || canConfirm === undefined) return null;
  const count = contentsOf(change.content).length;
  const fragment = fragmentOf(path, draft.text, change.content);
  if (fragment === null && !isMuchLess(draft, change.content)) return null;
  const sizes = `${counted(count, "line")} for ${shown}, which has ${draft.length}`;
  const what = fragment === null ? sizes : `${sizes}, and they ${fragment}`;
  const why = `This shows ${what}, so it may be a part of the file. Nothing was overwritten. Send the change as an edit, or apply the answer with the format "whole-file".`;
  return { reading: `shows ${what}`, line, why, canConfirm };
}

/** What says that a text is not the whole of a document; completes "and they …". */
function fragmentOf(path: string, own: string, content: string): string | null {
  if (isJsonName(path) && isJson(own) && !isJson(content)) return "are not a JSON document";
  const root = /\.(?:x?html?|xml|svg|plist|\w+proj)$/i.test(path) ? rootOf(own) : null;
  return root === null || content.toLowerCase().includes(`<${root}`) ? null : `have no <${root}> around them`;
}

/** The tag around all of a page. */
function rootOf(text: string): string | null {
  const first = /^(?:\ufeff)?\s*(?:<[?!][^>]*>\s*)*<([a-z][\w:-]*)/i.exec(text)?.[1]?.toLowerCase();
  return first !== undefined && text.toLowerCase().includes(`</${first}>`) ? first : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.startsWith(BOM) ? text.slice(BOM.length) : text);
    return true;
  } catch {
    return false;
  }
}

type Part = { readonly content: string; readonly shown: string };

/**
 * Null: it is the whole file. So few lines cannot be: without a place for them they are not made. `isExact`: the answer
 * gives the path itself, so only far fewer lines cannot be.
 */
function asPart(
  edit: Edit,
  draft: Draft,
  { content, shown, isExact }: Part & { readonly isExact: boolean },
): Edit | null {
  const likely = edit.likely!; // It is confirmable.
  const isSuggested = likely.suggests !== undefined;
  const found = partPlace(draft.lines, contentsOf(content), edit.path);
  const place = isSuggested ? suggestedPlace(draft, likely.suggests!, { content, found }) : found;
  const isSmall = isSuggested || isSmallPart(draft, content);
  if (place === null) {
    if (isExact ? !isFarLess(draft, content) : !isSmall) return null;
    const added = asAdded(edit, draft, { content, shown });
    if (added !== null) return added;
    const why = `${likely.why} It shows ${counted(contentsOf(content).length, "line")} of a file that has ${draft.length}, and it is not clear which lines they replace, or where they go. Name one line of the file that they come after, or send the change as an edit.`;
    return { ...edit, likely: { ...likely, why, canConfirm: false } };
  }
  const rest = draft.length - (place.to - place.from);
  if (!isSmall && (rest < FEW || place.from === 0)) return null;
  const find = draft.lines.slice(place.from, place.to).join("");
  const put = `${place.lines.join("\n")}\n`;
  const reading = `${likely.reading}, and it replaces ${linesAt(place.from, place.to, "l")} of it`;
  const why = `${likely.why} It was read as a part of the file that replaces ${linesAt(place.from, place.to, "l")}; to be certain, send it as an edit.`;
  const change = { kind: "replace", find, put, match: "lines", all: false, line: place.from + 1 } as const;
  return { ...edit, change, likely: { ...likely, reading, why } };
}

/** The lines that a suggestion names, unless its own lines are elsewhere; without a name, where its own lines are. */
function suggestedPlace(
  { length }: Draft,
  lines: LineRange | null,
  { content, found }: { readonly content: string; readonly found: PartPlace | null },
): PartPlace | null {
  if (lines === null) return found;
  const { from, to } = lines;
  if (to > length || (found !== null && (found.to <= from || found.from >= to))) return null;
  return { from, to, lines: contentsOf(content) };
}

/** Code that the words above it add to the file, next to what they name; null when they name no one place. */
function asAdded(edit: Edit, draft: Draft, { content, shown }: Part): Edit | null {
  const likely = edit.likely!; // It is confirmable.
  if (likely.lead === undefined) return null;
  const own = draft.lines.map(withoutEnding);
  const place = insertPlace(own, { lead: likely.lead, lines: contentsOf(content), path: edit.path });
  if (place === null) return null;
  const chunk = {
    find: asLines(own.slice(place.from, place.to)),
    put: asLines(place.lines),
    at: { line: place.from + 1, after: [], end: false },
    noFinalNewline: { old: false, new: false },
  };
  const reading = `${likely.reading}, and it is added ${place.where}`;
  const why = `This looks like code to add to ${shown} ${place.where}, but only words say so. Send it as an edit.`;
  return { ...edit, change: { kind: "patch", chunks: [chunk], to: null }, likely: { ...likely, reading, why } };
}

/** What shows all but this many lines of a file shows the file. */
const FEW = 3;
