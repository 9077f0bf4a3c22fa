// Comments that a person made on lines of a change, as facts for a program and as a prompt that any agent understands.

import type { Comment } from "../../approval/index.ts";
import type { ChangePlan } from "../../edits/index.ts";
import { splitLines, withoutEnding } from "../../text/index.ts";

/** Lines are 1-based; `to` is the last one. */
export type PlacedComment = {
  readonly path: string;
  readonly side: "old" | "new";
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The lines it is about, without their endings. */
  readonly quoted: readonly string[];
};

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

/** `some`: other changes of the file were kept. */
export type Reverted = { readonly path: string; readonly some: boolean };

/** "" when there are no comments. `reverted`: what the agent will find changed back. */
export function commentsPrompt(comments: readonly PlacedComment[], reverted: readonly Reverted[] = []): string {
  if (comments.length === 0) return "";
  const back = reverted.map(({ path, some }) => `- ${path}${some ? " (in part)" : ""}`);
  const note = back.length === 0 ? "" : `\nI reverted your changes to:\n${back.join("\n")}\n`;
  const parts = comments.map(({ path, side, from, to, text, quoted }) => {
    const lines = from === to ? `line ${from}` : `lines ${from}-${to}`;
    const where = side === "old" ? `${path}, ${lines} before the change` : `${path}, ${lines}`;
    return [`${where}:`, ...quoted.map((line) => (line === "" ? ">" : `> ${line}`)), text].join("\n");
  });
  return `I reviewed your changes. Please address these comments:\n\n${parts.join("\n\n")}\n${note}`;
}
