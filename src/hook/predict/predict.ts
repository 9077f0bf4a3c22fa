// What a host's own tool will write, from its input and the bytes on disk. Pure; nothing is guessed.

import { readPatchText, type Proposed } from "../../edits/index.ts";
import type { Text } from "../../text/index.ts";
import type { Habits, Predicted, ToolCall } from "../types.ts";
import { predictEdits } from "./edit.ts";
import { predictPatch } from "./patch.ts";
import { predictWrite } from "./write.ts";

export type ChangingCall = Extract<ToolCall, { kind: "edit" | "write" | "delete" | "patch" }>;

/** `before`: the text of a file by the name that the call uses; null: there is none. */
export function predict(call: ChangingCall, habits: Habits, before: (path: string) => Text | null): Predicted {
  if (call.kind === "patch") {
    if (habits.patch === null) return { kind: "unknown", why: "How this host applies patches is not known." };
    const sections = sectionsOf(call.text);
    return sections === null
      ? { kind: "unknown", why: "The patch may be read in several ways." }
      : predictPatch(sections, before, habits.patch);
  }
  const { path } = call;
  if (call.kind === "delete") return { kind: "files", files: [{ path, to: null, after: null }] };
  const made =
    call.kind === "edit"
      ? predictEdits(before(path), call.edits, habits.edit)
      : predictWrite(before(path), call.content, habits.write);
  return made.kind === "text" ? { kind: "files", files: [{ path, to: null, after: made.text }] } : made;
}

/** Null for a patch that is not written plainly, so that its host may read it otherwise. */
function sectionsOf(text: string): readonly Extract<Proposed, { kind: "edit" }>[] | null {
  const plain = text.trim();
  if (!plain.split("\n").every((line) => PLAIN.test(line.replace(/\r$/, "")))) return null;
  const patch = readPatchText(plain);
  if (patch === null || patch.rest !== "") return null;
  const sections = patch.blocks.filter((block) => block.kind === "edit");
  return sections.length === patch.blocks.length ? sections : null;
}

// Every line of a change has its sign; a header that looks like one of a unified diff is not plain.
const PLAIN =
  /^(?:[+\- ].*|@@(?: (?!-\d+(?:,\d+)? \+\d).*[^@])?|\*\*\* (?:Begin Patch|End Patch|End of File)|\*\*\* (?:Add File|Update File|Delete File|Move to): \S.*)$/s;
