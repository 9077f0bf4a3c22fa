// Code fences, and the file names models write on them and before them.
// Never takes prose for a name: most answers have a fence, so a name near one must be unmistakable.
//
//   fence      = 3*"`" info / 3*"~" info / "<source>" info        closed by as many signs or more, or "</source>"
//   info       = [ language ] [ path / ":" path / key "=" path ]  key = path, file, filename, title

import { pathOf } from "../blocks/path-line.ts";
import { SignSet } from "../lines/sign-set.ts";

/** The first characters of lines that open or close a fence. */
export const FENCE_SIGNS = "`~<";

export type Fence = { readonly sign: string; readonly length: number; readonly info: string };

const CLOSING: Fence = { sign: "`", length: 3, info: "" };
const TAG = /^<(source|sourcecode|code|codeblock|pre)>([\w+#.-]*)$/;

const TAG_FIRST = new SignSet("scp");

export function readFence(line: string): Fence | null {
  const indent = indentOf(line);
  const first = line.charAt(indent);
  if (first === "<") {
    if (indent > 0 || !TAG_FIRST.has(line.charCodeAt(1))) return null;
    const tag = TAG.exec(line.trimEnd());
    return tag === null ? null : { sign: tag[1]!, length: 0, info: tag[2]! };
  }
  if (first !== "`" && first !== "~") return null;
  if (line === "```") return CLOSING; // Half of all fence lines.
  let end = indent;
  while (line.charAt(end) === first) end += 1;
  if (end - indent < 3 || indent > 3 || line.slice(0, indent).includes("\t")) return null;
  const info = line.slice(end);
  if (info !== "" && (OTHER_BREAK.test(info) || (first === "`" && info.includes("`")))) return null;
  return { sign: first, length: end - indent, info: info.trim() };
}

/** Signs that end a line elsewhere: a fence has none. */
const OTHER_BREAK = /[\n\r\u2028\u2029]/;

/** How many spaces and tabs a line begins with. By hand: most lines of code are indented, and none of them is copied. */
function indentOf(line: string): number {
  let at = 0;
  while (line.charCodeAt(at) === 0x20 || line.charCodeAt(at) === 0x09) at += 1;
  return at;
}

export function closesFence(line: string, fence: Fence): boolean {
  if (fence.length === 0) return line.trimEnd() === `</${fence.sign}>`;
  const found = readFence(line);
  return found !== null && found.sign === fence.sign && found.length >= fence.length && found.info === "";
}

const WITH_KEY =
  /(?:^|[\s{,])(?:path|file|file[-_]?name|file[-_]?path|title)\s*[=:]\s*(?:"([^"]+)"|'([^']+)'|([^\s"'{},]+))/i;
const WITH_NAME = /(?:^|[\s{,])name=(?:"([^"]+)"|'([^']+)'|([^\s"'{},]+))/i;
const ATTRIBUTE = /^[A-Za-z][\w-]*=/;
/** An info string with a path has one of these. Most are a language alone. */
const MAY_NAME = /[./\\:=]|file|[A-Z]{4}/;
const LONGEST_INFO = 400;
const CITATION = /^\d+:\d+:/;

/** The path in an info string; null when it holds a language and no more. */
export function pathInInfo(info: string): string | null {
  if (!MAY_NAME.test(info) || info.length > LONGEST_INFO) return null;
  if (CITATION.test(info)) return null; // 12:20:src/a.ts quotes some lines of a file.
  const keyed = WITH_KEY.exec(info);
  if (keyed !== null) return pathOf(`\`${keyed[1] ?? keyed[2] ?? keyed[3]!}\``); // Named so, it is as clear as in backticks.
  const named = WITH_NAME.exec(info);
  if (named !== null) return clearPath(named[1] ?? named[2] ?? named[3]!); // Parts of a notebook have names too.
  const words = info.split(/\s+/);
  if (words.length > 2) return null;
  const last = words.at(-1)!;
  if (last.startsWith("(")) return null; // A remark, even if it names a file.
  if (ATTRIBUTE.test(last)) return null; // What another key says may be a file, but the key is no part of its name.
  const afterColon = words.length === 1 ? /^[\w+#-]+:(.+)$/.exec(last)?.[1] : undefined;
  const path = clearPath(afterColon ?? last);
  // A single word is a language unless it has a folder or an ending and is not known as one.
  return path !== null && words.length === 1 && afterColon === undefined && isLanguage(path) ? null : path;
}

const LANGUAGES = new Set([
  "asp.net",
  "vb.net",
  "objective-c++",
  "c/c++",
  "html/css",
  "text/plain",
  "text/x-diff",
  "application/json",
  "makefile",
  "justfile",
  "gemfile",
  "dockerfile",
]);
/** A language inside another: "html.erb", "yaml.j2". */
const TEMPLATE =
  /^(?:html?|xml|js|css|json|ya?ml|toml|sql|sh|conf|md|te?xt|blade)\.(?:erb|j2|jinja2?|twig|hbs|ejs|[hl]?eex|liquid|tmpl|php)$/;

/** Whether an info string of one word is a language that looks like a file. */
export function isLanguage(word: string): boolean {
  return LANGUAGES.has(word) || TEMPLATE.test(word);
}

const SUFFIX = /[^./\\]\.[A-Za-z0-9_+-]{1,12}$|^\.[A-Za-z][\w.-]*$/;
const BARE_NAMES =
  /^(?:.*\/)?(?:[A-Z]*(?:README|LICENSE|LICENCE|COPYING|NOTICE|CHANGELOG|AUTHORS|CODEOWNERS|VERSION|TODO)|GNUmakefile|[Mm]akefile|(?:Docker|Container|Jenkins|Vagrant|Proc|Rake|Gem|Pip|Brew|Just|Cap|Guard|Pod|Fast|Cake|Task)file|justfile|BUILD|WORKSPACE)$/;

/** A name that everyone knows, without an ending. */
export function isWellKnown(path: string): boolean {
  return BARE_NAMES.test(path);
}

/** The path when the words can hardly be anything else: a folder, a file name's ending, or a well-known name. */
export function clearPath(words: string): string | null {
  if (!MAY_BE_CLEAR.test(words)) return null;
  const path = pathOf(words);
  // A star is a leftover of bold text, or a pattern for several files.
  if (path === null || path.includes("*")) return null;
  if (path.includes(":") ? ADDRESS.test(path) || LINES_OF.test(path) : path.includes("#L") && LINES_OF.test(path))
    return null;
  if (path.includes(" ") || path.includes("\t"))
    return SUFFIX.test(path) && isDecorated(words) && !PICTURE.test(path) ? path : null;
  return path.includes("/") || path.includes("\\") || SUFFIX.test(path) || BARE_NAMES.test(path) ? path : null;
}

/** Every clear path has one of these: a folder, a dot, or part of a well-known name. */
const MAY_BE_CLEAR = /[./\\]|file|[A-Z]{4}/;
// src/a.ts:10-20 and src/a.ts#L10 name some lines of a file.
const LINES_OF = /(?::\d+(?:[-:,]\d+)*|#L\d+(?:-L?\d+)?)$/;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;
const PICTURE = /[\p{Extended_Pictographic}\u20E3]/u;
const DECORATED = /^\s*(?:`|\*\*|(?:file ?name|file ?path|file|path):)/i;

/** Whether the writer marked these words as a name: in backticks, bold, or after "File:". */
export function isDecorated(words: string): boolean {
  return DECORATED.test(words);
}

const HEADING = /^ {0,3}#{1,6}[ \t]+/;

/** clearPath for a line, which may also be a heading: `### src/a.ts`. */
export function clearPathLine(line: string): string | null {
  if (!MAY_BE_CLEAR.test(line)) return null;
  return clearPath(HEADING.test(line) ? line.replace(HEADING, "") : line);
}

const COMMANDS =
  /^(?:(?:ba|z|fi|k|c)?sh|shell|shell-?session|console|terminal|powershell|ps1|pwsh|cmd|bat|output|log|stdout|stderr)\b/i;
const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|php|html?|css|scss|json|vue|svelte)$/i;

const SHELLS = /^(?:ba|z|fi|k|c)?sh\b|^(?:shell|console|terminal|powershell|ps1|cmd|bat|text|txt|dockerfile|make)?$/i;

/** Where a comment on the first line is more often a remark than a name. */
export function isShell(info: string): boolean {
  return SHELLS.test(info);
}

export type Shell = "posix" | "powershell";

const POSIX = /^(?:(?:ba|z|k|fi)?sh|shell|shell-?session|console|terminal)?$/i;
const POWERSHELL = /^(?:powershell|pwsh|ps1?|posh)$/i;

/** The shell whose commands a fence may hold; one that names no language may hold a shell's. */
export function shellOf({ info }: Fence): Shell | null {
  const language = info.split(/[\s{]/, 1)[0]!; // There is always a first part.
  return POSIX.test(language) ? "posix" : POWERSHELL.test(language) ? "powershell" : null;
}

/** Something to type, or that was printed. Shells are also the language of files, but not of these. */
export function isCommand(info: string, path: string | null): boolean {
  if (path === null) return COMMANDS.test(info);
  return COMMANDS.test(info) && CODE.test(path);
}
