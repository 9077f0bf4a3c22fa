// Whether an edit asks to change line endings. Its own text must say so: every line it takes out ends one way and every
// line it puts in ends the other way. An answer that ends all its lines alike says nothing; most do, whatever the file.

import { endingOf, splitLines, type Ending } from "../../text/index.ts";

export type AskedEnding = { readonly from: Ending; readonly to: Ending };

/** `steps` as in Chunk; without it all lines are taken out and put in. */
export function askedEnding({
  find,
  put,
  steps,
}: {
  readonly find: string;
  readonly put: string;
  readonly steps?: string;
}): AskedEnding | null {
  // The common case, without looking at lines.
  if (!find.includes("\r\n") && !put.includes("\r\n")) return null;
  const from = onlyEnding(touched(splitLines(find), steps, "-"));
  const to = onlyEnding(touched(splitLines(put), steps, "+"));
  return from === null || to === null || from === to ? null : { from, to };
}

/** Do all these lines of the file end this way? A last line without a break ends any way. */
export function endAll(lines: readonly string[], ending: Ending): boolean {
  return onlyEnding(lines) === ending;
}

/** "CRLF", "LF", for messages. */
export function nameOf(ending: Ending): string {
  return ending === "\r\n" ? "CRLF" : "LF";
}

/** What is said when line endings were asked for and stay. */
export function keptNote(path: string, { from, to }: AskedEnding): string {
  return `The new text ends its lines with ${nameOf(to)}, but this kind of edit does not change line endings: ${path} keeps ${nameOf(from)}.`;
}

function touched(lines: readonly string[], steps: string | undefined, sign: "-" | "+"): readonly string[] {
  if (steps === undefined) return lines;
  const own = [...steps].filter((step) => step === " " || step === sign);
  return lines.filter((_, at) => own[at] === sign);
}

/** Null when there is none, or more than one kind. */
function onlyEnding(lines: readonly string[]): Ending | null {
  const kinds = new Set(lines.map(endingOf).filter((ending) => ending !== ""));
  const [only] = kinds;
  return kinds.size === 1 ? only! : null;
}
