// What a command that writes a text to a file changes: all of the file, or its end.

import type { Change } from "../../types.ts";

/** Lines at the end of a file, or a new file of them. */
export function changeOf(content: string, { isAppend }: { readonly isAppend: boolean }): Change {
  if (!isAppend) return { kind: "overwrite", content };
  const at = { line: null, after: [], end: true };
  const chunk = { find: "", put: content, at, noFinalNewline: { old: false, new: false } };
  return {
    kind: "either",
    readings: [
      { kind: "patch", chunks: [chunk], to: null },
      { kind: "create", content },
    ],
    rivals: [],
    why: "The command adds lines at the end of the file.",
  };
}
