// Names and texts of others inside a message of ours. A message has lines only where we began them; a line feed in what it
// quotes is shown as a mark, so that nothing in it can look like another message.

/** The text with ⟨LF⟩ for each line feed: the notation of docs/reading-a-change.md. Other characters stay. */
export function oneLine(text: string): string {
  return text.replaceAll("\n", "⟨LF⟩");
}
