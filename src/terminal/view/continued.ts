// A text of one line that may be longer than a row. Every row it goes on in says so at its start, so that nothing in it
// can be taken for a row of its own, and every row that is cut says so at its end.

import { nameOfHidden, plain, revealed, type Plain } from "../../text/index.ts";
import { cells, wrap } from "../wrap.ts";
import { CONTINUES } from "../../review/index.ts";

const GOES_ON_HERE = plain`↳ `;
const CONTINUED = plain`Continued: `;
const SMALLEST_ROOM = 4;

/** Rows of at most `width` cells, at least one. */
export function continuedRows(text: Plain, { width }: { readonly width: number }): Plain[] {
  if (cells(text) <= width) return [text];
  // Our own sign in the text is named: it must not look like a cut.
  const own = revealed(text.replaceAll(CONTINUES, `⟨${nameOfHidden(CONTINUES)}⟩`));
  const rows = wrap(own, Math.max(SMALLEST_ROOM, width - cells(GOES_ON_HERE) - cells(CONTINUES)));
  return rows.map(
    (row, at) => plain`${at === 0 ? plain`` : GOES_ON_HERE}${row}${at === rows.length - 1 ? plain`` : CONTINUES}`,
  );
}

/** The same for people who listen. `what` begins the first row, as "Added line 3: " does. */
export function spokenRows(what: Plain, text: Plain, { width }: { readonly width: number }): Plain[] {
  if (cells(what) + cells(text) <= width) return [plain`${what}${text}`];
  const room = Math.max(SMALLEST_ROOM, width - Math.max(cells(what), cells(CONTINUED)));
  return wrap(text, room).map((row, at) => plain`${at === 0 ? what : CONTINUED}${row}`);
}
