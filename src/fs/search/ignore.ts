// .gitignore, read as git reads it, on our own matcher: a line in a cloned repository must not be able to
// make a search hang, and a regular expression made from `**/a/**/a/**/a/b` can.
//
//   blank lines and lines starting with "#" say nothing; "!" takes a match back; a last "/" means folders only;
//   a "/" at the start or inside ties the line to the file's own folder, else it counts at any depth below.

import { decode, splitLines, withoutEnding } from "../../text/index.ts";
import { matchPath } from "./glob.ts";
import { compileSegment, type Segment } from "./wildcard.ts";

/** What one .gitignore says of a path below its folder; null when no line speaks of it. */
export type IgnoreFile = {
  verdict(path: string, options: { readonly directory: boolean }): "ignored" | "kept" | null;
};

type Rule = { readonly negated: boolean; readonly directory: boolean; readonly segments: readonly (Segment | "**")[] };

/** A larger file is not honoured: no one wrote it by hand, and each line costs time for each entry. */
export const MAX_IGNORE_BYTES = 65_536;

export function parseIgnore(bytes: Uint8Array): IgnoreFile {
  const decoded = bytes.length <= MAX_IGNORE_BYTES ? decode(bytes) : null;
  const text = decoded?.kind === "text" ? decoded.text.replace(/^\ufeff/, "") : "";
  const rules = splitLines(text)
    .map((line) => parseRule(withoutEnding(line)))
    .filter((rule) => rule !== null)
    .toReversed(); // The last line that matches decides.
  return {
    verdict: (path, { directory }) => {
      const names = path.split("/");
      const rule = rules.find((rule) => (directory || !rule.directory) && matchPath(rule.segments, names));
      return rule === undefined ? null : rule.negated ? "kept" : "ignored";
    },
  };
}

function parseRule(line: string): Rule | null {
  let pattern = withoutTrailingBlanks(line);
  if (pattern === "" || pattern.startsWith("#")) return null;
  const negated = pattern.startsWith("!");
  if (negated) pattern = pattern.slice(1);
  const directory = pattern.endsWith("/");
  if (directory) pattern = pattern.slice(0, -1);
  const tied = pattern.includes("/");
  if (pattern.startsWith("/")) pattern = pattern.slice(1);
  if (pattern === "") return null;
  const segments: (Segment | "**")[] = tied ? [] : ["**"];
  const parts = pattern.split("/");
  for (const [index, part] of parts.entries()) {
    if (/^\*{2,}$/.test(part)) {
      // "a/**" speaks of what is inside a, not of a: the last one takes at least one name.
      if (segments.at(-1) !== "**") segments.push("**");
      if (index === parts.length - 1 && parts.length > 1) segments.push([{ kind: "star" }]);
      continue;
    }
    const segment = compileSegment(part, { escapes: true });
    // An unclosed "[" or a lone last "\" matches nothing in git either.
    if (segment === null) return null;
    segments.push(segment);
  }
  return { negated, directory, segments };
}

/** Spaces at the end do not count unless a backslash is before them. */
function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") end -= 1;
  let slashes = 0;
  while (slashes < end && line[end - 1 - slashes] === "\\") slashes += 1;
  return slashes % 2 === 1 && end < line.length ? line.slice(0, end + 1) : line.slice(0, end);
}
