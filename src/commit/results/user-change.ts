// What the user changed in a proposed text, as a diff of bounded length.

import { unifiedDiff, type Text } from "../../text/index.ts";

const MAX_DIFF = 4000;

/** How what was written differs from what was proposed, as a diff of bounded length. */
export function userChange(path: string, proposed: Text | null, content: Text | null): string {
  if (content === null || proposed === null) return "Read the file to see what it contains now.";
  const diff = unifiedDiff({ oldPath: path, newPath: path, before: proposed, after: content });
  if (diff.length <= MAX_DIFF) return `From the proposed text to what was written:\n${diff}`;
  return (
    "From the proposed text to what was written (only the beginning; read the file for the rest):\n" +
    diff.slice(0, diff.lastIndexOf("\n", MAX_DIFF) + 1)
  );
}
