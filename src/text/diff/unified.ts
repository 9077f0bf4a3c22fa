// A unified diff that `git apply` and `patch -p1` take and that gives exactly the bytes of the new text. Content is
// printed verbatim: what is dangerous to print on a terminal must go through reveal first.

import { must } from "../../base/index.ts";
import { DEFAULT_CONTEXT, diffHunks, type DiffHunk, type DiffLine } from "./hunks.ts";
import { isHidden } from "../reveal/hidden.ts";
import { encode } from "../decode.ts";
import type { Text } from "../types.ts";

export type UnifiedDiffInput = {
  /** null: the file is created, and `before` is empty. */
  readonly oldPath: string | null;
  /** null: the file is deleted, and `after` is empty. */
  readonly newPath: string | null;
  readonly before: Text;
  readonly after: Text;
  /** Equal lines around a change. Default: 3. */
  readonly context?: number;
  /**
   * Begin with git's own header lines. `mode` holds permission bits of a file created or deleted (null: an ordinary
   * file). Set it for every file when the diffs of several are joined: a header without hunks, as an empty file has,
   * ends only where the next such header begins.
   */
  readonly git?: { readonly mode: number | null };
};

/**
 * "" when nothing changes: the same path with equal texts. What `---` and `+++` alone cannot say, a rename and an
 * empty file that is created or deleted, gets git's header lines even unasked; both tools obey them.
 * Throws a Bug when both paths are null, or a text is not empty on a side that does not exist.
 */
export function unifiedDiff(input: UnifiedDiffInput): string {
  const { oldPath, newPath, before, after, context = DEFAULT_CONTEXT } = input;
  must(oldPath !== null || newPath !== null, "a diff needs a path on at least one side");
  must(oldPath !== null || before === "", "a file that does not exist yet has no text before");
  must(newPath !== null || after === "", "a file that is deleted has no text after");
  const hunks = diffHunks(before, after, context);
  if (hunks.length === 0 && oldPath === newPath) return "";
  const renamed = oldPath !== null && newPath !== null && oldPath !== newPath;
  const parts: string[] = [];
  if (input.git || renamed || hunks.length === 0) parts.push(gitHeader(input, hunks.length === 0));
  if (hunks.length > 0) {
    parts.push(`--- ${fileLabel("a/", oldPath)}\n+++ ${fileLabel("b/", newPath)}\n`);
    for (const hunk of hunks) pushHunk(parts, hunk);
  }
  return parts.join("");
}

function gitHeader({ oldPath, newPath, git }: UnifiedDiffInput, isEmpty: boolean): string {
  const from = oldPath ?? newPath!; // One of the two is there: checked above.
  const to = newPath ?? from;
  const mode = ((git?.mode ?? 0) & 0o111) === 0 ? "100644" : "100755";
  const lines = [`diff --git ${nameOfTwo("a/", from)} ${nameOfTwo("b/", to)}`];
  if (oldPath === null) lines.push(`new file mode ${mode}`);
  else if (newPath === null) lines.push(`deleted file mode ${mode}`);
  else if (from !== to) lines.push(`rename from ${nameLine("", from)}`, `rename to ${nameLine("", to)}`);
  // GNU patch takes the deletion of an empty file for one already made unless both contents are named.
  if (isEmpty && oldPath === null) lines.push(`index ${NO_BLOB}..${EMPTY_BLOB}`);
  if (isEmpty && newPath === null) lines.push(`index ${EMPTY_BLOB}..${NO_BLOB}`);
  return lines.join("\n") + "\n";
}

const NO_BLOB = "0000000";
const EMPTY_BLOB = "e69de29"; // What git calls the content of an empty file.

function fileLabel(prefix: string, path: string | null): string {
  if (path === null) return "/dev/null";
  const name = nameLine(prefix, path);
  // Without a tab after it, a name with a space in it ends at the space.
  return name.includes(" ") && !name.startsWith('"') ? `${name}\t` : name;
}

/** A name that has a line to itself. A space at either end is quoted because GNU patch would lose it. */
function nameLine(prefix: string, path: string): string {
  const escaped = escapePath(path);
  return escaped === path && !path.startsWith(" ") && !path.endsWith(" ") ? prefix + path : `"${prefix}${escaped}"`;
}

/** A name beside another: any space is quoted because GNU patch would take it for the one between the two. */
function nameOfTwo(prefix: string, path: string): string {
  const escaped = escapePath(path);
  return escaped === path && !path.includes(" ") ? prefix + path : `"${prefix}${escaped}"`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

/**
 * What git writes between quotes, C-style: control characters, quotes, backslashes. Invisible characters become octal
 * bytes too, so that a header cannot deceive; other letters stay readable (git's core.quotePath=off).
 */
function escapePath(path: string): string {
  let escaped = "";
  for (const character of path) escaped += ESCAPES[character] ?? (isHidden(character) ? octal(character) : character);
  return escaped;
}

function octal(character: string): string {
  return Array.from(encode(character as Text), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}

function pushHunk(parts: string[], hunk: DiffHunk): void {
  parts.push(`@@ -${range(hunk.oldStart, hunk.oldCount)} +${range(hunk.newStart, hunk.newCount)} @@\n`);
  for (const line of hunk.lines) {
    parts.push(SIGNS[line.kind], line.text);
    if (!line.text.endsWith("\n")) parts.push("\n\\ No newline at end of file\n");
  }
}

const SIGNS = { context: " ", removed: "-", added: "+" } as const satisfies Record<DiffLine["kind"], string>;

function range(start: number, count: number): string {
  return count === 1 ? `${start}` : `${start},${count}`;
}
