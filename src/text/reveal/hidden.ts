// Which characters a reader cannot see, or cannot distinguish from others, and what to call them. A list, no judgement:
// many are there for good reasons.

import { onFirstUse } from "../../base/index.ts";

/**
 * Control and format characters, everything Unicode calls default-ignorable (zero-width, bidi, fillers, variation
 * selectors, tags), line separators, every space but U+0020, blank characters that are not spaces (U+2800, U+1D159), half pairs,
 * and what has no look that everybody agrees on: private, unassigned and noncharacters. Tab and newline are among them.
 * One character at a time, so matching it is linear. The source of a pattern, which is slow to make.
 */
export const HIDDEN =
  "[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\u2800\\u{1d159}]";

const hidden = onFirstUse(() => new RegExp(HIDDEN, "u"));

/** True when the character (one code point) is not plainly visible. Tab and newline are not; a blank (U+0020) is. */
export function isHidden(character: string): boolean {
  return hidden().test(character);
}

/** What to call a character: a well-known abbreviation, else `U+` and its number in hex. */
export function nameOfHidden(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < CONTROLS.length) return CONTROLS[code]!;
  if (code >= 0xfe00 && code <= 0xfe0f) return `VS${code - 0xfe00 + 1}`;
  return NAMES.get(code) ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

const CONTROLS: readonly string[] =
  "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US".split(
    " ",
  );

const NAMES: ReadonlyMap<number, string> = new Map([
  [0x7f, "DEL"],
  [0x85, "NEL"],
  [0x9b, "CSI"],
  [0xa0, "NBSP"],
  [0xad, "SHY"],
  [0x61c, "ALM"],
  [0x200b, "ZWSP"],
  [0x200c, "ZWNJ"],
  [0x200d, "ZWJ"],
  [0x200e, "LRM"],
  [0x200f, "RLM"],
  [0x2028, "LS"],
  [0x2029, "PS"],
  [0x202a, "LRE"],
  [0x202b, "RLE"],
  [0x202c, "PDF"],
  [0x202d, "LRO"],
  [0x202e, "RLO"],
  [0x202f, "NNBSP"],
  [0x2060, "WJ"],
  [0x2066, "LRI"],
  [0x2067, "RLI"],
  [0x2068, "FSI"],
  [0x2069, "PDI"],
  [0xfeff, "BOM"],
]);
