// Whole files in code fences that say which file they are.
// Never takes a fence without a path, and never one that may end earlier than it seems to.
//
//   file  = [ path line ] fence *line close        the path on the line before (one blank line may follow it), in the
//           info string, or in a comment on the first line; the close is as long as the fence or longer, or its tag's
//
// A comment that names the file stays in it: what is between the fences is the file.

import type { Format, Proposed } from "../types.ts";
import { isBlank } from "./blocks/path-line.ts";
import { readMarker } from "./blocks/markers.ts";
import type { Answer } from "./answer.ts";
import { isPatchBegin } from "./apply-patch.ts";
import { startsHeredoc } from "./heredoc/command-line.ts";
import { damagedMarker, mayBeMarker } from "./damaged-marker.ts";
import {
  clearPath,
  clearPathLine,
  closesFence,
  isCommand,
  isShell,
  pathInInfo,
  readFence,
  type Fence,
} from "./fences/fences.ts";
import { isOrdinaryName, isOtherName } from "./fences/file-name.ts";
import { filesInOne, otherFileIn } from "./fences/files-in-one.ts";
import { isCodeName } from "./fences/open-text.ts";
import { isNamed, otherClose } from "./fences/other-close.ts";
import { rivalOf } from "./fences/rival-name.ts";
import { isSuggestion } from "./fences/suggested-lines.ts";
import { namedMarkersOf } from "./search-replace/named-markers.ts";
import { likely } from "./passages.ts";
import { answerLine, incomplete, malformed, quote, sourceOf, type Region, type ScanContext } from "./scan.ts";
import { isReplaceEnd, isSearchStart } from "./search-replace/body.ts";
import { FORMAT_NAMES, formatRow } from "./table.ts";
import { startsCalls } from "./tool-call/tool-call.ts";
import { hasNames } from "./udiff/header.ts";
import { isSigned } from "./udiff/likely-diff.ts";
import { isDiffFence } from "./udiff/udiff.ts";

export function readWholeFile(context: ScanContext, at: number): Region | null {
  const { answer } = context;
  const first = answer.first(at);
  if (context.fence !== null || (first !== 0x60 && first !== 0x7e && first !== 0x3c)) return null; // ` ~ <
  const fence = readFence(answer.line(at));
  // Whatever it is called, it holds an edit: most fences of some answers do.
  if (fence === null || isSearchStart(answer.line(at + 1)) || isSuggestion(fence.info)) return null;
  const name = nameOf(context, at, fence);
  const isScript =
    name !== null && (/\.(?:[a-z]*sh|md|txt|ya?ml|command)$/.test(name.path) || !/\.\w+$/.test(name.path));
  const isData = name !== null && /\.(?:json[lc5]?|ndjson|xml)$/.test(name.path);
  if (holdsEdits(answer, at + 1, fence, { isData, isScript })) return null;
  if (name === null || (isDiffFence(fence.info) && !/\.(?:diff|patch)$/.test(name.path))) return null;
  if (isCommand(fence.info, name.path)) return null;
  const body = readBody(answer, at + 1, fence);
  if (body.close !== null && !/\.(?:diff|patch|md|txt)$/.test(name.path) && isSigned(answer, at + 1, body.close))
    return null;
  const nested = MARKDOWN.test(name.path) ? closeOfDocument(answer, at, fence, body) : null;
  if (nested !== null) return { blocks: [nestedFile(answer, { at, close: nested, name })], next: nested + 1 };
  const source = sourceOf(answer, "whole-file", name.line, body.next);
  const whole = proposed(answer, { at, fence, path: name.path, body, source });
  const content = { from: at + 1, to: body.close ?? body.next };
  return { blocks: whole.kind === "edit" ? oneOrMore(context, { whole, fence, content }) : [whole], next: body.next };
}

