// What a format consists of: how it is read, and how a change is written in it, by us or by a model.

import type { Text } from "../../text/index.ts";
import type { Reader } from "./scan.ts";

/** One file before and after a change, both as text. The two differ. */
export type FileChange = {
  readonly path: string;
  /** null: the file is to be created. */
  readonly before: Text | null;
  /** null: the file is to be deleted. */
  readonly after: Text | null;
};

/** The change as text of a format, or why the format cannot express it; never a text that means something else. */
export type RenderedEdit =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "cannot"; readonly because: string };

/** An answer, with the files it starts from and those it leaves. */
export type FormatExample = {
  readonly answer: string;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  /** How many of its blocks are refused, on purpose. */
  readonly refused: number;
};

/** Where a line of an answer is: in no fence, in a fence of a shell, or in one of something else. */
export type Place = "prose" | "shell" | "code";

/** The characters a line can begin with, or, behind spaces and tabs, its text. */
export type Starts = { readonly atStart: string; readonly indented: string };

/** The code of one format. */
export type FormatCode = {
  readonly read: Reader;
  /** How the lines begin that `read` takes, apart from the first one in a fence. Missing: every line is tried. */
  readonly startsIn?: (place: Place) => Starts;
  /** What a model is given about the format: it must contain the example. Missing: ../instructions.ts has it. */
  readonly instructions?: { readonly text: string; readonly example: FormatExample };
  /** Writes a change so that reading and applying it gives exactly the new text. Missing: render.ts has it, if any. */
  readonly render?: (file: FileChange) => RenderedEdit;
};
