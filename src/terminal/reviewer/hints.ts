// The last row: which keys do what here, the likeliest first. What does not fit is left to the help.

import { overviewOf, pageOf, type Review } from "../../review/index.ts";
import { joinPrintable, plain, printable, type Plain, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { keysFor, kindOf } from "./purpose-keys.ts";
import { APPROVE } from "./reading-keys.ts";
import { wordsFor } from "./words.ts";

/** `pinned`: there before the others, however little room there is. */
type Hint = readonly [key: Plain, does: Plain, pinned?: boolean];

export function hintRow(
  review: Review,
  { width, paint, hasEnd }: { readonly width: number; readonly paint: Paint; readonly hasEnd: boolean },
): Printable {
  const isUnread = review.showing === "page" && !hasEnd && pageOf(review)?.seen.end === false;
  const hints = wordingFor(review, width).map((hint): Hint => (isUnread && hint[1] === APPROVE ? SCROLL : hint));
  return joinPrintable(
    fitting(hints, width).map(([key, does]) => printable`${paint.bold(key)} ${paint.dim(does)}`),
    GAP,
  );
}

/** In their order: the last one, then the pinned ones, then as many of the others as there is room for. */
function fitting(hints: readonly Hint[], width: number): readonly Hint[] {
  const last = hints.at(-1)!;
  const others = hints.slice(0, -1);
  const kept = new Set([last]);
  let room = width - size(last);
  for (const isPinned of [true, false]) {
    for (const hint of others.filter(([, , pinned = false]) => pinned === isPinned)) {
      if (size(hint) + GAP.length > room) break;
      kept.add(hint);
      room -= size(hint) + GAP.length;
    }
  }
  return hints.filter((hint) => kept.has(hint));
}

const GAP = plain`  `;
/** In its place until the end was on the screen. */
const SCROLL: Hint = [plain`↓ PgDn End`, plain`scroll`];
// Said in full where there is room for everything; the help says it in any case.
const LONG_EDIT = plain`edit first (saved unchanged, it applies)`;

/** On a narrow screen the way to say no must not be what is left out. */
function wordingFor(review: Review, width: number): readonly Hint[] {
  const long = hintsOf(review, LONG_EDIT);
  if (sizeOf(long) <= width) return long;
  const usual = hintsOf(review, plain`edit first`);
  const no = usual.findIndex(([key]) => key === "d");
  const least = [...usual.slice(0, no + 1), ...usual.slice(-1)];
  return no < 0 || sizeOf(least) <= width ? usual : hintsOf(review, plain`edit`);
}

function sizeOf(hints: readonly Hint[]): number {
  return hints.reduce((sum, hint) => sum + size(hint) + GAP.length, -GAP.length);
}

function size([key, does]: Hint): number {
  return key.length + 1 + does.length;
}

function hintsOf(review: Review, edit: Plain): readonly Hint[] {
  const { stage } = review;
  const { apply, reject } = wordsFor(review.purpose);
  switch (stage.kind) {
    case "reading":
      return review.showing === "overview" ? overviewHints(review) : readingHints(review, edit);
    case "choosing":
      return [
        [plain`Enter`, apply],
        [plain`space`, plain`select`],
        [plain`s`, plain`split`],
        [plain`↑↓`, plain`next change`],
        [plain`d`, plain`${reject} all`],
        [plain`e`, edit],
        [plain`Esc`, plain`back`],
      ];
    case "reason":
      return [
        [plain`Enter`, plain`reject`],
        [plain`Esc`, plain`back`],
      ];
    case "remembering":
      return [
        [plain`Enter`, plain`keep this rule`],
        ...(stage.offers.length > 1 ? [[plain`↑↓`, plain`choose`] as const] : []),
        [plain`Esc`, plain`back`],
      ];
    case "commenting":
      return stage.text === null
        ? [
            [plain`↑↓`, plain`line`],
            [plain`J K`, plain`more lines`],
            [plain`Enter`, plain`type the comment`],
            [plain`Esc`, plain`back`],
          ]
        : [
            [plain`Enter`, plain`keep the comment`],
            [plain`Esc`, plain`back`],
          ];
    case "stopping":
      if (review.purpose === "work-tree")
        return [
          [plain`y`, plain`leave`],
          [plain`n Esc`, plain`back`],
        ];
      return [
        [
          plain`y`,
          review.pages.filter(({ answer }) => isYes(answer)).length === 1 ? plain`write it` : plain`write them`,
        ],
        [plain`n`, review.staysOpen ? plain`leave it open` : plain`write nothing`],
        [plain`Esc`, plain`back`],
      ];
    case "searching":
      if (stage.isTyping)
        return [
          [plain`Enter`, plain`go through the matches`],
          [plain`Esc`, plain`back`],
        ];
      return [
        ...(stage.at === null
          ? []
          : ([
              [plain`n`, plain`next`],
              [plain`N`, plain`previous`],
            ] as const)),
        [plain`/`, plain`another text`],
        [plain`Esc`, plain`back to the question`],
      ];
    case "filtering":
      return [
        [plain`Enter`, plain`keep the filter`],
        [plain`Esc`, plain`show all`],
      ];
    case "bulk":
      if (stage.bulk.isWhole)
        return [
          [plain`y`, plain`delete`],
          [plain`n`, plain`reject`],
          [plain`Esc`, plain`choose files`],
        ];
      return [
        [plain`y`, stage.bulk.action === "apply" ? apply : reject],
        [plain`n Esc`, plain`back`],
      ];
    case "help":
    case "editing":
    case "settled":
      return [[plain``, plain``]];
    default:
      return stage satisfies never;
  }
}

function readingHints(review: Review, edit: Plain): readonly Hint[] {
  const page = pageOf(review) ?? null;
  return keysFor(kindOf(review)).page.flatMap(({ hint }): readonly Hint[] => {
    const says = hint?.says({ review, page, edit }) ?? null;
    return hint === undefined || says === null ? [] : [[hint.key, says, hint.isPinned ?? false]];
  });
}

function overviewHints(review: Review): readonly Hint[] {
  const listing = overviewOf(review);
  const row = listing.rows[listing.cursor] ?? null;
  return keysFor(kindOf(review)).overview.flatMap(({ hint }): readonly Hint[] => {
    const says = hint?.says({ row, filter: review.overview.filter }) ?? null;
    return hint === undefined || says === null ? [] : [[hint.key, says, hint.isPinned ?? false]];
  });
}

function isYes(answer: Review["pages"][number]["answer"]): boolean {
  return answer?.kind === "apply" || answer?.kind === "place";
}
