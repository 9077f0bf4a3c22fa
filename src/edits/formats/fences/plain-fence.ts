// What a code fence is that no format owns: a likely edit, or code that is only shown. Most fences of an answer are
// samples, commands and output; none of these may be taken for an edit that was not made.

import { isBlank } from "../blocks/path-line.ts";
import type { Format } from "../../types.ts";
import type { Answer } from "../answer.ts";
import type { Damaged } from "../damaged-marker.ts";
import { likelyInComment } from "./comment-name.ts";
import { clearPath, clearPathLine, isCommand, pathInInfo, readFence, type Fence } from "./fences.ts";
import { isOrdinaryName, isOtherName } from "./file-name.ts";
import { filesInOne } from "./files-in-one.ts";
import { likelyInInfo } from "./info-name.ts";
import { nameBelow } from "./name-below.ts";
import { nameNear } from "./name-near.ts";
import { isSamePath, rivalOf } from "./rival-name.ts";
import { isSuggestion, linesIn } from "./suggested-lines.ts";
import { patchOf } from "../udiff/bare-diff.ts";
import { isSigned, NO_FILE, signAt } from "../udiff/likely-diff.ts";
import { likely, passageOf, type LikelyReading, type Passage } from "../passages.ts";
import { quote, sourceOf, type ScanContext } from "../scan.ts";
import { hunkWithoutFile, isDiffFence, isHunkOf } from "../udiff/udiff.ts";
import { endOfDocument, holdsEdits, MARKDOWN, pathInComment } from "../whole-file.ts";

/** A stretch of a fence that belongs to no edit; the whole fence unless edits come before or after it. */
export type FencePart = {
  readonly fence: Fence;
  /** Whitespace before the fence. */
  readonly indent: string;
  /** The line of the opening fence. */
  readonly open: number;
  readonly from: number;
  readonly next: number;
  readonly isClosed: boolean;
  /** An edit begins where it ends. */
  readonly isCut: boolean;
  /** The first line in it that looks like a marker. */
  readonly damaged: Damaged | null;
};

