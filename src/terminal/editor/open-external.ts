// The editor under the name other agents know it by: text in, text out. Thin: everything is done by editContent.
// An emptied text is "", which is a text; undefined means that nothing was taken.

import { failure } from "../../base/index.ts";
import { asText } from "../../text/index.ts";
import { chooseEditor } from "./choose.ts";
import { editContent } from "./edit-content.ts";
import type { EditOutcome } from "./types.ts";

/** How an editing ended, for callers that need more than the text. */
export type EditorResult = EditOutcome;

/** Which text is edited, and by what. */
export type ExternalEditorOptions = {
  readonly initialValue: string;
  /** A command; VISUAL, then EDITOR, then vi unless given. Cut into words without a shell. */
  readonly editor?: string;
  readonly cwd?: string;
  /** Whatever draws on the terminal: it is suspended while the editor has it. */
  readonly renderer?: { suspend(): void | Promise<void>; resume(): void | Promise<void> };
  /** Its last name is the file's name, so that the editor knows the language. */
  readonly path?: string;
  /** With its dot, where there is no path. */
  readonly extension?: string;
  /** 1-based. */
  readonly line?: number;
  readonly signal?: AbortSignal;
};

/**
 * What the person saved, in the line endings of `initialValue`; the same text when nothing was changed; undefined when
 * the editor could not be used, ended with an error, or was aborted. Throws INVALID_ARG for a value that is no text.
 */
export async function openExternalEditor(options: ExternalEditorOptions): Promise<string | undefined> {
  const { initialValue, editor, renderer, cwd, signal } = options;
  const content = asText(initialValue);
  if (content === null)
    throw failure("INVALID_ARG", "The text to edit contains a lone surrogate, which no file can store.");
  const environment = editor === undefined ? process.env : { VISUAL: editor };
  const chosen = chooseEditor({ environment, configured: null });
  if (chosen.kind === "unusable") return undefined;
  const outcome = await editContent({
    content,
    original: content,
    path: options.path ?? `text${options.extension ?? ""}`,
    line: options.line ?? 1,
    editor: chosen.choice,
    terminal: renderer === undefined ? {} : { before: () => renderer.suspend(), after: () => renderer.resume() },
    ...(cwd === undefined ? {} : { cwd }),
    ...(signal ? { signal } : {}),
  });
  switch (outcome.kind) {
    case "modified":
      return outcome.content;
    case "unchanged":
      return content;
    case "failed":
    case "aborted":
      return undefined;
    default:
      return outcome satisfies never;
  }
}