/** A fence that names more files than its own may hold all of them. */
function oneOrMore(
  { answer, known }: ScanContext,
  found: {
    readonly whole: Extract<Proposed, { kind: "edit" }>;
    readonly fence: Fence;
    readonly content: { readonly from: number; readonly to: number };
  },
): readonly Proposed[] {
  const { whole, fence, content } = found;
  const { path } = whole;
  const language = /^[\w+#-]*/.exec(fence.info)![0]; // It matches everywhere.
  const several = filesInOne(answer, content, { path, known, language });
  if (several !== null) return several;
  const nameIn = (line: string): string | null => pathInComment(line, fence.info);
  const doubt = otherFileIn(answer, content, { path, nameIn });
  return doubt === null || whole.likely !== undefined ? [whole] : [{ ...whole, likely: doubt }];
}

/** A longer document is not read further: each of many would be read to the end of the answer. */
const MOST_LINES = 5_000;
export const MARKDOWN = /\.(?:md|mdx|markdown|qmd|rmd)$/i;

/**
 * Where the fence of a document ends that has fences of the same length in it; null when it has none, or its end is not
 * clear. Its own fences are whole: each that opens with a language is closed, and so is each without one.
 */
function closeOfDocument(answer: Answer, open: number, fence: Fence, body: Body): number | null {
  if (fence.length === 0 || body.close === null || body.edit !== null) return null;
  const isUnclear = otherClose(answer, { open, close: body.close, fence, path: null }) !== null;
  if (body.inner === null && !isUnclear) return null;
  const bare: number[] = [];
  let depth = 0;
  const sign = fence.sign.charCodeAt(0);
  for (let at = open + 1; at < Math.min(answer.length, isUnclear ? open + MOST_LINES : body.close + 1); at += 1) {
    if (answer.firstSign(at) !== sign) continue;
    const found = readFence(answer.line(at));
    if (found === null || found.sign !== fence.sign || found.length < fence.length) continue;
    if (found.info === "" && depth > 0) depth -= 1;
    else if (found.info === "") bare.push(at);
    // The fence of the next file: this one ends before it.
    else if (pathInInfo(found.info) !== null || isNamed(answer, at)) break;
    else depth += 1;
  }
  return depth > 0 || bare.length % 2 === 0 ? null : bare.at(-1)!;
}

/** The same of the fence that opens on this line. */
export function endOfDocument(answer: Answer, open: number, fence: Fence): number | null {
  return closeOfDocument(answer, open, fence, readBody(answer, open + 1, fence));
}

function nestedFile(
  answer: Answer,
  { at, close, name }: { readonly at: number; readonly close: number; readonly name: Name },
): Proposed {
  const where = answerLine(close);
  return likely(sourceOf(answer, "whole-file", name.line, close + 1), {
    path: name.path,
    change: { kind: "overwrite", content: answer.content(at + 1, close, { crlf: answer.isCrlf(at) }) },
    line: at + 1,
    reading: `it has code fences as long as its own in it, and was read up to ${where}`,
    why: `The file has code fences in it as long as its own. It was read up to ${where}, but that it ends there is not certain. Send it again in a longer fence (\`\`\`\`).`,
  });
}

type Body = {
  readonly next: number;
  /** The line that closes the fence. */
  readonly close: number | null;
  /** A line inside that opens another fence which this one's close would close as well. */
  readonly inner: number | null;
  /** A line inside that begins an edit. */
  readonly edit: number | null;
};

function proposed(
  answer: Answer,
  { at, fence, path, body, source }: { at: number; fence: Fence; path: string; body: Body; source: Proposed["source"] },
): Proposed {
  if (body.inner !== null) {
    const why = `The file has a code fence in it (${answerLine(body.inner)}) as long as its own, so it is not clear where the file ends. Send it again in a longer fence (\`\`\`\`).`;
    return malformed(source, path, why);
  }
  if (body.close === null)
    return incomplete(source, path, "The answer ends inside the file: its code fence is not closed.");
  if (body.edit !== null) {
    const why = `The fence has an edit in it (${answerLine(body.edit)}), so it is not clear whether it is a whole file. If it is, send it in a longer fence (\`\`\`\`); if not, leave out the path before the fence.`;
    return malformed(source, path, why);
  }
  const other = otherClose(answer, { open: at, close: body.close, fence, path });
  if (other !== null) {
    const why = `The fence of the file could end on ${answerLine(body.close)} or later: another fence line follows (${answerLine(other)}). Send the file again in a longer fence (\`\`\`\`).`;
    return malformed(source, path, why);
  }
  const content = answer.content(at + 1, body.close, { crlf: answer.isCrlf(at) });
  const change = { kind: "overwrite", content } as const;
  const isOther = OUTPUT.test(fence.info) ? isCodeName(path) : DATA.test(fence.info) && NO_DATA.test(path);
  if (!isOther) return { source, kind: "edit", path, change };
  const reading = `its fence is called ${quote(fence.info)}, which is no language of ${path}`;
  const why = `The fence is called ${quote(fence.info)}, so it may show what a program reads or prints. If it is the file, send it again with its language.`;
  return likely(source, { path, change, line: at + 1, reading, why });
}

/** Fences of what was printed. */
const OUTPUT = /^(?:text|txt|plain|plaintext|console|terminal|output|logs?|stdout|stderr|traceback|stacktrace|ansi)$/i;

/** Fences of what a program reads, sends or makes. */
const DATA = /^(?:json[c5]?|html?|xml|ya?ml|toml|csv|http|sql|graphql)$/i;
/** Code in which no such text is alone; pages and components may be called by either name. */
const NO_DATA =
  /\.(?:[cm]?[jt]s|pyi?|go|rs|java|kts?|swift|scala|rb|c|h|cc|cpp|hpp|cs|zig|dart|jl|exs?|css|scss|less|sh|bash)$/i;

function readBody(answer: Answer, from: number, fence: Fence): Body {
  let depth = 0;
  let inner: number | null = null;
  let edit: number | null = null;
  let firstClose: number | null = null;
  const sign = fence.length === 0 ? 0x3c : fence.sign.charCodeAt(0); // A tag has no length.
  for (let at = from; at < answer.length; at += 1) {
    const first = answer.first(at);
    if (first === sign || (first === 0x20 && answer.firstSign(at) === sign)) {
      const line = answer.line(at);
      if (closesFence(line, fence)) {
        firstClose ??= at;
        if (depth === 0) return { next: at + 1, close: at, inner, edit };
        depth -= 1;
      } else if (opensInside(line, fence)) {
        inner ??= at;
        depth += 1;
      }
    }
    if (edit === null && fence.length === SHORT && isEditEnd(answer, at)) edit = at;
  }
  // Read with its inner fences it never ends; read without them it ends at the first close.
  return { next: firstClose === null ? answer.length : firstClose + 1, close: firstClose, inner, edit };
}

const SHORT = 3;

function opensInside(line: string, fence: Fence): boolean {
  const found = readFence(line);
  return found !== null && found.sign === fence.sign && found.length >= fence.length && found.info !== "";
}

const STARTS: readonly RegExp[] = FORMAT_NAMES.flatMap((format) => formatRow(format).start ?? []);

/** The first characters of lines that may begin an edit; most code begins with others. */
const EDIT_STARTS: ReadonlySet<number> = new Set([..."<-*@{[«$ \tcdemspt"].map((sign) => sign.charCodeAt(0)));

/** A fence whose first lines begin an edit of another format belongs to that format. */
export function holdsEdits(
  answer: Answer,
  from: number,
  fence: Fence,
  /** The file named above is JSON or XML itself, or a script: calls, or commands, in it are its content. */
  { isData = false, isScript = false }: { readonly isData?: boolean; readonly isScript?: boolean } = {},
): boolean {
  let seen = 0;
  for (let at = from; at < answer.length && seen < 2; at += 1) {
    const line = answer.line(at);
    if (closesFence(line, fence)) return false;
    if (STARTS.length === 0 && !EDIT_STARTS.has(answer.first(at))) {
      if (!isBlank(line)) seen += 1;
      continue;
    }
    if (
      isSearchStart(line) ||
      namedMarkersOf(line) !== null ||
      isPatchBegin(line) ||
      hasNames(answer, at) ||
      line.startsWith("diff --git ")
    )
      return true;
    if ((!isData && startsCalls(answer, at)) || (!isScript && startsHeredoc(answer, at))) return true;
    if (STARTS.some((start) => start.test(line))) return true;
    if (readMarker(line)?.kind === "start" || (isDiffFence(fence.info) && line.startsWith("@@"))) return true;
    if (!isBlank(line)) seen += 1;
  }
  return false;
}

/** The end of an edit, or a damaged marker of one: a file with either in it is hardly meant. */
function isEditEnd(answer: Answer, at: number): boolean {
  if (!mayBeMarker(answer, at)) return false;
  const line = answer.line(at);
  if (isReplaceEnd(line) || readMarker(line)?.kind === "end" || line === "*** End Patch") return true;
  const damaged = damagedMarker(answer, at, BLOCKS);
  return damaged !== null && damaged.role !== "middle";
}

const BLOCKS: ReadonlySet<Format> = new Set<Format>(["edit-block", "search-replace"]);

/** Fences of tools that do something else with the file they name. */
const OTHER_DEEDS =
  /^(?:append|prepend|insert|add|edit|patch|delete|remove|rm|run|exec|test|cat|show|view|read|output|before|old|example)[\s:]/i;

type Name = { readonly path: string; readonly line: number };

function nameOf(context: ScanContext, at: number, fence: Fence): Name | null {
  const { answer, known } = context;
  const inInfo = OTHER_DEEDS.test(fence.info) ? null : pathInInfo(fence.info);
  const language = /^[\w+#-]*/.exec(fence.info)![0]; // It matches everywhere.
  const isCertain = (path: string): boolean => !isOtherName(path, known) && isOrdinaryName(path, known, language);
  if (inInfo !== null) return isCertain(inInfo) ? { path: inInfo, line: at } : null;
  const inComment = pathInComment(answer.line(at + 1), fence.info);
  const name = nameAboveOrIn(context, at, inComment);
  if (name === null || !isCertain(name.path)) return null;
  return rivalOf(context, { ...name, open: at, inComment }) === null ? name : null;
}

function nameAboveOrIn({ answer, floor }: ScanContext, at: number, inComment: string | null): Name | null {
  const above = at - 1 > floor && isBlank(answer.line(at - 1)) ? at - 2 : at - 1;
  const path = above >= floor ? clearPathLine(answer.line(above)) : null;
  if (path !== null) return { path, line: above };
  return inComment === null ? null : { path: inComment, line: at };
}

const LONGEST_COMMENT = 240;
const COMMENT = /^(?:\/\/|#|--|;|\/\*|<!--|%)[ \t]*(.*?)[ \t]*(?:\*\/|-->)?$/;
const LABELLED = /^(?:file ?name|file ?path|file|path):/i;

/** A comment that is nothing but a path with a folder and an ending. In a shell's fence it must be called a file. */
export function pathInComment(line: string, info: string): string | null {
  if (line.length > LONGEST_COMMENT) return null;
  const words = COMMENT.exec(line)?.[1] ?? "";
  const path = clearPath(words);
  if (path === null || /[ \t]/.test(path) || words.endsWith(":")) return null;
  if (LABELLED.test(words)) return path;
  return !isShell(info) && /[^/]\/.*\.[A-Za-z0-9]+$/.test(path) ? path : null;
}
