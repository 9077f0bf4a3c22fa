// Lines in place of code that the writer left out: "// ... existing code ...", "# rest of the file unchanged", "...".
// In any comment syntax and many languages. Ordinary comments that merely contain dots or the word "rest" are not among them.

import { onFirstUse } from "../../base/index.ts";
import { claimsElision } from "./elision-words.ts";

// What opens and closes a comment, and brackets around the words. Each is taken off at most a few times.
const OPENERS = [
  "<!--",
  "/**",
  "/*",
  "//",
  "{/*",
  "#",
  "--",
  "%",
  ";",
  "'",
  '"""',
  "'''",
  "*",
  "(*",
  "(",
  "[",
  "{",
  "<",
];
const CLOSERS = ["-->", "*/}", "*/", '"""', "'''", "*)", ")", "]", "}", "--", ">"];

const DOTS = /^(?:\.{3,}|\u2026)/u;
const DOTS_AT_END = /(?:\.{3,}|\u2026)$/u;
const ONLY_DOTS = /^(?:\.{3,}|\u2026)$/u;
/** Dots in brackets may be code. */
const COMMENT = /^\s*(?:\/\/|#|\/\*|<!--|--|;|%|\{\/\*)/;

/** A comment that is nothing but words in brackets, in whatever language: "// [keep the middle part]". */
const inBrackets = onFirstUse(
  () =>
    /^\s*(?:\/\/+|#+|\/\*+|<!--+|--+|;+|%+|\{\/\*)\s*(?:\[\p{L}[\p{L}\p{M}'’-]*(?:,? [\p{L}\p{M}'’-]+){1,12}\]|<\p{L}[\p{L}\p{M}'’-]*(?:,? [\p{L}\p{M}'’-]+){1,12}>)\s*(?:\*\/\}?|--+>)?\s*$/u,
);

/** True for a line that says that something was left out here. Bare dots count. */
export function isElision(line: string): boolean {
  if (!mayStart(line)) return false;
  if (inBrackets().test(line)) return true;
  const { words, commented } = bare(line);
  if (words === "") return false;
  const dotted = DOTS.test(words);
  if (dotted && (commented || ONLY_DOTS.test(words))) return true;
  return (dotted || commented) && claims(words);
}

/**
 * True for a line that is certainly a placeholder when it appears in new content: a comment that claims to stand for
 * code. Bare dots are not enough: Python and prose use them.
 */
export function isPlaceholder(line: string): boolean {
  if (!mayStart(line)) return false;
  if (inBrackets().test(line)) return true;
  const { words, commented } = bare(line);
  if (words === "" || words.length > 200) return false;
  if (ONLY_DOTS.test(words) && COMMENT.test(line)) return true;
  return (commented || DOTS.test(words)) && claims(words);
}

/** Most lines begin with a letter: decided without a copy. */
function mayStart(line: string): boolean {
  let at = 0;
  while (line.charCodeAt(at) === 0x20 || line.charCodeAt(at) === 0x09) at += 1;
  return STARTS.has(line.charCodeAt(at));
}

const STARTS: ReadonlySet<number> = new Set([...OPENERS.map((sign) => sign.charCodeAt(0)), 0x2e, 0x2026]); // . …

function claims(words: string): boolean {
  const claim = words
    .replace(/^[.\u2026\s([{]+/u, "")
    .replace(/[.\u2026。！!\s)\]}]{1,20}$/u, "")
    .trim();
  return claimsElision(claim, { dotted: DOTS.test(words) || DOTS_AT_END.test(words) });
}

/** The line without comment signs and brackets, and whether it had any. */
function bare(line: string): { readonly words: string; readonly commented: boolean } {
  let words = line.slice(0, 400).trim();
  const before = words;
  for (let round = 0; round < 3; round += 1) {
    const opener = OPENERS.find((sign) => words.startsWith(sign));
    if (opener !== undefined) words = words.slice(opener.length).trimStart();
    const closer = CLOSERS.find((sign) => words.endsWith(sign));
    if (closer !== undefined) words = words.slice(0, -closer.length).trimEnd();
  }
  return { words, commented: words !== before };
}

/** A line of new content that leaves something out: the whole line replaces other lines, or a part of it does. */
export type Elided = { readonly at: number; readonly kind: "line" | "part" };

const LONGEST = 2_000;
const DOTS_ALONE = /^\s*(?:[[({]\s*)?(?:\.{3,}|\u2026)(?:\s*[\])}])?[,;]?\s*$/u;
const STRING_ALONE = /^\s*(["'])(?:\.{3,}|\u2026)\1\s*,?\s*$/u;
/** `{ ... }` and a comment of dots among code: in no language code. After an operator such a comment is about its operand. */
const PART =
  /\{\s*(?:\.{3}|\u2026)\s*\}|\/\*+\s*(?:\.{3,}|\u2026)\s*\*\/|<!--+\s*(?:\.{3,}|\u2026)\s*-->|(?<![+*%&|?^\s-])\s{1,40}(?:\/\/|#)\s*(?:\.{3,}|\u2026)\s*$/u;
const JSON_PART = /"(?:\.{3}|\u2026)"|\[\s*(?:\.{3}|\u2026)\s*\]/u;

/**
 * The lines of new content for a file that leave something out, and that the file does not have; `known` has the file's
 * lines without whitespace around them. Dots that are code (an empty body in Python, the end of a YAML document) or
 * text (a code sample in a document) are not among them.
 */
export function elidedIn(lines: readonly string[], path: string, known: ReadonlySet<string>): readonly Elided[] {
  const kind = kindOf(path);
  const found: Elided[] = [];
  let sample: string | null = null;
  for (const [at, line] of lines.entries()) {
    if (kind === "document") {
      const fence = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
      if (sample === null) sample = fence;
      else if (fence?.startsWith(sample)) sample = null;
      if (sample !== null) continue;
    }
    if (line.length > LONGEST) continue;
    const what = elided(line, kind);
    if (what === null || known.has(line.trim())) continue;
    if (kind === "python" && isEmptyBody(lines, at, known)) continue;
    found.push({ at, kind: what });
  }
  return found;
}

type Kind = "document" | "python" | "yaml" | "json" | "other";
const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/\.(?:md|mdx|markdown|rst|adoc|txt)$/i, "document"],
  [/\.pyi?$/i, "python"],
  [/\.ya?ml$/i, "yaml"],
  [/\.(?:jsonc?|json5|ipynb)$/i, "json"],
];

function kindOf(path: string): Kind {
  return KINDS.find(([ending]) => ending.test(path))?.[1] ?? "other";
}

/** A file of words, in which code is only shown. */
export function isDocument(path: string): boolean {
  return kindOf(path) === "document";
}

function elided(line: string, kind: Kind): Elided["kind"] | null {
  if (isPlaceholder(line)) return "line";
  if (!line.includes("...") && !line.includes("\u2026")) return null;
  if (kind === "yaml" && line.trimEnd() === "...") return null;
  if (DOTS_ALONE.test(line) || STRING_ALONE.test(line)) return "line";
  if (kind === "json" && JSON_PART.test(line)) return "part";
  return kind !== "document" && !COMMENT.test(line) && !/^\s*\*/.test(line) && PART.test(line) ? "part" : null;
}

/** `...` after "def f():" is code, unless the file has that line, and so a body that would be lost. */
function isEmptyBody(lines: readonly string[], at: number, known: ReadonlySet<string>): boolean {
  if (lines[at]!.trim() !== "...") return false;
  let above = at - 1;
  while (above >= 0 && lines[above]!.trim() === "") above -= 1;
  const opener = above < 0 ? "" : lines[above]!.trim();
  return /:(?:\s*#.*)?$|"""$/.test(opener) && !known.has(opener);
}
