// Changes that are on disk and not part of a review of it: each with the reason, and never left out silently.

import { counted } from "../../base/index.ts";
import type { NotShown } from "../schema.ts";

const MOST_NAMED = 50;

/** As part of a question: the first ones by name, the others counted. */
export function notShownOf(files: readonly NotShown["files"][number][]): NotShown {
  return { files: files.slice(0, MOST_NAMED), more: Math.max(0, files.length - MOST_NAMED) };
}

export function countNotShown({ files, more }: NotShown): number {
  return files.length + more;
}

/** A sentence or two for each, and one for all that are not named. */
export function describeNotShown({ files, more }: NotShown, most: number = MOST_NAMED): readonly string[] {
  const rest = more + Math.max(0, files.length - most);
  return [
    ...files.slice(0, most).map(({ path, why }) => `Not in this review: ${path}. ${why}`),
    ...(rest > 0 ? [`Not in this review: ${counted(rest, "more file")}.`] : []),
  ];
}
