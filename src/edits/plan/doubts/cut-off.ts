// A whole file that ends in the middle: it opens brackets or a tag that it does not close, and its last line is inside of
// them. A chat may close the code fence of an answer that was cut off, so the fence does not tell. Such a file is never
// certain. Never counts signs in strings and comments, and never doubts a file that was like this before.

import { codeWithoutTexts } from "../../formats/fences/open-text.ts";
import { isBlank } from "../../diagnose/soften.ts";
import { contentsOf } from "../../match/locate.ts";
import type { Edit } from "../../types.ts";
import type { EditStep } from "../edit-step.ts";

const LONGEST_WORDS = 60;
/** What opens or goes on, at the end of a line. */
const GOES_ON = /(?:[([{,=+*&|?:<-]|=>|\\)\s*$/;

/** A line that goes on in the next one, in a shell, a Makefile, a Dockerfile and most others. */
const CONTINUES = /(?<!\\)\\[ \t]*$|(?:&&|\|\|)[ \t]*$/;

/** The edit, as a likely one if the file ends before what it has begun. */
export function doubtCutOff({ edit, shown, drafts }: EditStep): Edit {
  const { change } = edit;
  // The content of a tool's own parameters is exact.
  if (edit.likely !== undefined || edit.source.format === "tool") return edit;
  if (change.kind !== "create" && change.kind !== "overwrite") return edit;
  const own = drafts.entry(edit.path).draft?.text ?? null;
  const last = contentsOf(change.content).findLast((line) => !isBlank(line));
  if (last === undefined) return edit;
  const isOpen =
    CONTINUES.test(last) ||
    leavesTagOpen(change.content, own) ||
    leavesBracketOpen(change.content, { last, own, path: edit.path });
  if (!isOpen) return edit;
  const words = JSON.stringify(last.trim().slice(-LONGEST_WORDS));
  const what = `ends in the middle, with ${words}`;
  const cause = CONTINUES.test(last)
    ? "its last line continues on the next one, which is missing"
    : "something that it opens is not closed";
  const why = `The file shown for ${shown} ${what}: ${cause}, so the answer may have been cut off. Send the file in full.`;
  const { line, canConfirm } = edit.origin ?? { line: 1, canConfirm: false };
  return { ...edit, likely: { reading: `the file ${what}`, line, why, canConfirm } };
}

type Ending = { readonly last: string; readonly own: string | null; readonly path: string };

/** A finished file ends at the left edge. */
function leavesBracketOpen(content: string, { last, own, path }: Ending): boolean {
  if (!/^[ \t]/.test(last) && !GOES_ON.test(last)) return false;
  return isOpen(content, path) && (own === null || !isOpen(own, path));
}

function isOpen(content: string, path: string): boolean {
  const code = codeWithoutTexts(content, path);
  if (code === null) return false;
  const count = (sign: string): number => code.split(sign).length;
  return ["()", "[]", "{}"].some(([open, close]) => count(open!) > count(close!));
}

/** The tag around all of the file that is there: `</html>`. */
function leavesTagOpen(content: string, own: string | null): boolean {
  const root = own === null ? undefined : [...own.matchAll(/^<\/([a-z][\w:-]*)>[ \t]*$/gim)].at(-1)?.[1];
  return root !== undefined && content.includes(`<${root}`) && !content.includes(`</${root}>`);
}
