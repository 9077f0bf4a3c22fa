// What a careful reader would point out about a change. Shown to the reviewer; by itself it blocks nothing.
// Looks only at what the change adds or takes away, so that a file's old sins are not held against an edit.

import { counted } from "../../base/index.ts";
import { BaseText, isMarker, isPlaceholder, type Edit, type FilePlan } from "../../edits/index.ts";
import { markHidden, splitLines, withoutEnding, type LineRange } from "../../text/index.ts";
import { findSecret } from "./secrets.ts";
import type { Risk } from "../types.ts";

/** The risks of one file's change, each kind at most once, at its first line. `edits` are those of the plan's file. */
/** Risks are in the file and in what would become of it, wherever its path leads. */
export type RiskyPlan = Omit<FilePlan, "real" | "toReal">;

export function risksOf(plan: RiskyPlan, edits: readonly Edit[]): readonly Risk[] {
  const rules = new Set(edits.flatMap(({ placed }) => placed?.choices.flatMap(({ rule }) => rule ?? []) ?? []));
  const placed = rules.size === 0 ? [] : [nearMatch([...rules].join('", "'))];
  if (plan.result === null) return placed;
  const before = plan.before === null ? [] : splitLines(plan.before);
  const result = splitLines(plan.result);
  const change: Changed = {
    plan,
    edits,
    before,
    result,
    added: plan.hunks.flatMap(({ new: { from, to } }) => numbered(result, from, to)),
    removed: plan.hunks.flatMap(({ old: { from, to } }) => numbered(before, from, to)),
  };
  return [...placed, ...RULES.flatMap((rule) => rule(change))];
}

function nearMatch(rule: string): Risk {
  const message = `The text to replace is not exactly in the file; the rule "${rule}" found this place.`;
  return { kind: "near-match", message, line: null };
}

type Line = { readonly text: string; readonly line: number };

type Changed = {
  readonly plan: RiskyPlan;
  readonly edits: readonly Edit[];
  /** With their endings. */
  readonly before: readonly string[];
  readonly result: readonly string[];
  /** Without endings, numbered from 1 in the result. */
  readonly added: readonly Line[];
  readonly removed: readonly Line[];
};

type Rule = (change: Changed) => readonly Risk[];

const RULES: readonly Rule[] = [
  placeholders,
  largeDeletion,
  subWord,
  duplicate,
  markers,
  lineEndings,
  indentation,
  hardLink,
  executable,
  secrets,
  hiddenCharacters,
];

/** "// ... rest of the code": the file would lose the code it replaces. */
function placeholders({ added, removed }: Changed): readonly Risk[] {
  const old = new Set(removed.map(({ text }) => text.trim()));
  const found = added.filter(({ text }) => isPlaceholder(text) && !old.has(text.trim()));
  return atFirst("placeholder", found, "a comment may mark code that was left out");
}

const LARGE_LINES = 20;
const LARGE_SHARE = 0.5;

function largeDeletion({ before, result }: Changed): readonly Risk[] {
  const lost = before.length - result.length;
  if (lost < LARGE_LINES || lost < before.length * LARGE_SHARE) return [];
  const percent = Math.round((100 * lost) / before.length);
  const message = `Removes ${lost} of ${counted(before.length, "line")} (${percent} %).`;
  return [{ kind: "large-deletion", message, line: null }];
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}_$]/u.test(text);
}

/** `count = 1` found inside `count = 10`: exact and alone, and probably not meant. */
function subWord({ plan, edits }: Changed): readonly Risk[] {
  if (plan.before === null) return [];
  const text = new BaseText(plan.before);
  const { body } = text;
  for (const { change } of edits) {
    if (change.kind !== "replace" || change.match !== "chars") continue;
    for (const { line, column, length } of text.findChars(change.find)) {
      const from = text.starts[line]! + column;
      const cut = [from + length, from].find((at) => isInsideWord(body, at));
      if (cut === undefined) continue;
      const word = markHidden(wordAround(body, cut), { oneLine: true });
      return [{ kind: "sub-word", message: `The replaced text ends inside a word (${word}).`, line: line + 1 }];
    }
  }
  return [];
}

function isInsideWord(text: string, at: number): boolean {
  return hasWord(text[at - 1] ?? "") && hasWord(text[at] ?? "");
}

function wordAround(text: string, at: number): string {
  let from = at;
  let to = at;
  while (at - from < 40 && hasWord(text[from - 1] ?? "")) from -= 1;
  while (to - at < 40 && hasWord(text[to] ?? "")) to += 1;
  return text.slice(from, to);
}

const DUPLICATE_LINES = 3;
const DUPLICATE_LENGTH = 40;

/** Lines that are added although the file has them already, elsewhere. */
function duplicate({ plan, before, result }: Changed): readonly Risk[] {
  const { result: text } = plan;
  if (before.length === 0 || text === null) return [];
  const searched = new BaseText(text);
  for (const hunk of plan.hunks) {
    if (hunk.new.to - hunk.new.from <= hunk.old.to - hunk.old.from) continue;
    const { from, to } = withoutOuterBlanks(result, hunk.new);
    const lines = result.slice(from, to);
    const full = lines.filter((line) => hasWord(line));
    if (full.length < DUPLICATE_LINES || full.join("").length < DUPLICATE_LENGTH) continue;
    const { count, places } = searched.find(lines.map(withoutEnding), { keep: 3 });
    if (count < 2) continue;
    const other = places.find((line) => line !== from);
    const where = other === undefined ? "" : ` at line ${other + 1}`;
    const message = `Adds ${counted(lines.length, "line")} that the file already has${where}.`;
    return [{ kind: "duplicate", message, line: from + 1 }];
  }
  return [];
}

