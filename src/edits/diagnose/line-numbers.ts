// Line numbers in front of wanted lines, as tools print files: "12 | x", "12\tx", "12: x", "12→x", "L12: x", "[12] x", "12  x".
// Never takes data for them: every line has one, and each is one more than the one before.

import { isBlank } from "./soften.ts";

const NUMBERED = /^ {0,6}[[(#L]?(\d{1,7})(?:\t| ?[|│┃:›>]|→|[.)\]-](?=\s|$)|(?= |$))/u;
/** So many spaces after the sign may belong to the number, and not to the line. */
const MOST_SPACES = 4;

/** The lines without their numbers and 0, 1, 2 … spaces after them; none when they have none. */
export function withoutNumbers(lines: readonly string[]): readonly (readonly string[])[] {
  let last: number | null = null;
  for (const line of lines) {
    if (isBlank(line)) {
      if (last !== null) last += 1;
      continue;
    }
    const number = Number(NUMBERED.exec(line)?.[1] ?? Number.NaN);
    if (Number.isNaN(number) || (last !== null && number !== last + 1)) return [];
    last = number;
  }
  if (last === null) return [];
  const bare = lines.map((line) => line.replace(NUMBERED, ""));
  const ways: (readonly string[])[] = [bare];
  for (let spaces = 1; spaces <= MOST_SPACES && bare.some((line) => hasSpaces(line, spaces)); spaces += 1)
    ways.push(bare.map((line) => withoutSpaces(line, spaces)));
  return ways;
}

/** New lines as they are without numbers and the spaces after them; null when only some have a number. */
export function withoutNumbersOrNone(
  lines: readonly string[],
  { spaces }: { readonly spaces: number },
): readonly string[] | null {
  const full = lines.filter((line) => !isBlank(line));
  const numbered = full.filter((line) => NUMBERED.test(line)).length;
  if (numbered === 0) return lines;
  if (numbered < full.length) return null;
  return lines.map((line) => withoutSpaces(line.replace(NUMBERED, ""), spaces));
}

function hasSpaces(line: string, spaces: number): boolean {
  return line.startsWith(" ".repeat(spaces));
}

function withoutSpaces(line: string, spaces: number): string {
  const most = Math.min(spaces, line.length - line.trimStart().length);
  return hasSpaces(line, most) ? line.slice(most) : line;
}
