// How messages are put together: numbers with their nouns, full stops, and texts of others inside a sentence of ours.
// No message builds its own plural.

/** "1 line", "2 lines". `plural` only where adding an s is wrong. */
export function counted(number: number, noun: string, plural?: string): string {
  return `${number} ${nounFor(number, noun, plural)}`;
}

/** A whole number as people read it: "1,204". The first use of Node's own formats takes as long as a screen. */
export function grouped(number: number): string {
  return String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** The noun alone, for a number that is written in another way: "1,204 tokens". */
export function nounFor(number: number, noun: string, plural = `${noun}s`): string {
  return number === 1 ? noun : plural;
}

/** The text with a full stop, unless it ends with a mark of its own: for a reason that may be a sentence already. */
export function withFullStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * The text with ⟨LF⟩ for each line feed: the notation of docs/reading-a-change.md. A message has lines only where we
 * began them, so nothing that it quotes can look like another message. Other characters stay.
 */
export function oneLine(text: string): string {
  return text.replaceAll("\n", "⟨LF⟩");
}

/** A number of bytes with as many digits as are of use: "812 B", "1.2 kB", "34 MB". */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** Names in a sentence: the first few, and how many more there are. */
export function listed(names: readonly string[], most = 20): string {
  if (names.length <= most) return names.join(", ");
  return `${names.slice(0, most).join(", ")} and ${grouped(names.length - most)} more`;
}
