// The person's own list of commands that need no question. It only saves keystrokes; where a command runs is what
// confines it. Plain words only: whatever a shell would read as more than a program and its words is asked about.

/** A command by its first words. It finds the workspace read-only unless it is said to write. */
export type SafeCommand = string | { readonly command: string; readonly writes?: boolean | undefined };

/** True when the command begins with all the words of an entry, and is nothing but words. */
export function isSafeCommand(command: string, list: readonly SafeCommand[]): boolean {
  return findSafeCommand(command, list) !== null;
}

/** The entry that covers the command; one that writes before one that does not. */
export function findSafeCommand(
  command: string,
  list: readonly SafeCommand[],
): { readonly command: string; readonly writes: boolean } | null {
  const words = plainWords(command);
  if (words === null) return null;
  const entries = list.map((entry) =>
    typeof entry === "string" ? { command: entry, writes: false } : { writes: false, ...entry },
  );
  const fitting = entries.filter((entry) => {
    const listed = plainWords(entry.command);
    return listed !== null && listed.length <= words.length && listed.every((word, at) => word === words[at]);
  });
  const found = fitting.find(({ writes }) => writes === true) ?? fitting[0];
  return found === undefined ? null : { command: found.command, writes: found.writes === true };
}

/** Null unless every shell reads the text as exactly these words: no quotes, patterns, variables, redirections. */
export function plainWords(command: string): readonly string[] | null {
  const words = command.split(/[ \t]+/).filter((word) => word !== "");
  const isPlain = words.every((word, at) => (at === 0 ? PROGRAM : WORD).test(word));
  return words.length > 0 && isPlain && command.length <= MAX_LENGTH ? words : null;
}

const MAX_LENGTH = 10_000;

// `=` in the first word would be an assignment; `~` begins a home folder at the start of a word and after : or =.
const PROGRAM = /^[\p{L}\p{N}_.][\p{L}\p{N}_./+-]*$/u;
const WORD = /^(?:[\p{L}\p{N}_./:,@%+-](?:[\p{L}\p{N}_./,@%+^-]|[:=](?!~)|(?<![:=])~)*)$/u;
