// The last row: which keys do what here, the likeliest first. What does not fit is left to the help.

import { canChoose, isWhole, pageOf, type ChangePage, type Review } from "../../review/index.ts";
import type { Paint } from "../paint.ts";

type Hint = readonly [key: string, does: string];

export function hintRow(review: Review, { width, paint }: { readonly width: number; readonly paint: Paint }): string {
  const hints = wordingFor(review, width);
  const last = hints.at(-1)!;
  const room = width - size(last);
  const kept: Hint[] = [];
  let used = 0;
  for (const hint of hints.slice(0, -1)) {
    if (used + size(hint) + GAP.length > room) break;
    kept.push(hint);
    used += size(hint) + GAP.length;
  }
  return [...kept, last].map(([key, does]) => `${paint.bold(key)} ${paint.dim(does)}`).join(GAP);
}

const GAP = "  ";
// Said in full where there is room for everything; the help says it in any case.
const LONG_EDIT = "edit first (closed unchanged, it applies)";

/** On a narrow screen the way to say no must not be what is left out. */
function wordingFor(review: Review, width: number): readonly Hint[] {
  const long = hintsOf(review, LONG_EDIT);
  if (sizeOf(long) <= width) return long;
  const usual = hintsOf(review, "edit first");
  const no = usual.findIndex(([key]) => key === "d");
  const least = [...usual.slice(0, no + 1), ...usual.slice(-1)];
  return no < 0 || sizeOf(least) <= width ? usual : hintsOf(review, "edit");
}

function sizeOf(hints: readonly Hint[]): number {
  return hints.reduce((sum, hint) => sum + size(hint) + GAP.length, -GAP.length);
}

function size([key, does]: Hint): number {
  return key.length + 1 + does.length;
}

function hintsOf(review: Review, edit: string): readonly Hint[] {
  const { stage } = review;
  switch (stage.kind) {
    case "reading":
      return readingHints(review, edit);
    case "choosing":
      return [
        ["Enter", "apply"],
        ["space", "take or leave"],
        ["↑↓", "next change"],
        ["d", "reject all"],
        ["e", edit],
        ["Esc", "back"],
      ];
    case "reason":
      return [
        ["Enter", "reject"],
        ["Esc", "back"],
      ];
    case "remembering":
      return [
        ["Enter", "keep this rule"],
        ...(stage.offers.length > 1 ? [["↑↓", "choose"] as const] : []),
        ["Esc", "back"],
      ];
    case "stopping":
      return [
        ["y", review.pages.filter(({ answer }) => isYes(answer)).length === 1 ? "write it" : "write them"],
        ["n", "write nothing"],
        ["Esc", "back"],
      ];
    case "help":
    case "editing":
    case "settled":
      return [["", ""]];
    default:
      return stage satisfies never;
  }
}

function readingHints(review: Review, edit: string): readonly Hint[] {
  const page = pageOf(review);
  const files: readonly Hint[] = review.pages.length > 1 ? [["[ ]", "files"]] : [];
  const help: Hint = ["?", "help"];
  if (page?.kind === "open") {
    return [["Enter", "put it here"], ["↑↓", "place"], ["d", "leave it out"], ...files, ["c", "cancel"], help];
  }
  if (page?.kind !== "change")
    return [["Enter", "approve"], ["d", "reject"], ["r", "reason"], ...files, ["c", "cancel"], help];
  const isText = page.proposal !== null;
  return [
    ["Enter", "apply"],
    ...(isText ? [["e", edit] as const] : []),
    ["d", "reject"],
    ...files,
    ...(canChoose(page) ? [["s", "choose"] as const] : []),
    ["r", "reason"],
    ...(canBeRemembered(page) ? [["a", "always"] as const] : []),
    ["v", page.view === "whole" ? "change" : "whole file"],
    ["c", "cancel"],
    help,
  ];
}

function isYes(answer: Review["pages"][number]["answer"]): boolean {
  return answer?.kind === "apply" || answer?.kind === "place";
}

/** A key that can only ever explain why not is not worth a place here. */
function canBeRemembered(page: ChangePage): boolean {
  return !page.edited && isWhole(page) && page.payload.risks.every(({ kind }) => kind !== "protected");
}
