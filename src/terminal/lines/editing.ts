// The key e of the plain reviewer: the change goes to the person's editor and comes back as a change to be shown again.
// Nothing is answered here unless the editor was closed, with success, on exactly what was shown.

import { editedPayload, isEditable, type Answer, type ChangePayload } from "../../approval/index.ts";
import type { Digest, Version } from "../../base/index.ts";
import { ENDED_AT_ONCE, NOT_SAVED, type EditorNoChange } from "../../review/index.ts";
import { asText, plain, reveal, type Plain, type Text } from "../../text/index.ts";
import type { Terminal } from "../console.ts";
import { editContent, type Chosen } from "../editor/index.ts";

export type Editing = {
  readonly editor: Chosen;
  /** What a file at this path may weigh; null where nothing limits it. */
  readonly maxBytes?: (path: string) => number | null;
  /** What an editor closed without saving means. Default: "ask". */
  readonly noChange?: EditorNoChange;
  /** Called with what came back from the editor. */
  readonly onTyped?: (path: string, content: Text) => void;
};

export type LineEdited =
  /** Shown again, with `said` above the question. */
  | { readonly kind: "change"; readonly change: ChangePayload; readonly said: readonly string[] }
  /** The question comes again. */
  | { readonly kind: "again"; readonly said: readonly string[] }
  /** Closed as it was: what was shown is approved. */
  | { readonly kind: "accepted"; readonly said: readonly string[] }
  | { readonly kind: "aborted" };

export type LineEditingOptions = {
  readonly editing: Editing;
  readonly terminal: Terminal;
  readonly signal: AbortSignal | undefined;
};

export async function editChange(change: ChangePayload, options: LineEditingOptions): Promise<LineEdited> {
  const { editing, terminal, signal } = options;
  if (editing.editor.kind === "unusable") return { kind: "again", said: [editing.editor.message] };
  const content = isEditable(change) ? asText(change.suggested_content ?? "") : null;
  if (!isEditable(change) || content === null) return { kind: "again", said: ["There is no text to edit here."] };
  const target = change.type === "move" ? change.to : change.path;
  const maxBytes = editing.maxBytes?.(target) ?? null;
  const outcome = await editContent({
    content,
    original: asText(change.original_content ?? ""),
    path: target,
    editor: editing.editor.choice,
    terminal: { tell: (message) => terminal.write(plain`${reveal(message)}\n`) },
    ...(maxBytes === null ? {} : { maxBytes }),
    ...(signal ? { signal } : {}),
  });
  switch (outcome.kind) {
    case "modified": {
      editing.onTyped?.(target, outcome.content);
      const fresh = editedPayload(change, outcome.content);
      const isBack = fresh.suggested_content === fresh.original_content && fresh.type !== "move";
      const said = isBack ? "Your text leaves the file as it is: nothing would be written." : YOURS;
      return { kind: "change", change: fresh, said: [said, ...outcome.notes] };
    }
    case "unchanged":
      if (outcome.atOnce) return { kind: "again", said: [ENDED_AT_ONCE] };
      if (!outcome.saved && editing.noChange !== "apply") return { kind: "again", said: [NOT_SAVED] };
      return { kind: "accepted", said: ["Closed without changes: applied as shown.", ...outcome.notes] };
    case "failed":
      return { kind: "again", said: [`${outcome.message} Nothing was applied.`] };
    case "aborted":
      if (outcome.kept !== null) terminal.write(plain`What you saved is in ${reveal(outcome.kept)}.\n`);
      return { kind: "aborted" };
    default:
      return outcome satisfies never;
  }
}

const YOURS = "This is your version. It is not written yet.";

/** What e does, said before it is pressed; null where there is nothing to edit. */
export function editingHint(change: ChangePayload, editing: Editing | null): Plain | null {
  if (editing === null || change.type === "delete") return null;
  const closing =
    editing.noChange === "apply"
      ? plain`; closing it unchanged applies the change as shown`
      : plain`; saved unchanged, it applies as shown`;
  const name = editing.editor.kind === "editor" ? editing.editor.choice.words[0].split("/").at(-1)! : "your editor";
  return plain`e edits it first, in ${reveal(name)}${closing}.`;
}

/** The yes to what is on the screen: the suggestion, or the person's own text in its place. */
export function yesTo(asked: ChangePayload, shown: ChangePayload): Answer {
  const common = { digest: asked.digest as Digest, by: { kind: "person" } as const }; // Made from a FilePlan.
  const after = shown.after as Version | null; // Of the shown content, computed by the asker.
  const content = shown.suggested_content;
  if (after === asked.after || content === null || after === null) return { action: "apply", after, ...common };
  return { action: "modify", content, after, ...common };
}
