// Which editor the person wants: VISUAL, then EDITOR, then the config, then vi. The value is cut into words here, as a
// shell would for plain words and quotes; nothing is expanded and no shell ever sees it.

import { Bug } from "../../base/index.ts";
import type { EditorChoice } from "./types.ts";

export type Chosen =
  | { readonly kind: "editor"; readonly choice: EditorChoice }
  | { readonly kind: "unusable"; readonly message: string };

/** A variable that is empty or only whitespace counts as not set. */
export function chooseEditor({
  environment,
  configured,
  find = (program) => program,
}: {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly configured: string | null;
  /** The program to start for a name; null when there is none. The system looks for it unless given. */
  readonly find?: (program: string) => string | null;
}): Chosen {
  const sources = [
    ["VISUAL", environment["VISUAL"]],
    ["EDITOR", environment["EDITOR"]],
    ["config", configured ?? undefined],
    ["default", "vi"],
  ] as const;
  for (const [from, value] of sources) {
    if (value === undefined || value.trim() === "") continue;
    const words = splitCommand(value);
    const where = from === "config" ? "editor in your config" : `$${from}`;
    if (words === null)
      return { kind: "unusable", message: `${where} has a quote that is never closed: ${value}. Correct it.` };
    const [program, ...rest] = words;
    if (program === undefined || program === "")
      return { kind: "unusable", message: `${where} names no program: ${value}. Correct it.` };
    const found = find(program);
    if (found === null) {
      const set =
        from === "default" ? "VISUAL and EDITOR are not set" : `from ${from === "config" ? "your config" : from}`;
      return {
        kind: "unusable",
        message: `The editor ${program} (${set}) could not be started: there is no such program outside the workspace. Set VISUAL or EDITOR to an editor that is installed, or to its full path.`,
      };
    }
    return {
      kind: "editor",
      choice: { words: [program, ...rest], from, ...(found === program ? {} : { program: found }) },
    };
  }
  throw new Bug("there is a default editor");
}

/**
 * Words are separated by spaces. '…' is taken as it is; in "…" a backslash keeps a following " or \; outside quotes it
 * keeps any character. No variable, tilde, pattern or command is expanded. Null when a quote is never closed.
 */
export function splitCommand(command: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: '"' | "'" | null = null;
  for (let at = 0; at < command.length; at += 1) {
    const char = command[at]!;
    const next = command[at + 1];
    if (char === quote) quote = null;
    else if (quote === "'") word += char;
    else if (char === "\\" && next !== undefined && (quote === null || next === '"' || next === "\\")) {
      word = (word ?? "") + next;
      at += 1;
    } else if (quote !== null) word += char;
    else if (char === '"' || char === "'") {
      quote = char;
      word ??= "";
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + char;
  }
  if (quote !== null) return null;
  return word === null ? words : [...words, word];
}
