// What a line is by its signs alone, in any language: code, a comment, or signs and words that no program has. Decides by
// form: which words a writer uses for what was left out is never known in full.

/** A line that says something; brackets and signs alone do not. */
export function isTelling(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

/** `neutral`: blank, or signs that only open or close something. */
export type LineKind = "code" | "remark" | "neutral";

const LONGEST = 2_000;
// A sign that also begins code needs a space after it: "#include", "--x", "*p = 1", ";(function".
const OPENS =
  /^(?:\/\/|\/\*|<!--|\{\/\*|\{#|\{\{!|<%#|<%--|\(\*|\{-|"""|'''|(?:#+|--|;+|%+|\*|'|::|REM|dnl)(?:\s|$)|\*\/)/u;
/** What is behind the end of a comment is code. */
const GOES_ON = /(?:\*\/(?!\}$)|-->|--%>|#\}|\*\)|-\})\s*\S/u;
const BRACKETS = /^[\s()[\]{}<>;,:]*$/u;
const DOTS = /^[\s.\u2026\u22EE-\u22F1\u00B7\u2022\u2219\u30FB\uFE19]+$/u;
/** Words in brackets, as in "[9 more functions]"; with other signs they may be code. */
const IN_BRACKETS = /^(?:\([^()]*\)|\[[^[\]]*\]|<[^<>]*>)\.?$/u;
// Those with letters of every script are made when they are needed: each takes up to a millisecond.
const says = (words: string): boolean => /[\p{L}\p{N}.\u2026\u22EE-\u22F1\u00B7\u2022]/u.test(words);
const isDotted = (words: string): boolean =>
  /^(?:\.{2,}|\u2026)\s*[\p{L}\p{N}][^()]*\s[^()]*$|[\p{L}\p{N}\s](?:\.{3,}|\u2026)$/u.test(words);
const areWords = (words: string): boolean =>
  /^[\p{L}\p{N}][\p{L}\p{N}\s\-\u2013\u2014']*\s[\p{L}\p{N}\s\-\u2013\u2014']*$/u.test(words);

export function kindOfLine(line: string): LineKind {
  const words = line.slice(0, LONGEST).trim();
  if (BRACKETS.test(words)) return "neutral";
  if (line.length > LONGEST) return "code";
  if (OPENS.test(words)) return GOES_ON.test(words) ? "code" : says(words) ? "remark" : "neutral";
  if (!isTelling(words)) return DOTS.test(words) ? "remark" : "code";
  if (/["`=;{}]/.test(words)) return "code";
  if (isDotted(words)) return "remark";
  if (IN_BRACKETS.test(words) && areWords(words.replace(/^[([<]|[)\]>]\.?$/gu, "").trim())) return "remark";
  // No programming language is written without a Latin letter.
  return /[\p{Script=Latin}0-9_$@(]/u.test(words) ? "code" : "remark";
}