function withoutOuterBlanks(lines: readonly string[], range: LineRange): LineRange {
  let { from, to } = range;
  while (from < to && lines[from]!.trim() === "") from += 1;
  while (to > from && lines[to - 1]!.trim() === "") to -= 1;
  return { from, to };
}

/** What belongs to an edit format or a merge conflict, written into a file. */
function markers({ added }: Changed): readonly Risk[] {
  const found = added.filter(({ text }) => isMarker(text));
  return atFirst("marker", found, "a marker of an edit format or a merge conflict would be written");
}

function lineEndings({ before, result }: Changed): readonly Risk[] {
  const old = endings(before);
  const now = endings(result);
  if (old.crlf + old.lf < 2) return [];
  const flipped = (old.crlf > old.lf && now.lf > now.crlf) || (old.lf > old.crlf && now.crlf > now.lf);
  const mixed = (old.crlf === 0 && now.crlf > 0) || (old.lf === 0 && now.lf > 0);
  if (!flipped && !mixed) return [];
  const [from, to] = old.crlf > old.lf ? ["CRLF", "LF"] : ["LF", "CRLF"];
  const message = flipped ? `Line endings change from ${from} to ${to}.` : `Adds ${to} to a file with ${from} endings.`;
  return [{ kind: "line-endings", message, line: null }];
}

function endings(lines: readonly string[]): { readonly crlf: number; readonly lf: number } {
  const crlf = lines.filter((line) => line.endsWith("\r\n")).length;
  return { crlf, lf: lines.filter((line) => line.endsWith("\n")).length - crlf };
}

const STYLE_LINES = 5;
const STYLE_SHARE = 0.8;

/** Tabs in a file indented with spaces, or the other way round. */
function indentation({ before, added }: Changed): readonly Risk[] {
  const old = before.map((line) => styleOf(line)).filter((style) => style !== null);
  if (old.length < STYLE_LINES) return [];
  const tabs = old.filter((style) => style === "tabs").length / old.length;
  const usual = tabs >= STYLE_SHARE ? "tabs" : tabs <= 1 - STYLE_SHARE ? "spaces" : null;
  if (usual === null) return [];
  const indented = added.filter(({ text }) => styleOf(text) !== null);
  const other = indented.filter(({ text }) => styleOf(text) !== usual);
  if (other.length * 2 < indented.length || other.length === 0) return [];
  const [now, file] = usual === "tabs" ? ["spaces", "tabs"] : ["tabs", "spaces"];
  return atFirst("indentation", other, `indented with ${now} in a file that uses ${file}`);
}

function styleOf(line: string): "tabs" | "spaces" | null {
  if (line.startsWith("\t")) return "tabs";
  // One space before "*" belongs to a comment, whatever the file is indented with.
  return /^ {2,}\S/u.test(line) && !/^ +\*/u.test(line) ? "spaces" : null;
}

function hardLink({ plan: { links, base, hunks } }: Changed): readonly Risk[] {
  if (links < 2 || base === null || hunks.length === 0) return [];
  const message = `The file has ${links} names on disk (hard links). Only this one changes; the others keep the old content.`;
  return [{ kind: "hard-link", message, line: null }];
}

function executable({ plan }: Changed): readonly Risk[] {
  if (plan.mode === null || (plan.mode & 0o111) === 0 || plan.hunks.length === 0) return [];
  return [{ kind: "executable", message: "The file is a program: what is changed here can be run.", line: null }];
}

/** Never repeats what it found. */
function secrets({ added, removed }: Changed): readonly Risk[] {
  const old = new Set(removed.map(({ text }) => text.trim()));
  for (const { text, line } of added) {
    const name = old.has(text.trim()) ? null : findSecret(text);
    if (name !== null) return [{ kind: "secret", message: `Line ${line} looks like it contains ${name}.`, line }];
  }
  return [];
}

// Characters that change how text is shown or read without being seen. Joiners only between plain letters, where no
// script and no emoji needs them; variation selectors and no-break spaces are ordinary in prose.
const DECEIVING =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<=[\0-\x7f])[\u200c\u200d](?=[\0-\x7f])/u;

function hiddenCharacters({ added, removed }: Changed): readonly Risk[] {
  const old = new Set(removed.map(({ text }) => text));
  const found = added.filter(({ text, line }) => DECEIVING.test(withoutBom(text, line)) && !old.has(text));
  const first = found[0];
  if (first === undefined) return [];
  const character = DECEIVING.exec(withoutBom(first.text, first.line))![0];
  return atFirst("hidden-characters", found, `contains an invisible character (${markHidden(character)})`);
}

/** A BOM at the start of a file is where it belongs. */
function withoutBom(text: string, line: number): string {
  return line === 1 && text.startsWith("\uFEFF") ? text.slice(1) : text;
}

function atFirst(kind: string, found: readonly Line[], what: string): readonly Risk[] {
  const first = found[0];
  if (first === undefined) return [];
  const more = found.length > 1 ? ` (and ${found.length - 1} more)` : "";
  return [{ kind, message: `Line ${first.line}${more}: ${what}.`, line: first.line }];
}

function numbered(lines: readonly string[], from: number, to: number): Line[] {
  return lines.slice(from, to).map((line, at) => ({ text: withoutEnding(line), line: from + at + 1 }));
}
