// The inverse of reveal, by the notation alone: from what is shown back to the text.

import { isHidden, nameOfHidden } from "../../src/text/index.ts";

export function readRevealed(shown: string): string {
  return shown.replaceAll(/⟨([A-Z][^⟩]*)⟩|[⢸⡇]/g, (_, mark: string | undefined) =>
    mark === undefined ? "" : meaningOf(mark),
  );
}

/** The character, or the spaces, that a mark is for. Throws for an unknown mark. */
export function meaningOf(mark: string): string {
  if (mark.startsWith("U+")) return String.fromCodePoint(Number.parseInt(mark.slice(2), 16));
  if (/^SP(×\d+)?$/.test(mark)) return " ".repeat(Number(mark.slice(3) || 1));
  const character = byName.get(mark);
  if (character === undefined) throw new Error(`unknown mark ⟨${mark}⟩`);
  return character;
}

const byName = new Map<string, string>();
for (let code = 0; code < 0x10000; code += 1) {
  const character = String.fromCharCode(code);
  if (isHidden(character)) byName.set(nameOfHidden(character), character);
}
