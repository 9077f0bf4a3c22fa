// Whole files between lines such as "--- START OF FILE src/a.js ---" and "--- END OF FILE src/a.js ---", as some chats print
// the files they were given, and answer in the same way. Always a likely edit.
//
//   file  = rule "START OF FILE" path [ rule ] *line rule "END OF FILE" *char       rule = three or more "-", "=", "#" or "*"

import { fileNamed } from "../fences/file-name.ts";
import { likely } from "../passages.ts";
import { incomplete, quote, sourceOf, type Region, type ScanContext } from "../scan.ts";
import { unwrapped } from "../tags/tagged-file.ts";
import { holdsEdits } from "../whole-file.ts";

const RULE = "(?:-{3,}|={3,}|#{3,}|\\*{3,})";
const OPEN = new RegExp(
  `^${RULE}[ \\t]*(?:START|BEGIN)(?: OF)? FILE:?[ \\t]+(\\S.{0,200}?)[ \\t]*${RULE}?[ \\t]*$`,
  "i",
);
const CLOSE = new RegExp(`^${RULE}[ \\t]*END(?: OF)? FILE\\b`, "i");
/** The characters that a rule is made of. */
export const RULE_SIGNS = "-=#*";

export function readFramedFile({ answer, known, fence }: ScanContext, at: number): Region | null {
  if (fence !== null || !RULE_SIGNS.includes(String.fromCharCode(answer.first(at))) || answer.signRun(at, 3) < 3)
    return null;
  const words = OPEN.exec(answer.line(at))?.[1];
  const path = words === undefined ? null : fileNamed(words.replace(/^`|`$/g, ""), { known });
  if (path === null || holdsEdits(answer, at + 1, NO_FENCE)) return null;
  const unit = answer.first(at);
  for (let end = at + 1; end < answer.length; end += 1) {
    if (answer.first(end) !== unit) continue;
    const line = answer.line(end);
    if (OPEN.test(line)) break;
    if (!CLOSE.test(line)) continue;
    const content = unwrapped(answer.content(at + 1, end, { crlf: answer.isCrlf(at) }));
    if (content.trim() === "") return null;
    const why = `This looks like the file ${path}, but a line of signs is not a certain way to send one. Put the path of the file alone on a line, and the content after it in a code fence.`;
    const block = likely(sourceOf(answer, "whole-file", at, end + 1), {
      path,
      change: { kind: "overwrite", content },
      line: at + 1,
      reading: `${quote(answer.line(at))} names the file`,
      why,
    });
    return { blocks: [block], next: end + 1 };
  }
  const why = `The file ${path} begins with ${quote(answer.line(at))} and has no line that ends it.`;
  return { blocks: [incomplete(sourceOf(answer, "whole-file", at, at + 1), path, why)], next: at + 1 };
}

const NO_FENCE = { sign: "\0", length: 1, info: "" };
