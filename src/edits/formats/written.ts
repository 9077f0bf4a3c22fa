// What it means to write a change in a format: the file before and after, the text or why there is none, and examples.

import type { Text } from "../../text/index.ts";

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
