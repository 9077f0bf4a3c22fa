// A text that came back from an editor. Editors convert line endings, add or remove a BOM, end the last line or
// cut its ending: none of that is the person's change. Here it is separated from what is, and reverted.

import { diffLines } from "./diff/diff.ts";
import { endingOf, splitLines, withoutEnding, type Ending } from "./lines.ts";
import type { Text } from "./types.ts";

const BOM = "\uFEFF";

/** CRLF becomes LF. A "\r" anywhere else is a character of its line and stays. */
export function normalizeLineEndings(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}

/**
 * The 1-based line of `modified` where the two texts first differ, endings and BOM aside: where an editor should open.
 * 1 when nothing differs; the last line when only lines after it are gone.
 */
export function getFirstDifferingLine(original: string, modified: string): number {
  const old = splitLines(comparable(original));
  const fresh = splitLines(comparable(modified));
  const at = fresh.findIndex((line, index) => line !== old[index]);
  if (at >= 0) return at + 1;
  return fresh.length < old.length ? Math.max(1, fresh.length) : 1;
}

/** Whether a person changed something: endings, a BOM and the break after the last line do not count, emptying does. */
export function hasChanges(before: string, after: string): boolean {
  return before !== after && comparable(before) !== comparable(after);
}

/** What an editor did on its own and what is therefore taken back. */
export type EditorHabit = "line-endings" | "bom" | "final-newline";

/**
 * `edited` in the form of `content`, which is what the editor was given: BOM and final newline as there; a line that
 * is the same keeps its bytes; the k-th new line takes the k-th replaced line's ending, further ones that of the line
 * before, at the start that of the line after. Where `content` has no ending to give, `otherwise` is asked, then the
 * editor's own stand. No character of any line is changed. A file that was emptied is empty.
 */
export function keepForm(
  content: Text,
  edited: Text,
  { otherwise }: { readonly otherwise: Text | null },
): { readonly text: Text; readonly undone: readonly EditorHabit[] } {
  const lines = splitLines(withoutBom(edited));
  if (lines.length === 0) return { text: "" as Text, undone: [] }; // No text is well-formed text.
  const endings = ownEndings(content, edited);
  fillGaps(endings, firstEnding(content) ?? firstEnding(otherwise ?? ""), lines);
  const own = withoutBom(content);
  const isEnded = (own === "" ? edited : own).endsWith("\n");
  // A text of one empty line is its ending: cut, nothing would be left of what the person wrote.
  if (!isEnded && comparable(edited) !== "\n") endings[endings.length - 1] = "";
  const bom = (own === "" ? edited : content).startsWith(BOM) ? BOM : "";
  const text = bom + lines.map((line, at) => withoutEnding(line) + endings[at]!).join("");
  const undone = [...habitsIn(lines, endings), ...(edited.startsWith(BOM) === (bom !== "") ? [] : (["bom"] as const))];
  return { text: text as Text, undone }; // Whole lines of well-formed texts are well-formed.
}

/** Bodies ended by "\n", so that two texts of the same lines are the same string. */
function comparable(text: string): string {
  const plain = normalizeLineEndings(withoutBom(text));
  return plain === "" || plain.endsWith("\n") ? plain : `${plain}\n`;
}

function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(1) : text;
}

/** For each line of `edited` the ending that `content` has for it; undefined or "" where it has none to give. */
function ownEndings(content: Text, edited: Text): (Ending | undefined)[] {
  const own = splitLines(withoutBom(content)).map(endingOf);
  const endings: (Ending | undefined)[] = [];
  let oldAt = 0;
  // Taking CR and BOM away cannot break a character pair.
  for (const { old, new: fresh } of diffLines(comparable(content) as Text, comparable(edited) as Text)) {
    for (; oldAt < old.from; oldAt += 1) endings.push(own[oldAt]);
    for (let at = 0; at < fresh.to - fresh.from; at += 1)
      endings.push(old.from + at < old.to ? own[old.from + at] : undefined);
    oldAt = old.to;
  }
  for (; oldAt < own.length; oldAt += 1) endings.push(own[oldAt]);
  return endings;
}

function fillGaps(endings: (Ending | undefined)[], usual: Ending | null, lines: readonly string[]): void {
  const after = endings.find((ending) => ending !== undefined && ending !== "");
  for (const [at, ending] of endings.entries()) {
    if (ending !== undefined && ending !== "") continue;
    endings[at] = (at > 0 ? endings[at - 1] : after) ?? usual ?? (endingOf(lines[at]!) || "\n");
  }
}

function firstEnding(text: string): Ending | null {
  const at = text.indexOf("\n");
  return at < 0 ? null : text[at - 1] === "\r" ? "\r\n" : "\n";
}

function habitsIn(lines: readonly string[], endings: readonly (Ending | undefined)[]): readonly EditorHabit[] {
  const was = lines.map(endingOf);
  const isConverted = was.some((ending, at) => ending !== "" && endings[at] !== "" && ending !== endings[at]);
  const isCutOrEnded = (was.at(-1) === "") !== (endings.at(-1) === "");
  return [...(isConverted ? (["line-endings"] as const) : []), ...(isCutOrEnded ? (["final-newline"] as const) : [])];
}
