// What the words next to an edit say of it, by the table in not-meant-rows.ts.

import { LABEL, ROWS, type Row, type Side } from "./not-meant-rows.ts";

const LONGEST = 600;

type Patterns = Readonly<Record<Row["at"], RegExp>>;

/** All rows of a side in three patterns: a pattern for each row would look at every place of the text forty times. */
const PATTERNS: Readonly<Record<Side, Patterns>> = { before: patternsOf("before"), after: patternsOf("after") };

function patternsOf(side: Side): Patterns {
  const says = (at: Row["at"]): string =>
    ROWS.filter((row) => row.at === at && (row.side === "both" || row.side === side))
      .flatMap((row) => row.says)
      .join("|");
  return {
    word: new RegExp(String.raw`\b(?=[a-z])(?:${says("word")})`),
    start: new RegExp(String.raw`^\W*(?:${says("start")})`),
    foreign: new RegExp(says("foreign"), "u"),
  };
}

/** Whether a line before or after an edit says that it is not, or may not be, meant to be applied. */
export function saysNotMeant(line: string, side: Side): boolean {
  const text = plain(line);
  if (side === "before" && LABEL.test(text.replaceAll(AROUND_LABEL, ""))) return true;
  return sentencesOf(text).some((sentence) => {
    if (!isSaidIn(sentence, side)) return false;
    const isOfAbove = /\b(?:above|instead)\b|^\W*or\b|以上|上面|oben/.test(sentence);
    // A sentence that ends in a colon is about what follows it.
    if (side === "after" && /[:：]$/u.test(sentence) && !isOfAbove) return false;
    return !(side === "before" && /\babove\b|以上|上面|\boben\b/.test(sentence));
  });
}

/** Of a paragraph further above an edit: whether it says something of the edit, or that what follows is meant. */
export function saysOfAllBelow(line: string): "not-meant" | "meant" | "nothing" {
  const text = plain(line);
  if (/\babove\b/.test(text)) return "nothing";
  if (FAR.test(text)) return "not-meant";
  return TURNS.test(text) ? "meant" : "nothing";
}

const FAR =
  /\btempting\b|\btempted\b|\b(?:first|initial|second|previous|earlier|failed|naive) (?:attempt|try|idea|thought|instinct)\b|\bnot to do\b|\b(?:do not|don['’]t) (?:apply|use|copy) (?:this|the following|any)\b|\b(?:for|as an) illustration\b|\bhypothetical|\bthis (?:is|was) (?:wrong|what (?:went wrong|failed|broke))\b|\bwhat i (?:tried|would not do|rejected)\b/;
const TURNS =
  /\binstead\b|\b(?:so|therefore),? i\b|\bhere(?:['’]s| is| are) (?:the|a|my|what)\b|\bthe (?:fix|solution|right way|correct)\b|\b(?:better|final|correct(?:ed)?) (?:way|version|approach|solution)\b|✅|\bthis time\b|\bnow\b/;

function isSaidIn(sentence: string, side: Side): boolean {
  const { word, start, foreign } = PATTERNS[side];
  return word.test(sentence) || start.test(sentence) || (BEYOND_ASCII.test(sentence) && foreign.test(sentence));
}

const BEYOND_ASCII = /[^\0-\x7f]/;
/** In lower case and without the marks of bold text, code and the like. */
function plain(line: string): string {
  const text = line.slice(0, LONGEST).toLowerCase();
  return (MARK.test(text) ? text.replaceAll(MARKS, "") : text).trim();
}

const MARK = /[*_`~<]/;
const MARKS = /[*_`~]+|<\/?(?:details|summary|b|i|em|strong|p|div)>/g;
const AROUND_LABEL = /^(?:[#>\s]|\d{1,2}[.)]\s|[•+-]\s)+|[\s:：.!]+$/g;

/** A sentence ends in one of these signs before whitespace, or before a Chinese character. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length - 1; at += 1) {
    const unit = text.charCodeAt(at);
    if ((unit > 0x3f && unit < 0x3000) || unit === 0x20 || !ENDS.has(unit)) continue; // Most are letters and spaces.
    const next = text.charCodeAt(at + 1);
    if (next !== 0x20 && !(next < 0x2e80 ? isSpace(next) : HAN.test(text.slice(at + 1, at + 3)))) continue;
    if (at + 1 > from) sentences.push(text.slice(from, at + 1));
    from = at + 1;
    while (from < text.length && isSpace(text.charCodeAt(from))) from += 1;
    at = from - 1;
  }
  if (from < text.length) sentences.push(text.slice(from));
  return sentences;
}

const ENDS: ReadonlySet<number> = new Set([...".!?。！？;"].map((sign) => sign.charCodeAt(0)));
const HAN = /^\p{Script=Han}/u;

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || (unit >= 0x80 && /\s/.test(String.fromCharCode(unit)));
}
