// Line numbers in front of wanted lines, as tools print files: "12 | x", "12\tx", "12: x", "12→x".
// Never takes data for them: every line has one, and each is one more than the one before.

import { isBlank } from "./soften.ts";

const NUMBERED = /^ {0,6}(\d{1,7})(\t| ?\|| ?:|→)( ?)/u;

/** The lines without their numbers, in each way that the space after the sign can be read; none when they have none. */
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
  const exact = lines.map((line) => line.replace(NUMBERED, "$3"));
  const spaced = lines.map((line) => line.replace(NUMBERED, ""));
  return exact.every((line, at) => line === spaced[at]) ? [exact] : [exact, spaced];
}

/** New lines as they are without numbers; null when only some have one. */
export function withoutNumbersOrNone(
  lines: readonly string[],
  { spaced }: { readonly spaced: boolean },
): readonly string[] | null {
  const full = lines.filter((line) => !isBlank(line));
  const numbered = full.filter((line) => NUMBERED.test(line)).length;
  if (numbered === 0) return lines;
  return numbered < full.length ? null : lines.map((line) => line.replace(NUMBERED, spaced ? "" : "$3"));
}
