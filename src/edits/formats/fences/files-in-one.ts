// Several files in one code fence, each below a comment that names it: "// src/a.js" … "// src/b.js". What such a fence
// holds is never one file for certain.

import { counted } from "../../../base/index.ts";
import type { Proposed } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { likely } from "../passages.ts";
import { answerLine, quote, sourceOf } from "../scan.ts";
import { fileNamed, type Known } from "./file-name.ts";
import { isSamePath } from "./rival-name.ts";

/** The lines of the fence's content: from `from` up to, not including, `to`. */
type Content = { readonly from: number; readonly to: number };

/** A file, and the line of the comment that names it. */
type Part = { readonly path: string; readonly line: number };

/** The files of a fence whose first line is a comment that names `path`, as likely edits; null when there is only this one. */
export function filesInOne(
  answer: Answer,
  { from, to }: Content,
  named: { readonly path: string; readonly known: Known; readonly language: string },
): readonly Proposed[] | null {
  const parts = partsOf(answer, { from, to }, named);
  if (parts === null) return null;
  const files = counted(parts.length, "file");
  return parts.map(({ path, line }, at) => {
    const end = withoutBlankEnd(answer, line, parts[at + 1]?.line ?? to);
    const why = `The fence has ${files} in it, each below a comment that names it. Send each in a fence of its own, with its path alone on the line before it.`;
    return likely(sourceOf(answer, "whole-file", line, end), {
      path,
      change: { kind: "overwrite", content: answer.content(line, end, { crlf: answer.isCrlf(line) }) },
      line: line + 1,
      reading: `${quote(answer.line(line))} names one of ${files} in its fence`,
      why,
    });
  });
}

/** The comments have the same signs and words around the name, and all but the first follow a blank line. */
function partsOf(
  answer: Answer,
  { from, to }: Content,
  { path, known, language }: { readonly path: string; readonly known: Known; readonly language: string },
): readonly Part[] | null {
  const first = answer.line(from).trimEnd();
  const place = first.indexOf(path);
  if (place <= 0) return null;
  const [before, after] = [first.slice(0, place), first.slice(place + path.length)];
  if (!/^[/#;%<\-*"'({]/.test(before)) return null;
  const unit = answer.first(from);
  const parts: Part[] = [{ path, line: from }];
  for (let at = from + 1; at < to; at += 1) {
    if (answer.first(at) !== unit || !answer.isBlank(at - 1)) continue;
    const line = answer.line(at).trimEnd();
    if (line.length > LONGEST || !line.startsWith(before) || !line.endsWith(after)) continue;
    const name = fileNamed(line.slice(before.length, line.length - after.length), { known, language });
    if (name !== null && !parts.some((part) => isSamePath(part.path, name))) parts.push({ path: name, line: at });
    if (parts.length > MOST_PARTS) return null;
  }
  return parts.length > 1 ? parts : null;
}

const LONGEST = 240;
const MOST_PARTS = 50;

function withoutBlankEnd(answer: Answer, from: number, to: number): number {
  let end = to;
  while (end > from + 1 && answer.isBlank(end - 1)) end -= 1;
  return end;
}

/** Why the content of a fence may be more than the file it is named after; null when nothing says so. */
export function otherFileIn(
  answer: Answer,
  { from, to }: Content,
  { path, nameIn }: { readonly path: string; readonly nameIn: (line: string) => string | null },
): { readonly reading: string; readonly why: string; readonly line: number } | null {
  const ending = endingOf(path);
  for (let at = from + 1; at < to; at += 1) {
    if (!COMMENT_UNITS.has(answer.first(at))) continue;
    const name = nameIn(answer.line(at));
    if (name === null || endingOf(name) !== ending || isSamePath(name, path)) continue;
    const words = quote(answer.line(at));
    const why = `${words} (${answerLine(at)}) names another file inside the fence of ${path}. Send each file in a fence of its own; if this is one file, apply the answer in a review.`;
    return { reading: `${words} in it names another file`, why, line: at + 1 };
  }
  return null;
}

const COMMENT_UNITS: ReadonlySet<number> = new Set([..."/#-;<%"].map((sign) => sign.charCodeAt(0)));

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1).toLowerCase();
}
