// Everything that is written as tags and is no tool call: files, actions without content, and pairs of old and new text.

import type { Region, ScanContext } from "../scan.ts";
import { readBarePair } from "./bare-pair.ts";
import { readTaggedAction } from "./tagged-action.ts";
import { readTaggedFile } from "./tagged-file.ts";

export function readTagged(context: ScanContext, at: number): Region | null {
  return readTaggedFile(context, at) ?? readTaggedAction(context, at) ?? readBarePair(context, at);
}
