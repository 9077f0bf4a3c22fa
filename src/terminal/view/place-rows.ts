// What an edit would change at one of its places, as rows: the few lines of a unified diff, revealed. A row that is cut
// says so at its end, so that nothing can pass for a line break.

import { nameOfHidden, printable, reveal, revealed, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { wrap } from "../wrap.ts";
import { CONTINUES } from "../../review/index.ts";

/** Without the two lines that name the file. At most `width` cells; 0 leaves every line whole. */
export function placeRows(
  unified: string,
  { width, paint }: { readonly width: number; readonly paint: Paint },
): Printable[] {
  const body = unified.split("\n").filter((line, at) => !(at < 2 && /^(---|\+\+\+) /.test(line)));
  while (body.at(-1) === "") body.pop();
  return body.flatMap((line) => {
    const colour = COLOURS[line[0] ?? ""];
    const shown = reveal(line, { reading: "code", tabs: true, trailing: line[0] !== " " });
    // Our own sign in the text is named: it must not look like a cut.
    const rows = wrap(revealed(shown.replaceAll(CONTINUES, OWN)), width < 2 ? 0 : width - 1);
    return rows.map((row, at) => {
      const painted = colour === undefined ? row : paint[colour](row);
      return at === rows.length - 1 ? painted : printable`${painted}${paint.dim(CONTINUES)}`;
    });
  });
}

const COLOURS: Readonly<Record<string, "green" | "red" | "cyan" | undefined>> = {
  "+": "green",
  "-": "red",
  "@": "cyan",
};
const OWN = `⟨${nameOfHidden(CONTINUES)}⟩`;
