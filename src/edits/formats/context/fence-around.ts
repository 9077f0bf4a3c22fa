// The code fence an edit is in. A fence around one or more edits is how chats show them; one that has a fence of its own
// inside, or code and text of a document next to the edit, shows what edits look like, or holds them as text.

import type { Likely, Proposed } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { isBlank } from "../blocks/path-line.ts";
import type { Fence } from "../fences/fences.ts";
import { quote } from "../scan.ts";
import { isDiffFence } from "../udiff/udiff.ts";

/** The outermost open fence, shared by all edits in it. */
export type OuterFence = {
  readonly fence: Fence;
  /** The line that opens it. */
  readonly line: number;
  /** Some lines in it that belong to no edit, the first among them; complete once the fence is closed. */
  readonly others: number[];
  /** The line that closes it; null while it is open. */
  close: number | null;
};

/** `depth`: how many fences are open around the edit, one inside the other. */
export type FenceAround = { readonly outer: OuterFence; readonly depth: number };

/** Fences that are only a frame, or of what prints diffs with other lines. */
const FRAMES = /^(?:text|txt|plain|plaintext|none|console|terminal|output|search-?replace|edit|edits|changes)?$/i;
const DOCUMENTS = /^(?:markdown|md|mdx|rst|asciidoc|adoc|org)$/i;
const DOCUMENT_PATH = /\.(?:markdown|mdx?|rst|asciidoc|adoc|org)$/i;
const COMMENT = /^\s*(?:#|\/\/|--(?!\s*$)|\/\*|\*|<!--|;|%)/;

export function doubtInFence(
  answer: Answer,
  { path, source }: Proposed,
  around: FenceAround | undefined,
): Likely | null {
  if (around === undefined) return null;
  const { outer, depth } = around;
  const opening = quote(answer.line(outer.line).trim());
  const at = `line ${outer.line + 1} of the answer`;
  if (depth > 1)
    return {
      reading: `its fence is inside the fence ${opening}`,
      line: outer.line + 1,
      why: `It is in a fence inside another fence (${at}), as an example would be.`,
    };
  const language = /^[^\s{:]*/.exec(outer.fence.info)![0]; // It matches everywhere.
  // Commands around a here-document are what its own reader looks at.
  if (FRAMES.test(language) || isDiffFence(language) || source.format === "heredoc") return null;
  const isDocument = DOCUMENTS.test(language);
  if (isDocument && isWholeAnswer(answer, outer)) return null;
  const other = outer.others.find((line) => isDocument || isCode(answer.line(line)));
  if (other === undefined && isDocument && !DOCUMENT_PATH.test(path ?? ""))
    return {
      reading: `the fence ${opening} is that of a document`,
      line: outer.line + 1,
      why: `Its fence, ${opening} (${at}), is that of a document, which shows edits as text.`,
    };
  if (other === undefined) return null;
  return {
    reading: `the fence ${opening} has other text in it, too`,
    line: outer.line + 1,
    why: `Its fence (${at}) has other text in it, too: ${quote(answer.line(other).trim())}.`,
  };
}

/** A comment says something about the edit; a command that applies a patch, and the end of its text, belong to it. */
function isCode(line: string): boolean {
  return !COMMENT.test(line) && !/^\s*(?:\$ )?(?:git\s+(?:apply|am)|patch|apply_patch)\b|^[A-Z_]{2,20}$/.test(line);
}

/** Chats put a whole answer into a fence, so that it can be copied: then the fence says nothing about what is in it. */
function isWholeAnswer(answer: Answer, { line, close }: OuterFence): boolean {
  for (let at = line - 1; at >= 0; at -= 1) if (!isBlank(answer.line(at))) return false;
  for (let at = (close ?? answer.length) + 1; at < answer.length; at += 1) if (!isBlank(answer.line(at))) return false;
  return true;
}
