// Comments that a person made on lines of a change, as a prompt that any agent understands.

import { splitLines, withoutEnding } from "../text/index.ts";
import type { Review } from "./types.ts";

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

/** Every comment of a review that is not answered yet; `show` says how a path is written. */
export function placedComments(
  { pages }: Pick<Review, "pages">,
  show: (path: string) => string,
): readonly PlacedComment[] {
  return pages.flatMap((page) => {
    if (page.kind !== "change") return [];
    const { payload, before } = page;
    return page.comments
      .toSorted((a, b) => a.from - b.from)
      .map(({ side, from, to, text }) => {
        const lines = splitLines((side === "old" ? before : payload.suggested_content) ?? "");
        const quoted = lines.slice(from - 1, to).map(withoutEnding);
        const path = side === "new" && payload.type === "move" ? payload.to : payload.path;
        return { path: show(path), side, from, to, text, quoted };
      });
  });
}

/** `some`: other changes of the file were kept. `reason`: in the person's words; null where they gave none. */
export type Reverted = { readonly path: string; readonly some: boolean; readonly reason: string | null };

/** "" when there is nothing to say. `reverted`: what the agent will find changed back. */
export function commentsPrompt(comments: readonly PlacedComment[], reverted: readonly Reverted[] = []): string {
  if (comments.length === 0 && reverted.length === 0) return "";
  const back = reverted.map(
    ({ path, some, reason }) =>
      `- ${path}${some ? " (in part)" : ""}${reason === null ? "" : `: ${belowBullet(reason)}`}`,
  );
  const note = back.length === 0 ? "" : `\nI reverted your changes to:\n${back.join("\n")}\n`;
  if (comments.length === 0) return `I reviewed your changes.\n${note}`;
  const parts = comments.map(({ path, side, from, to, text, quoted }) => {
    const lines = from === to ? `line ${from}` : `lines ${from}-${to}`;
    const where = side === "old" ? `${path}, ${lines} before the change` : `${path}, ${lines}`;
    return [`${where}:`, ...quoted.map((line) => (line === "" ? ">" : `> ${line}`)), text].join("\n");
  });
  return `I reviewed your changes. Please address these comments:\n\n${parts.join("\n\n")}\n${note}`;
}

/** Lines after the first stay in the bullet. */
function belowBullet(words: string): string {
  return words.replaceAll("\n", "\n  ");
}