export function classify(context: ScanContext, stretch: FencePart, formats: ReadonlySet<Format>): Passage {
  const { answer } = context;
  const { fence, from, next, damaged } = stretch;
  const body = { from: from === stretch.open ? from + 1 : from, to: stretch.isClosed ? next - 1 : next };
  const named = nameOf(context, stretch) ?? namedBelow(context, stretch);
  const isFar = named === null || named.isFar === true || from !== stretch.open;
  const start = isFar ? from : Math.min(named.line, from);
  const report = (format: Format, about: Omit<LikelyReading, "line">): Passage => ({
    kind: "likely",
    block: likely(sourceOf(answer, format, start, next), { ...about, line: (named?.line ?? from) + 1 }),
    from: start,
    next,
  });
  const path = named?.path ?? null;
  const isDamaged = damaged !== null && (path !== null || damaged.needsPath !== true);
  if (isDamaged && !(damaged.format === "udiff" && isCommand(fence.info, path)))
    return report(damaged.format, { path, change: null, why: damaged.why, reading: "" });
  if (formats.has("udiff") && looksLikeDiff(answer, stretch, body)) {
    const isHunk = path === null && isHunkOf(answer.line(body.from), fence);
    if (isHunk) return { kind: "certain", blocks: [hunkWithoutFile(answer, body.from, next)], from, next };
    const change = path !== null && stretch.isClosed ? patchOf(dedented(answer, body, stretch.indent)) : null;
    const why = path === null ? NO_FILE : change === null ? WHOLE_DIFF : `${named!.why} ${WITH_HEADER}`; // It has the path.
    const reading = named === null ? "" : `${quote(answer.line(named.line).trim())} names the file of this diff`;
    return report("udiff", { path, change, why, reading });
  }
  if (from !== stretch.open || stretch.isCut) return { kind: "plain", why: "around-edits", from, next };
  // Edits in formats that were not asked for are not this one's content.
  if (holdsEdits(answer, body.from, fence) || (isDiffFence(fence.info) && !formats.has("udiff")))
    return { kind: "plain", why: "around-edits", from, next };
  if (isCommand(fence.info, path)) return { kind: "plain", why: "command", from, next };
  if (named === null || !formats.has("whole-file"))
    return innerFile(context, stretch, body, report) ?? sample(from, next);
  const language = /^[\w+#-]*/.exec(fence.info)![0]; // It matches everywhere.
  const several =
    named.path === null || stretch.indent !== ""
      ? null
      : filesInOne(answer, body, { path: named.path, known: context.known, language });
  if (several !== null) return passageOf(answer, several, start, next);
  const change = { kind: "overwrite", content: dedented(answer, body, stretch.indent) } as const;
  const reading = `${quote(answer.line(named.line).trim())} names the file`;
  const lead = leadOf(answer, named.line, stretch.open);
  const about = { path: named.path, change, why: named.why, reading, ...(lead === "" ? {} : { lead }) };
  return report("whole-file", isSuggestion(fence.info) ? { ...about, suggests: linesIn(lead) } : about);
}

/** Where a Markdown file ends that has fences as long as its own; null for all other fences. */
export function documentEnd(context: ScanContext, part: Pick<FencePart, "fence" | "indent" | "open">): number | null {
  const { fence, indent, open } = part;
  if (indent !== "" || !/^(?:markdown|mdx?)\b/i.test(fence.info)) return null;
  const path = nameOf(context, part)?.path ?? null;
  return path !== null && MARKDOWN.test(path) ? endOfDocument(context.answer, open, fence) : null;
}

const LONGEST_LEAD = 600;

/** The words from the one that names the file down to the fence; those directly above it when the name is in the fence. */
function leadOf(answer: Answer, named: number, open: number): string {
  const from = named < open ? named : isBlank(answer.line(open - 1)) ? open - 2 : open - 1;
  const text = answer.text.slice(answer.from(Math.max(from, 0)), answer.from(open));
  return text.length > LONGEST_LEAD ? "" : text.trim();
}

const WITH_HEADER = 'Send the diff with "--- path" and "+++ path" before it.';
const WHOLE_DIFF =
  'These lines look like a diff, but not like a whole one: each line needs " ", "+" or "-" before it. Send it again with "--- path", "+++ path" and "@@" lines.';

function sample(from: number, next: number): Passage {
  return { kind: "plain", why: "sample", from, next };
}

type Range = { readonly from: number; readonly to: number };
type Named = {
  readonly path: string | null;
  readonly line: number;
  readonly why: string;
  /** Words come between: the passage begins at the fence. */
  readonly isFar?: boolean;
};

const ALONE = "Put the path of the file alone on the line before the fence, and send it again.";
/** What a fence asks for by its first word, and what cannot be asked for here. */
const DEEDS = /^(?:append|prepend|insert|add|edit|patch|delete|remove|rm)[\s:]+(\S+)$/i;
const OTHER_USES = /^(?:run|exec|test|cat|show|view|read|output|before|old|example)(?![\w./-])/i;
const LONGEST = 200;
/** Cursor quotes lines of a file as `12:24:src/a.ts`. */
const LINES_BEFORE = /^\d+:\d+:(\S+)$/;
const LINES_OF = /(?::\d+(?:[-:,]\d+)*|#L\d+(?:-L?\d+)?)$/;

function nameOf(
  context: ScanContext,
  { fence, indent, open }: Pick<FencePart, "fence" | "indent" | "open">,
): Named | null {
  const { answer, floor, known } = context;
  const deed = fence.info.length > LONGEST ? null : DEEDS.exec(fence.info);
  const deedPath = deed === null ? null : clearPath(deed[1]!);
  if (deedPath !== null)
    return { path: deedPath, line: open, why: `A fence cannot ${quote(fence.info)}; send the change as an edit.` };
  if (OTHER_USES.test(fence.info)) return null;
  const inInfo = pathInInfo(fence.info);
  const line = open - 1 > floor && isBlank(answer.line(open - 1)) ? open - 2 : open - 1;
  const words = line >= floor ? answer.line(line) : "";
  const alone = inInfo ?? clearPathLine(words);
  const inComment = indent === "" ? pathInComment(answer.line(open + 1), fence.info) : null;
  const rival = inInfo === null && alone !== null ? rivalOf(context, { path: alone, line, open, inComment }) : null;
  if (rival !== null) return { path: null, line, why: severalNames([alone!, rival]) };
  if (alone !== null && !isOrdinaryName(alone, known, /^[\w+#-]*/.exec(fence.info)![0])) {
    const why = `This looks like the new file ${alone}, which is an unusual name. ${ALONE}`;
    return nameAmongWords(context, { fence, open }) ?? { path: alone, line: inInfo === null ? line : open, why };
  }
  if (alone !== null && !isOtherName(alone, known)) {
    const odd = indent === "" ? `is marked as ${quote(fence.info)}` : "is indented";
    const why = `This looks like the file ${alone}, but the fence ${odd}, so its content is not certain. Send it in a plain fence at the start of the line.`;
    return { path: alone, line: inInfo === null ? line : open, why };
  }
  const part = partOf(words) ?? partOf(fence.info);
  if (part !== null) {
    const why = `This names some lines of ${part}, and only whole files are read from a fence. Send the change as an edit.`;
    return { path: part, line: partOf(words) === null ? open : line, why };
  }
  return nameAmongWords(context, { fence, open });
}

/** "Save it as src/a.ts." below a fence that is shown as it is. */
function namedBelow(context: ScanContext, { fence, from, open, next, isClosed }: FencePart): Named | null {
  if (!isClosed || from !== open || isCommand(fence.info, null)) return null;
  const below = nameBelow(context, next);
  if (below === null) return null;
  const words = quote(context.answer.line(below.line).trim());
  return {
    ...below,
    why: `This looks like the file ${below.path}, but only ${words} below it says so. ${ALONE}`,
    isFar: true,
  };
}

/** A name in the info string, above the fence or in a comment at its top, among other words. */
function nameAmongWords(context: ScanContext, { fence, open }: Pick<FencePart, "fence" | "open">): Named | null {
  const { answer, known } = context;
  const more = (path: string, line: number): Named => ({
    path,
    line,
    why: `This looks like an edit of ${path}, but ${quote(answer.line(line).trim())} is more than a path. ${ALONE}`,
  });
  const inInfo = likelyInInfo(fence.info, known);
  if (inInfo !== null) return more(inInfo, open);
  const language = /^[\w+#-]+/.exec(fence.info)?.[0] ?? "";
  const near = nameNear(context, open, language);
  if (near?.kind === "no-edit") return null;
  const top = isCommand(fence.info, null) ? null : commentAt(context, open, language);
  if (near === null || (near.isFar && top !== null)) return top === null ? null : more(top.path, top.line);
  const said = quote(answer.line(near.line).trim());
  if (near.kind === "unclear-link")
    return { path: null, line: near.line, why: `The link in ${said} does not name one file. ${ALONE}` };
  const paths = [...(near.kind === "one" ? [near.path] : near.paths)];
  if (top !== null && !paths.some((path) => isSamePath(path, top.path))) paths.push(top.path);
  else if (top !== null)
    return more(
      paths.find((path) => isSamePath(path, top.path))!,
      near.line,
    );
  if (paths.length === 1) return { ...more(paths[0]!, near.line), isFar: near.isFar };
  return { path: null, line: near.line, why: severalNames(paths) };
}

const MOST_NAMES = 4;

function severalNames(paths: readonly string[]): string {
  const names = paths.slice(0, MOST_NAMES).map(quote).join(" and ");
  return `This looks like an edit, but it names ${names}: which of them it changes is not clear. ${ALONE}`;
}

const TOP = 3;

function commentAt(
  { answer, known }: ScanContext,
  open: number,
  language: string,
): { readonly path: string; readonly line: number } | null {
  const lines: string[] = [];
  for (let at = open + 1; at <= open + TOP && at < answer.length; at += 1) lines.push(answer.line(at));
  const found = likelyInComment(lines, { known, language });
  return found === null ? null : { path: found.path, line: open + 1 + found.at };
}

/** The file of `src/a.ts:10-20`, `src/a.ts#L10` and `10:20:src/a.ts`. */
function partOf(words: string): string | null {
  if (words.length > LONGEST || !(words.includes(":") || words.includes("#L"))) return null;
  const bare = words.trim().replace(/^[#*`\s]+|[*`:\s]+$/g, "");
  const cited = LINES_BEFORE.exec(bare)?.[1];
  if (cited !== undefined) return clearPath(cited);
  return LINES_OF.test(bare) ? clearPath(bare.replace(LINES_OF, "")) : null;
}

/** A fence for a diff with signs in it; or, in any other, signs before every line. */
function looksLikeDiff(answer: Answer, { fence, indent }: FencePart, { from, to }: Range): boolean {
  if (!isDiffFence(fence.info)) return isSigned(answer, from, to, indent);
  for (let at = from; at < to; at += 1) {
    const first = signAt(answer, at, indent);
    if (first === 0x2b || first === 0x2d) return true; // + -
  }
  return false;
}

/** A file in a fence of its own inside this one: a whole answer was put in a fence, or the fence shows what one looks like. */
function innerFile(
  { answer }: ScanContext,
  { open }: FencePart,
  { from, to }: Range,
  report: (format: Format, about: Omit<LikelyReading, "line">) => Passage,
): Passage | null {
  for (let at = from; at < to; at += 1) {
    const first = answer.first(at);
    if (first !== 0x60 && first !== 0x7e) continue; // ` ~
    const fence = readFence(answer.line(at));
    if (fence === null) continue;
    const above = at - 1 > open + 1 && isBlank(answer.line(at - 1)) ? at - 2 : at - 1;
    const path = pathInInfo(fence.info) ?? (above > open ? clearPathLine(answer.line(above)) : null);
    if (path === null) continue;
    const why = `This looks like the file ${path}, but its fence is inside another one, so it may be an example. Send it without the outer fence.`;
    return report("whole-file", { path, change: null, why, reading: "" });
  }
  return null;
}

function dedented(answer: Answer, { from, to }: Range, indent: string): string {
  const text = answer.content(from, to, { crlf: answer.isCrlf(from - 1) });
  if (indent === "") return text;
  return text
    .split("\n")
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join("\n");
}
