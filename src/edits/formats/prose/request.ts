// What an answer asks for without an edit: in words, or by a command.

import type { Change } from "../../types.ts";

/** `line`: 0-based. A change is one only if the file has its old text. */
export type Request = {
  readonly line: number;
  readonly path: string;
  readonly change: Asked;
  /** A command in a fence asks for it. */
  readonly isCommand?: true;
};
export type Asked = Extract<Change, { kind: "delete" | "move" | "replace" }>;
