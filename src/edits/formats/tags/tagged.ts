// Everything that is written as tags and is no tool call: files, actions without content, and pairs of old and new text.

import type { Answer } from "../answer.ts";
import type { Region, ScanContext } from "../scan.ts";
import { readBarePair } from "./bare-pair.ts";
import { readTaggedAction } from "./tagged-action.ts";
import { isPageTag, readTaggedFile } from "./tagged-file.ts";

/** "<" and a name that is not one of a page's own tags, which most lines of a page begin with. */
function opensTag(answer: Answer, at: number): boolean {
  if (answer.firstSign(at) !== 0x3c) return false; // <
  const from = answer.text.indexOf("<", answer.from(at)) + 1;
  const unit = answer.text.charCodeAt(from) | 0x20;
  if (unit < 0x61 || unit > 0x7a) return false; // a z
  let to = from + 1;
  while (to < from + LONGEST && isNamePart(answer.text.charCodeAt(to))) to += 1;
  return !isPageTag(answer.text.slice(from, to));
}

const LONGEST = 40;

function isNamePart(unit: number): boolean {
  const letter = unit | 0x20;
  return (
    (letter >= 0x61 && letter <= 0x7a) ||
    (unit >= 0x30 && unit <= 0x3a) ||
    unit === 0x2d ||
    unit === 0x2e ||
    unit === 0x5f
  ); // a z 0 : - . _
}

export function readTagged(context: ScanContext, at: number): Region | null {
  if (context.fence !== null || !opensTag(context.answer, at)) return null;
  return readTaggedFile(context, at) ?? readTaggedAction(context, at) ?? readBarePair(context, at);
}
