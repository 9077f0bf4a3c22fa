// What the reviewer on a screen needs from its program: colours, how paths are written, the editor and the pager.

import type { Edited, EditorNoChange } from "../../review/index.ts";
import type { Text } from "../../text/index.ts";

export type ScreenReviewerOptions = {
  /** False when the person wants none; NO_COLOR and the terminal still count. */
  readonly colour: boolean;
  readonly environment: NodeJS.ProcessEnv;
  /** How a canonical path is written on the screen. */
  readonly show: (path: string) => string;
  /** A line for every file afterwards, however many there are. */
  readonly verbose?: boolean;
  /** A report about every file follows on the same terminal, so that a line for each of them would say it twice. */
  readonly isReported?: boolean;
  /** What is left on the terminal is a part of a conversation, and indented like the rest of a call. */
  readonly isIndented?: boolean;
  /** A program and its arguments. */
  readonly pager: readonly string[];
  /** What an editor closed without saving means. Default: "ask". */
  readonly editorNoChange?: EditorNoChange;
  /** Opens a text in the person's editor; the screen was given back before. */
  readonly edit: (request: ScreenEdit) => Promise<Edited>;
  /** Ctrl-C was typed: stops the whole run, as it would outside of raw mode. Called when the screen is given back. */
  readonly interrupt: () => void;
};

export type ScreenEdit = {
  readonly content: Text;
  readonly original: Text | null;
  readonly path: string;
  /** Where `content` is a part of a file: that file with an edited text in its place. */
  readonly whole?: (edited: string) => string;
  readonly signal?: AbortSignal;
};
