// Whole files, or old and new text, between tags: <file path="src/a.ts">, artifacts, and the actions of app builders. Always a likely edit.
// Never takes a tag of a page's own HTML, of a tool call, or one with edits between: those are read elsewhere.
//
//   file    = open [ wrapper ] *line [ close of the wrapper ] close
//   open    = "<" name *( key "=" value ) ">" / "<file>" path-tag              key = path, file, filename, title, name
//   wrapper = "<content>" / "<![CDATA[" / a code fence                          around all of it

import type { Change, Proposed, Source } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { isBlank } from "../blocks/path-line.ts";
import { fileNamed } from "../fences/file-name.ts";
import { closesFence, readFence } from "../fences/fences.ts";
import { likely } from "../passages.ts";
import { answerLine, incomplete, quote, sourceOf, type Region, type ScanContext } from "../scan.ts";
import { nextTag } from "./tag-index.ts";
import { pairsIn } from "./tagged-pairs.ts";
import { holdsEdits } from "../whole-file.ts";

const LONGEST = 600;
const OPEN =
  /^[ \t]*<([A-Za-z][\w:.-]{0,40})((?:[ \t]+[\w:.-]+[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))*)[ \t]*>(.*)$/;
const ATTRIBUTE = /([\w:.-]+)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g;
const PATH_KEYS = /^(?:file_?-?path|path|file|file_?-?name|destination|target_?file)$/i;
const NAME_KEYS = /^(?:name|title|identifier|id)$/i;
const PATH_TAG =
  /^[ \t]*<(path|file_path|filepath|filename|file_name|name|source)>[ \t]*([^<>]{1,200}?)[ \t]*<\/\1>[ \t]*$/i;
/** Tags that hold a file, with its name in a tag or an attribute of their own. */
const HOLDERS = /^(?:file|document|(?:ant|bolt)?artifact|antArtifact|code-?_?file|source-?_?file|boltAction)$/i;
const HTML: ReadonlySet<string> = new Set(
  "a abbr applet area article aside audio b base body br button canvas caption cite code col data datalist dd del details dfn dialog div dl dt em embed fieldset figure footer form frame h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label legend li link main map mark menu meta meter nav object ol optgroup option output p param picture pre progress q s samp script section select slot small source span strong style sub summary sup svg path table tbody td template textarea tfoot th thead time title tr track u ul var video wbr".split(
    " ",
  ),
);
const CALLS = /^(?:antml:)?(?:invoke|parameter|function(?:_calls?)?|tool(?:_call|_use|s)?|call|arguments?)$/i;

/** Whether it is a tag of HTML. */
export function isPageTag(name: string): boolean {
  return HTML.has(name.toLowerCase());
}

export function readTaggedFile(context: ScanContext, at: number): Region | null {
  const { answer } = context;
  if (context.fence !== null || !startsTag(answer, at) || answer.to(at) - answer.from(at) > LONGEST) return null;
  const line = answer.line(at);
  const open = OPEN.exec(line);
  if (open === null) return null;
  const [, tag, attributes, rest] = open as unknown as [string, string, string, string]; // All take part in every match.
  if (isPageTag(tag) || CALLS.test(tag) || attributes.endsWith("/")) return null;
  const name = nameIn(context, { at, tag, attributes, rest });
  if (name === null) return null;
  const from = answer.from(name.line) + answer.line(name.line).length - (name.line === at ? rest.length : 0);
  const close = nextTag(context, `</${tag}>`, from);
  if (close === null) return name.path === null ? null : unclosed(context, { at, tag, path: name.path });
  const next = answer.lineAt(close) + 1;
  const source = sourceOf(answer, "whole-file", at, next);
  const why = `This looks like the file ${name.path ?? "of a tag"}, but a tag is not a certain way to send one. Put the path of the file alone on a line, and the content after it in a code fence.`;
  const about = { reading: `${quote(answer.line(name.line).trim())} names the file`, line: name.line + 1, why };
  const again = answer.text.indexOf(`<${tag} `, from);
  if (again >= 0 && again < close) {
    const nextOpen = answer.lineAt(again);
    const block = likely(source, {
      ...about,
      path: name.path,
      change: null,
      why: `The tag <${tag}> is not closed before the next one (${answerLine(nextOpen)}), so it is not clear where the file ends.`,
    });
    return nextOpen > at
      ? { blocks: [{ ...block, source: sourceOf(answer, "whole-file", at, nextOpen) }], next: nextOpen }
      : null;
  }
  if (name.line < answer.length && holdsEdits(answer, name.line + 1, NO_FENCE)) return null;
  if (name.path === null) {
    const missing = `This looks like a file in a <${tag}> tag, but nothing says which file it is: ${quote(line.trim())}. Put the path of the file alone on a line, and the content after it in a code fence.`;
    return { blocks: [likely(source, { ...about, path: null, change: null, why: missing })], next };
  }
  const crlf = answer.isCrlf(at);
  const between = answer.text.slice(from, close);
  const text = crlf ? between.replaceAll("\r\n", "\n") : between;
  answer.reads += next - at;
  if (text.trim() === "") return null;
  const pairs = pairsIn(text);
  if (pairs !== null) return { blocks: replacements(pairs, { source, about, path: name.path, tag }), next };
  const content = unwrapped(text);
  if (content.trim() === "") return null;
  return { blocks: [likely(source, { ...about, path: name.path, change: { kind: "overwrite", content } })], next };
}

