// A number with its noun, as every message shows it: "1 line", "2 lines". No message builds its own plural.

/** `plural` only where adding an s is wrong. */
export function counted(number: number, noun: string, plural?: string): string {
  return `${number} ${nounFor(number, noun, plural)}`;
}

/** The noun alone, for a number that is written in another way: "1,204 tokens". */
export function nounFor(number: number, noun: string, plural = `${noun}s`): string {
  return number === 1 ? noun : plural;
}
