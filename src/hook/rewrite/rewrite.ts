// From approved files to the complete input that makes the host's own tool write exactly those: as it was sent, or with
// another change in it. Whatever is found has been predicted again and gives the approved bytes; nothing else is returned.

import type { Text } from "../../text/index.ts";
import { predict, type ChangingCall } from "../predict/predict.ts";
import { withChange, type ToolChange } from "../tool-input.ts";
import type { Habits, ToolSpec } from "../types.ts";
import { replacementsFor } from "./edit.ts";
import type { Approved, PatchFor } from "./patch.ts";

export type Rewritten =
  /** The call already does that. */
  { readonly kind: "as-sent" } | { readonly kind: "input"; readonly input: unknown; readonly call: ChangingCall };

export type Sent = {
  readonly call: ChangingCall;
  readonly spec: ToolSpec;
  readonly input: unknown;
  /** The input is not the one that the host sent: it has another name for the same file. */
  readonly isRenamed?: true;
  readonly habits: Habits;
  /** Writes a patch. Missing for tools that take none. */
  readonly patchFor?: PatchFor;
  /** Turns another patch into the command that the tool gets; missing where the tool gets the patch itself. */
  readonly wrap?: (patch: string) => string | null;
};

/** Null when no input of this tool makes exactly these files and leaves every other one alone. */
export function inputFor(sent: Sent, files: readonly Approved[]): Rewritten | null {
  const before = new Map(files.map((file) => [file.path, file.before]));
  if (makes(sent.call, files, sent, before))
    return sent.isRenamed ? { kind: "input", input: sent.input, call: sent.call } : { kind: "as-sent" };
  for (const change of changesFor(sent, files)) {
    const call = withNew(sent.call, change);
    if (!makes(call, files, sent, before)) continue;
    const given = change.kind === "patch" && sent.wrap !== undefined ? sent.wrap(change.text) : null;
    if (sent.wrap !== undefined && given === null) return null;
    const input = withChange(sent.spec, sent.input, given === null ? change : { kind: "patch", text: given });
    return input === null ? null : { kind: "input", input, call };
  }
  return null;
}

function makes(
  call: ChangingCall,
  files: readonly Approved[],
  { habits }: Sent,
  before: ReadonlyMap<string, Text | null>,
): boolean {
  // A file that is not among them was not approved: a call that names it is never the right one.
  const predicted = predict(call, habits, (path) => before.get(path) ?? null);
  if (predicted.kind !== "files" || predicted.files.length !== files.length) return false;
  const found = new Map(predicted.files.map((file) => [file.path, file]));
  return files.every(({ path, to, after }) => found.get(path)?.after === after && found.get(path)?.to === to);
}

function* changesFor({ call, patchFor }: Sent, files: readonly Approved[]): Generator<ToolChange> {
  if (call.kind === "patch") {
    const text = patchFor?.(files) ?? null;
    if (text !== null) yield { kind: "patch", text };
    return;
  }
  const [file, ...others] = files;
  if (file === undefined || others.length > 0 || file.after === null || file.to !== null) return;
  if (call.kind === "write") {
    yield { kind: "write", content: file.after };
    yield { kind: "write", content: file.after.replace(/^\uFEFF/, "") };
    return;
  }
  if (file.before === null) yield { kind: "edit", edit: { find: "", put: file.after, all: false } };
  else for (const edit of replacementsFor(file.before, file.after)) yield { kind: "edit", edit };
}

function withNew(call: ChangingCall, change: ToolChange): ChangingCall {
  if (call.kind === "edit" && change.kind === "edit") return { ...call, edits: [change.edit] };
  if (call.kind === "write" && change.kind === "write") return { ...call, content: change.content };
  return call.kind === "patch" && change.kind === "patch" ? { ...call, text: change.text } : call;
}
