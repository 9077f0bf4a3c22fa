// Everything that is written as tags and is no tool call: files, actions without content, and pairs of old and new text.

import type { Answer } from "../answer.ts";
import type { Region, ScanContext } from "../scan.ts";
import { readBarePair } from "./bare-pair.ts";
import { readTaggedAction } from "./tagged-action.ts";
import { readTaggedFile } from "./tagged-file.ts";

/** "<" and a letter: most tags of a page are closed on lines of their own. */
function opensTag(answer: Answer, at: number): boolean {
  if (answer.firstSign(at) !== 0x3c) return false; // <
  const unit = answer.text.charCodeAt(answer.text.indexOf("<", answer.from(at)) + 1) | 0x20;
  return unit >= 0x61 && unit <= 0x7a; // a z
}

export function readTagged(context: ScanContext, at: number): Region | null {
  if (context.fence !== null || !opensTag(context.answer, at)) return null;
  return readTaggedFile(context, at) ?? readTaggedAction(context, at) ?? readBarePair(context, at);
}
