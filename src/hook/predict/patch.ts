// What a host's patch tool makes of files. It looks for exact lines only: a place that a host would find by a softer rule
// is unknown here.

import type { Chunk, Proposed } from "../../edits/index.ts";
import { asText, endingOf, splitLines, withoutEnding, type Text } from "../../text/index.ts";
import type { Habits, Predicted, PredictedFile } from "../types.ts";
import type { PredictedText } from "./edit.ts";

type PatchHabits = NonNullable<Habits["patch"]>;
type Section = Extract<Proposed, { kind: "edit" }>;

/** `before`: the text of a file that the patch names; null: there is none. */
export function predictPatch(
  sections: readonly Section[],
  before: (path: string) => Text | null,
  habits: PatchHabits,
): Predicted {
  const names = sections.map(({ path }) => path);
  if (new Set(names).size < names.length)
    return { kind: "unknown", why: "The patch has more than one section for a file." };
  const files: PredictedFile[] = [];
  for (const { path, change } of sections) {
    const old = before(path);
    switch (change.kind) {
      case "create": {
        if (old !== null && !habits.addReplaces) return { kind: "refused", why: `${path} exists already.` };
        const text = asText(change.content);
        if (text === null) return { kind: "unknown", why: "The text contains a lone surrogate." };
        files.push({ path, to: null, after: text });
        break;
      }
      case "delete":
        if (old === null) return { kind: "refused", why: `There is no file ${path}.` };
        files.push({ path, to: null, after: null });
        break;
      case "patch": {
        if (old === null) return { kind: "refused", why: `There is no file ${path}.` };
        const made = predictUpdate(old, change.chunks, habits);
        if (made.kind !== "text") return made;
        files.push({ path, to: change.to, after: made.text });
        break;
      }
      default:
        return { kind: "unknown", why: `What the tool does with the section for ${path} is not known.` };
    }
  }
  return { kind: "files", files };
}

type Line = { readonly text: string; readonly ending: string };
type Replaced = { readonly from: number; readonly to: number; readonly lines: readonly string[] };

const BOM = "\uFEFF";

function predictUpdate(before: Text, chunks: readonly Chunk[], habits: PatchHabits): PredictedText {
  const hasBom = before.startsWith(BOM);
  if (hasBom && habits.bom === "unknown") return unknown("The file has a byte order mark, which the tool may drop.");
  const bom = hasBom && habits.bom === "apart" ? BOM : "";
  const isRaw = habits.endings === "raw";
  const lines = linesOf(before.slice(bom.length), isRaw);
  const changes: Replaced[] = [];
  let from = 0;
  for (const { find, put, at } of chunks) {
    const [context, ...others] = at.after;
    if (at.line !== null || others.length > 0) return unknown("The header of a chunk may be read in several ways.");
    if (context !== undefined) {
      const place = seek(lines, [context], from);
      if (place === null) return unknown(`The line ${JSON.stringify(context)} is not found exactly.`);
      from = place + 1;
    }
    const old = contentsOf(find, isRaw);
    const fresh = contentsOf(put, isRaw);
    if (old.length === 0 || at.end) {
      const place = habits.endings === "first" ? lines.length - old.length : -1;
      if (place < from || !matches(lines, old, place)) return unknown("Where the tool puts these lines is not known.");
      changes.push({ from: place, to: lines.length, lines: fresh });
      from = lines.length;
      continue;
    }
    const place = seek(lines, old, from);
    if (place === null) return unknown("The lines of a chunk are not found exactly, in their order.");
    changes.push({ from: place, to: place + old.length, lines: fresh });
    from = place + old.length;
  }
  const text = asText(bom + written(lines, changes, habits));
  return text === null ? unknown("The text contains a lone surrogate.") : { kind: "text", text };
}

/** The first place, from this line on. Linear, by the method of Knuth, Morris and Pratt: lines may repeat without end. */
function seek(lines: readonly Line[], wanted: readonly string[], from: number): number | null {
  const overlap = overlapsIn(wanted);
  let matched = 0;
  for (let at = from; at < lines.length; at += 1) {
    const { text } = lines[at]!;
    while (matched > 0 && wanted[matched] !== text) matched = overlap[matched - 1]!;
    if (wanted[matched] === text) matched += 1;
    if (matched === wanted.length) return at - matched + 1;
  }
  return null;
}

/** For each line: how many lines before and with it are also the first ones. */
function overlapsIn(wanted: readonly string[]): readonly number[] {
  const overlap = [0];
  let matched = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    while (matched > 0 && wanted[matched] !== wanted[at]) matched = overlap[matched - 1]!;
    if (wanted[matched] === wanted[at]) matched += 1;
    overlap.push(matched);
  }
  return overlap;
}

function matches(lines: readonly Line[], wanted: readonly string[], at: number): boolean {
  return wanted.every((line, index) => lines[at + index]?.text === line);
}

function written(lines: readonly Line[], changes: readonly Replaced[], habits: PatchHabits): string {
  const { endings, finalBreak } = habits;
  const preferred = endings === "raw" ? "\n" : lines.find(({ ending }) => ending !== "")?.ending || "\n";
  const parts: Line[] = [];
  let at = 0;
  for (const { from, to, lines: fresh } of changes) {
    for (; at < from; at += 1) parts.push(lines[at]!);
    for (const text of fresh) parts.push({ text, ending: preferred });
    at = to;
  }
  for (; at < lines.length; at += 1) parts.push(lines[at]!);
  const hadBreak = lines.length === 0 || lines.at(-1)!.ending !== "";
  return parts
    .map(({ text, ending }, index) => {
      const isLast = index === parts.length - 1;
      if (isLast && finalBreak === "kept" && !hadBreak) return text;
      return text + (endings === "all-first" || ending === "" ? preferred : ending);
    })
    .join("");
}

function linesOf(text: string, isRaw: boolean): readonly Line[] {
  return splitLines(text).map((line) =>
    isRaw
      ? { text: line.endsWith("\n") ? line.slice(0, -1) : line, ending: line.endsWith("\n") ? "\n" : "" }
      : { text: withoutEnding(line), ending: endingOf(line) },
  );
}

function contentsOf(text: string, isRaw: boolean): readonly string[] {
  return linesOf(text, isRaw).map((line) => line.text);
}

function unknown(why: string): Extract<PredictedText, { kind: "unknown" }> {
  return { kind: "unknown", why };
}
