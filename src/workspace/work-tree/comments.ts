// Comments that a person made on lines of a change, with the lines they are about.

import type { Comment } from "../../approval/index.ts";
import type { ChangePlan } from "../../edits/index.ts";
import type { PlacedComment } from "../../review/index.ts";
import { splitLines, withoutEnding } from "../../text/index.ts";

/** The comments in the order of the plan's files and of their lines. One for a change that is not in the plan is left out. */
export function placeComments(
  comments: readonly Comment[],
  { plan, show }: { readonly plan: ChangePlan; readonly show: (path: string) => string },
): readonly PlacedComment[] {
  return plan.files.flatMap((file) =>
    comments
      .filter(({ digest }) => digest === file.digest)
      .toSorted((a, b) => a.from - b.from)
      .map(({ side, from, to, text }) => {
        const lines = splitLines((side === "old" ? file.before : file.result) ?? "");
        const quoted = lines.slice(from - 1, to).map(withoutEnding);
        return { path: show(side === "new" && file.to !== null ? file.to : file.path), side, from, to, text, quoted };
      }),
  );
}
