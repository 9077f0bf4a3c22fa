// Whether one text is another version of the other: half or more of the lines of the shorter one are in both. What an answer
// says between them may be in any language.

/** Both as they are in their fences. The same text twice is no other version. */
export function isAnotherVersion(first: string, second: string): boolean {
  const [one, two] = [telling(first), telling(second)];
  if (first === second || one.length === 0 || two.length === 0) return false;
  const [short, long] = one.length < two.length ? [one, new Set(two)] : [two, new Set(one)];
  const shared = short.filter((line) => long.has(line)).length;
  if (2 * shared >= short.length) return true;
  return one.length === 1 && two.length === 1 && isAlike(one[0]!, two[0]!);
}

/** Its lines with a letter or a digit, each once: brackets alone say nothing. */
function telling(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => /[\p{L}\p{N}]/u.test(line)))];
}

/** Half or more of the longer line is the same at both ends. */
function isAlike(one: string, two: string): boolean {
  const most = Math.min(one.length, two.length);
  let start = 0;
  while (start < most && one[start] === two[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === two.at(-1 - end)) end += 1;
  return 2 * (start + end) >= Math.max(one.length, two.length);
}
