// What an edit would change at one of its places, as rows: the few lines of a unified diff, revealed. A row that is cut
// says so at its end, so that nothing can pass for a line break.

import { plain, printable, reveal, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { signedRows } from "./signed-rows.ts";

/** Without the two lines that name the file. At most `width` cells; 0 leaves every line whole. */
export function placeRows(
  unified: string,
  { width, paint }: { readonly width: number; readonly paint: Paint },
): Printable[] {
  const body = unified.split("\n").filter((line, at) => !(at < 2 && /^(---|\+\+\+) /.test(line)));
  while (body.at(-1) === "") body.pop();
  return body.flatMap((line) => {
    const colour = COLOURS[line[0] ?? ""];
    const changes = line[0] === "+" || line[0] === "-";
    return signedRows(reveal(line.slice(0, 1)), line.slice(1), { room: Math.max(0, width - 1), changes }).map(
      ({ sign, text, end }) => {
        const row = plain`${sign}${text}`;
        return printable`${colour === undefined ? row : paint[colour](row)}${end === "" ? end : paint.dim(end)}`;
      },
    );
  });
}

const COLOURS: Readonly<Record<string, "green" | "red" | "cyan" | undefined>> = {
  "+": "green",
  "-": "red",
  "@": "cyan",
};
