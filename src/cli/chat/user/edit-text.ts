// A text of the user in their own editor: a temporary file, given back without the line break at its end.

import { chooseEditor, editContent } from "../../../terminal/index.ts";
import { asText } from "../../../text/index.ts";
import type { LocalWorkspace } from "../../../workspace/index.ts";
import type { Settings } from "../../settings.ts";

export type EditedText =
  | { readonly kind: "changed"; readonly text: string }
  /** `message` is null when nothing went wrong. */
  | { readonly kind: "same"; readonly message: string | null };

export async function editText(
  text: string,
  about: { readonly settings: Settings; readonly workspace: LocalWorkspace; readonly signal: AbortSignal },
): Promise<EditedText> {
  const { settings, workspace, signal } = about;
  const { editor: configured, findProgram: find } = workspace;
  const chosen = chooseEditor({ environment: settings.environment, configured, find });
  if (chosen.kind === "unusable") return { kind: "same", message: chosen.message };
  const content = asText(text.endsWith("\n") || text === "" ? text : `${text}\n`);
  if (content === null) return { kind: "same", message: "The text contains half a character, which no file can hold." };
  const outcome = await editContent({
    path: "message.md",
    content,
    original: null,
    editor: chosen.choice,
    terminal: {},
    signal,
  });
  switch (outcome.kind) {
    case "modified":
      return { kind: "changed", text: outcome.content.replace(/\n+$/, "") };
    case "unchanged":
      return { kind: "same", message: null };
    case "failed":
      return { kind: "same", message: outcome.message };
    case "aborted":
      return {
        kind: "same",
        message: outcome.kept === null ? "Interrupted." : `Interrupted. What you saved is in ${outcome.kept}.`,
      };
    default:
      return outcome satisfies never;
  }
}