type TagEdit = {
  readonly source: Source;
  readonly about: { readonly reading: string; readonly line: number };
  readonly path: string;
  readonly tag: string;
};

function replacements(pairs: readonly Change[], { source, about, path, tag }: TagEdit): readonly Proposed[] {
  const why =
    pairs.length === 0
      ? `The tag <${tag}> has old text for ${path}, but not in whole pairs of old and new text.`
      : `This looks like an edit of ${path}, but a tag is not a certain way to send one.`;
  const advice = `${why} Send it as a search/replace block.`;
  const changes = pairs.length === 0 ? [null] : pairs;
  return changes.map((change) => likely(source, { ...about, why: advice, path, change }));
}

/** A file that the answer ends in, unless a fence or an edit follows, which has its own end. */
function unclosed(
  { answer }: ScanContext,
  { at, tag, path }: { at: number; tag: string; path: string },
): Region | null {
  if (!HOLDERS.test(tag) && !/write|create|file/i.test(tag)) return null;
  const first = isBlank(answer.line(at + 1)) ? at + 2 : at + 1;
  if (readFence(answer.line(first)) !== null || holdsEdits(answer, at + 1, NO_FENCE)) return null;
  const source = sourceOf(answer, "whole-file", at, at + 1);
  const why = `The answer ends inside the file: the tag <${tag}> is not closed.`;
  return { blocks: [incomplete(source, path, why)], next: at + 1 };
}

const MOST_INDENT = 8;

/** Decided by the first characters, without a copy of the line. */
function startsTag(answer: Answer, at: number): boolean {
  const first = answer.first(at);
  if (first === 0x3c) return true; // <
  if (first !== 0x20 && first !== 0x09) return false;
  let place = answer.from(at);
  const end = place + MOST_INDENT;
  while (place < end && (answer.text.charCodeAt(place) === 0x20 || answer.text.charCodeAt(place) === 0x09)) place += 1;
  return answer.text.charCodeAt(place) === 0x3c;
}

const NO_FENCE = { sign: "\0", length: 1, info: "" };

type Tag = { readonly at: number; readonly tag: string; readonly attributes: string; readonly rest: string };

/** Where the name is; null: this tag holds no file. A path of null: it does, and does not say which. */
function nameIn(
  { answer, known }: ScanContext,
  { at, tag, attributes, rest }: Tag,
): { path: string | null; line: number } | null {
  let other: string | null = null;
  let isCode = HOLDERS.test(tag) && attributes === "";
  for (const [, key = "", double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    const value = (double ?? single ?? bare ?? "").trim();
    const path =
      fileNamed(value, { known }) ?? (/^[^:]*[^/:]\/[^/ ]+$/.test(value) && PATH_KEYS.test(key) ? value : null);
    if (PATH_KEYS.test(key)) return path === null ? null : { path, line: at };
    if (NAME_KEYS.test(key)) other ??= fileNamed(value, { known });
    if (key === "type" && /vnd\.ant\.(?:code|react)|^file$/.test(value)) isCode = true;
  }
  if (other !== null) return { path: other, line: at };
  if (!HOLDERS.test(tag)) return null;
  const inside = rest.trim() === "" ? PATH_TAG.exec(answer.line(at + 1)) : null;
  if (inside !== null) return { path: fileNamed(inside[2]!, { known }), line: at + 1 };
  return isCode && attributes !== "" ? { path: null, line: at } : null;
}

const WRAPPERS: readonly RegExp[] = [
  /^\s*<(content|contents|document_content|code|body|text|file_content)>[ \t]*\n?([\s\S]*?)(?:\n[ \t]*)?<\/\1>\s*$/i,
  /^\s*(<)!\[CDATA\[[ \t]*\n?([\s\S]*?)(?:\n[ \t]*)?\]\]>\s*$/,
];

/** The content without what is around all of it, and with the line break that its last line has. */
export function unwrapped(text: string): string {
  let content = text.replace(/^[ \t]*\n/, "").replace(/\n[ \t]*$/, "\n");
  for (const wrapper of WRAPPERS) {
    const inner = wrapper.exec(content)?.[2];
    if (inner !== undefined) content = inner;
  }
  const lines = content.trim().split("\n");
  const fence = readFence(lines[0]!);
  const isFenced =
    fence !== null &&
    lines.length > 1 &&
    lines.findIndex((line, at) => at > 0 && closesFence(line, fence)) === lines.length - 1;
  if (isFenced) content = lines.slice(1, -1).join("\n");
  return content === "" || content.endsWith("\n") ? content : `${content}\n`;
}
