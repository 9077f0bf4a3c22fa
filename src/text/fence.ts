// A code fence around any text, for a reader of Markdown.

/** Longer than any run of backticks in the text, so that nothing inside can end it. */
export function fenceFor(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return "`".repeat(longest + 1);
}

/** The text in a fence of its own. One that does not end in a line break is given one, as the closing line needs it. */
export function fenced(text: string): string {
  const fence = fenceFor(text);
  return `${fence}\n${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${fence}`;
}
