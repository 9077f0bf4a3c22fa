// A call as blocks of an answer. Never turns a call that is not fully understood into a certain edit.

import type { Proposed, Source } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { gatherPatches } from "../gather.ts";
import { likely } from "../passages.ts";
import { readPatchText } from "../patch-text.ts";
import { incomplete, malformed, quote } from "../scan.ts";
import type { Call } from "./calls.ts";
import { isKnownTool, readCall } from "./tools.ts";

export function proposedBy(answer: Answer, { name, parameters }: Call, source: Source): Proposed[] {
  const called = name === null ? "the parameters of a tool call" : `a call of ${quote(name)}`;
  const line = answer.lineAt(source.from) + 1;
  if (parameters === null) {
    if (name === null || !isKnownTool(name)) return [];
    return [malformed(source, null, `The parameters of the call of ${quote(name)} are not one JSON object.`)];
  }
  const reading = readCall(name, parameters);
  const mark = (block: Proposed, doubt: string | null): Proposed =>
    doubt === null || block.kind === "broken"
      ? block
      : { ...block, likely: { reading: `this was read as ${called}`, line, why: `${doubt} ${ASK}` } };
  switch (reading.kind) {
    case "none":
      return [];
    case "malformed":
      return [malformed(source, reading.path, reading.why)];
    case "unsure":
      return [likely(source, { path: reading.path, change: null, why: reading.why, reading: "", line })];
    case "edits":
      return reading.edits.map(({ path, change, parameter }) =>
        mark(
          { source: parameter === undefined ? source : { ...source, parameter }, kind: "edit", path, change },
          reading.doubt,
        ),
      );
    case "patch":
      return patchesIn(reading.text, source).map((block) => mark(block, reading.doubt));
  }
  return reading satisfies never;
}

const ASK = "Apply it in a review, or send the change as an edit.";

/** The sections of a patch that is a parameter. */
function patchesIn(text: string, source: Source): readonly Proposed[] {
  const patch = readPatchText(text);
  if (patch === null) return [malformed(source, null, "The patch of the call does not begin as one.")];
  const { rest } = patch;
  const blocks = gatherPatches(patch.blocks);
  return blocks.map((block) => {
    if (block.kind === "broken") return brokenPatch(block, source);
    const isOver = rest === "" || /^\w+["']?$/.test(rest); // The end of a here-document.
    if (isOver) return { ...block, source };
    return malformed(source, block.path, `Text comes after the patch of the call: ${quote(rest)}.`);
  });
}

/** The lines of its own message are those of the patch, which no one sees. */
function brokenPatch({ path, error }: Extract<Proposed, { kind: "broken" }>, source: Source): Proposed {
  return error === "incomplete"
    ? incomplete(source, path, 'The patch of the call has no "*** End Patch" line.')
    : malformed(source, path, "The patch of the call is not well-formed. Send it as text, to see which line is wrong.");
}
