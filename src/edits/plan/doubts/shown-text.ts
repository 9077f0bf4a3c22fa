// New text that shows something to a reader in place of what the file is to have: notes that point at a line, "Before" and
// "After" as comments, the signs of a diff before its lines. It would be written as it is, so such an edit is never certain.
// Never doubts what the file or the old text has already.

import { onFirstUse } from "../../../base/index.ts";
import { contentsOf } from "../../match/locate.ts";
import type { Edit } from "../../types.ts";
import type { EditStep } from "../edit-step.ts";
import { newTextsOf, oldTextsOf } from "./texts-of.ts";

const LONGEST_WORDS = 60;
const LONGEST_LINE = 2_000;

/** The edit, as a likely one if its new text is written for a reader. */
export function doubtShown({ edit, shown, drafts }: EditStep): Edit {
  // The content of a tool's own parameters is exact.
  if (edit.likely !== undefined || edit.source.format === "tool") return edit;
  const texts = newTextsOf(edit.change);
  if (!texts.some((text) => mayShow().test(text))) return edit;
  const own = drafts.entry(edit.path).draft?.text ?? "";
  const before = new Set(`${own}\n${oldTextsOf(edit.change).join("\n")}`.split("\n").map((line) => line.trim()));
  for (const text of texts) {
    const lines = contentsOf(text);
    const found = noteIn(lines, before) ?? labelIn(lines, before) ?? signIn(lines, before);
    if (found === null) continue;
    const words = JSON.stringify(found.line.trim().slice(0, LONGEST_WORDS));
    const why = `The new text for ${shown} has ${found.what} (${words}), and would be written as it is. Send the new text exactly as it should appear in the file.`;
    const { line, canConfirm } = edit.origin ?? { line: 1, canConfirm: false };
    return { ...edit, likely: { reading: `its new text has ${found.what}: ${words}`, line, why, canConfirm } };
  }
  return edit;
}

type Found = { readonly what: string; readonly line: string };

const ARROW = String.raw`(?:<[-=]{1,3}(?!>)|[←⬅👈⇐]|\^{2,})`;
/** The first of two versions that one text shows, and what may follow it. */
const FIRST =
  "before|old|bad|wrong|incorrect|don['’]?t|do not|vorher|alt|falsch|schlecht|avant|mauvais|antes|mal|prima|до|плохо|修改前|变更前|错误|変更前|悪い例|변경 전";
const SECOND =
  "after|new|good|right|correct|do|nachher|neu|richtig|gut|après|bon|después|bien|dopo|depois|после|хорошо|修改后|变更后|正确|変更後|良い例|변경 후";
const SIGNS = String.raw`(?:\/\/+|#+|--+|\/\*+|<!--|;+|%+)`;
const label = (words: string): RegExp =>
  new RegExp(
    String.raw`^${SIGNS}\s*(?:[-=]+\s*)?(?:[❌✅🚫✗✓✔✘]\s*)?(?:${words})(?: (?:code|version|way|example|代码|写法))?\s*[:：!.]?\s*(?:[❌✅🚫✗✓✔✘]\s*)?(?:[-=]+\s*)?(?:\*\/|--+>)?$`,
    "iu",
  );
const patterns = onFirstUse(() => ({
  note: new RegExp(String.raw`^(.*\S)\s*(?:\/\/|#|--|\/\*|<!--|;|%)\s*${ARROW}`, "u"),
  first: label(FIRST),
  second: label(SECOND),
}));
/** Anything of the below; most texts have none. */
const mayShow = onFirstUse(
  () =>
    new RegExp(
      String.raw`(?:\/\/|#|--|\/\*|<!--|;|%)\s*${ARROW}|^\s*${SIGNS}\s*(?:[-=]+\s*)?(?:[❌✅🚫✗✓✔✘]\s*)?(?:${FIRST})\b|^\s*${SIGNS}\s*(?:[❌🚫]|修改前|变更前|错误|変更前|悪い例|변경 전|до|плохо)|^-.*\n\+`,
      "imu",
    ),
);

/** A line of the file with a comment that points at it. */
function noteIn(lines: readonly string[], before: ReadonlySet<string>): Found | null {
  const { note } = patterns();
  for (const line of lines) {
    if (line.length > LONGEST_LINE || before.has(line.trim())) continue;
    const code = note.exec(line)?.[1];
    if (code !== undefined && before.has(code.trim()))
      return { what: "a note that points at a line of the file", line };
  }
  return null;
}

/** "Before" and "After", each as a comment alone. */
function labelIn(lines: readonly string[], before: ReadonlySet<string>): Found | null {
  const isLabel = (line: string, words: RegExp): boolean =>
    line.length < LONGEST_WORDS && words.test(line.trim()) && !before.has(line.trim());
  const first = lines.findIndex((line) => isLabel(line, patterns().first));
  if (first < 0 || !lines.slice(first + 1).some((line) => isLabel(line, patterns().second))) return null;
  return { what: "a comment that calls it one of two versions", line: lines[first]! };
}

/** "-" before a line of the file, directly before a line with "+". */
function signIn(lines: readonly string[], before: ReadonlySet<string>): Found | null {
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith("-") || before.has(line.trim())) continue;
    const rest = line.slice(1).trim();
    if (rest === "" || !before.has(rest)) continue;
    let next = at + 1;
    while (lines[next]?.startsWith("-") === true) next += 1;
    const added = lines[next];
    if (added?.startsWith("+") === true && !before.has(added.trim()))
      return { what: "the signs of a diff before its lines", line };
  }
  return null;
}
