// The last row: which keys do what here, the likeliest first. What does not fit is left to the help.

import { canChoose, pageOf, type Review } from "../../review/index.ts";
import type { Paint } from "../paint.ts";

type Hint = readonly [key: string, does: string];

export function hintRow(review: Review, { width, paint }: { readonly width: number; readonly paint: Paint }): string {
  const long = hintsOf(review, LONG_EDIT);
  const fits = long.reduce((sum, hint) => sum + size(hint) + GAP.length, 0) <= width;
  const hints = fits ? long : hintsOf(review, "edit first");
  const last = hints.at(-1)!;
  const room = width - size(last) - GAP.length;
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
// Said in full where there is room; the help says it in any case.
const LONG_EDIT = "edit first (closed unchanged, it applies)";

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
        ["y", "write them"],
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
    ["a", "always"],
    ["c", "cancel"],
    help,
  ];
}
