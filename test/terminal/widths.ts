// How many cells a terminal gives a character, one code point at a time, as most terminals of today do it. xterm's own
// table is older than most emoji.

import type xterm from "@xterm/headless";
import { eastAsianWidth } from "get-east-asian-width";

export function cellsOf(code: number): 0 | 1 | 2 {
  if (code >= 0x20 && code < 0x7f) return 1;
  const character = String.fromCodePoint(code);
  if (/^\p{Mc}$/u.test(character)) return 1;
  if (/^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u1160-\u11ff\ud7b0-\ud7fb]$/u.test(character)) return 0;
  if (code >= 0x1f1e6 && code <= 0x1f1ff) return 1; // Half a flag.
  return eastAsianWidth(code) === 2 ? 2 : 1;
}

export function useWidths(terminal: xterm.Terminal): void {
  terminal.unicode.register({
    version: "today",
    wcwidth: cellsOf,
    // What xterm's own table does: a character without cells joins the one before it.
    charProperties(code, preceding) {
      const width = cellsOf(code);
      const before = (preceding >> 1) & 3;
      const joins = width === 0 && preceding !== 0 && before !== 0;
      return ((joins ? before : width) << 1) | (joins ? 1 : 0);
    },
  });
  terminal.unicode.activeVersion = "today";
}
