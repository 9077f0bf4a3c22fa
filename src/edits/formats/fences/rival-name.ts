// Another file that is named for the same fence: on the line above the name, or in the comment that the file begins with.
// Then the fence is not certain to be either. Never decides between the two.

import { isBlank } from "../blocks/path-line.ts";
import type { ScanContext } from "../scan.ts";
import { clearPathLine } from "./fences.ts";
import { readNameLine } from "./name-line.ts";

/** `line`: where the fence's name is. `inComment`: the clear name in the comment on the fence's first line, if any. */
export function rivalOf(
  { answer, floor, known }: ScanContext,
  name: { readonly path: string; readonly line: number; readonly open: number; readonly inComment: string | null },
): string | null {
  const { path, line, open, inComment } = name;
  const isOther = (other: string | null): other is string => other !== null && !isSamePath(path, other);
  if (line < open) {
    if (isOther(inComment)) return inComment;
    const above = line - 1 > floor && isBlank(answer.line(line - 1)) ? line - 2 : line - 1;
    const before = above >= floor ? clearPathLine(answer.line(above)) : null;
    return isOther(before) ? before : null;
  }
  if (inComment !== path) return null;
  const above = open - 1 > floor && isBlank(answer.line(open - 1)) ? open - 2 : open - 1;
  const said = above >= floor ? readNameLine(answer.line(above), { known }) : null;
  return said?.kind === "one" && isOther(said.path) ? said.path : null;
}

/** People call a file by its last name the second time. */
export function isSamePath(one: string, other: string): boolean {
  const [first, second] = [one.replace(/^\.\//, ""), other.replace(/^\.\//, "")];
  return first === second || first.endsWith(`/${second}`) || second.endsWith(`/${first}`);
}
