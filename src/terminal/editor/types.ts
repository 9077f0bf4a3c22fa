// The nouns of editing a change before it is written. Plain data but for the terminal, which has moments.

import type { Text } from "../../text/index.ts";

/** Which editor, as words for the system: never given to a shell. */
export type EditorChoice = {
  readonly words: readonly [string, ...string[]];
  /** The program that the first word means, by its path; the system looks for it unless given. */
  readonly program?: string;
  /** Where the person said so. */
  readonly from: "VISUAL" | "EDITOR" | "config" | "default";
};

/**
 * The terminal while an editor has it. `before` ends when nothing of ours reads keys or draws any more; `after` runs
 * when the editor is gone and the terminal's modes are again what they were, whatever happened in between.
 */
export type HandOver = {
  readonly before?: () => void | Promise<void>;
  readonly after?: () => void | Promise<void>;
  /** A line for the person, shown before the editor opens (after `before`). Written to the terminal where left out. */
  readonly tell?: (message: string) => void;
};

export type EditRequest = {
  /** What the editor opens: the text that would be written. */
  readonly content: Text;
  /** What the file holds now; null when it is new. Gives the place to open at, and endings where `content` has none. */
  readonly original: Text | null;
  /** sandbox/relative path. Its last name is the temporary file's name, so that the editor knows the language. */
  readonly path: string;
  /** 1-based; the first line that differs from `original` unless given. */
  readonly line?: number;
  readonly editor: EditorChoice;
  /** Where the editor runs; here unless given. */
  readonly cwd?: string;
  /** What the result may weigh, in bytes. */
  readonly maxBytes?: number;
  readonly terminal: HandOver;
  /** Milliseconds, from any start. */
  readonly now?: () => number;
  readonly signal?: AbortSignal;
};

export type EditOutcome =
  /** Saved with a real change. Endings and BOM are those of the file; `notes` say what of the editor's was undone. */
  | { readonly kind: "modified"; readonly content: Text; readonly notes: readonly string[] }
  /**
   * Closed with success, nothing changed but perhaps endings, BOM or the final newline; `notes` say which. `saved`: the
   * file was written all the same. `atOnce`: it ended so soon, the file untouched, that no one can have looked: a window
   * that does not wait, more likely than not.
   */
  | {
      readonly kind: "unchanged";
      readonly notes: readonly string[];
      readonly saved: boolean;
      readonly atOnce: boolean;
    }
  /**
   * The editor could not start, ended with an error, was killed, or left something that is no text. Never an answer. The
   * message says where saved text is kept.
   */
  | { readonly kind: "failed"; readonly message: string }
  /** The signal fired. The editor is gone, and so is the temporary file unless `kept` names it: it has saved text. */
  | { readonly kind: "aborted"; readonly kept: string | null };
