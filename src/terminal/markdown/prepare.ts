// Drawing the first Markdown compiles the expressions that read it, which takes longer than a frame. It is done a piece at a
// time while the first words are waited for.

import { markdownRows, type MarkdownOptions } from "./render.ts";

// An expression is compiled when it is used first, and again, for speed, when it is used next.
const SAMPLES = ["words", "- entry", "**words** `code` [link](to)", "# heading", "| a |\n| - |\n| b |"].flatMap(
  (text) => [text, text],
);

/** Each is short, and changes nothing that is seen. */
export function preparations(options: MarkdownOptions): readonly (() => void)[] {
  return SAMPLES.map((text) => () => void markdownRows(text, options));
}
