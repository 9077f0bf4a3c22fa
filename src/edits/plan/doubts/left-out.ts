// New text that leaves something out ("// ... rest of the code", "[...]") would be written as it is, in place of the code it
// omits. So would any other comment that replaces code. Such an edit is never certain, whatever its format: a
// person sees it, or it is not made.

import { counted } from "../../../base/index.ts";
import { elidedIn, isDocument, type Elided } from "../../diagnose/elision.ts";
import { kindOfLine } from "../../diagnose/line-kinds.ts";
import { alignLines } from "../../match/align.ts";
import { withoutEnding } from "../../../text/index.ts";
import { contentsOf } from "../../match/locate.ts";
import type { Change, Edit } from "../../types.ts";
import type { EditStep } from "../edit-step.ts";

const NOTHING: ReadonlySet<string> = new Set();
const LONGEST_WORDS = 60;

/** The edit, as a likely one if its new text leaves something out that neither the file nor the old text has. */
export function doubtElision({ edit, shown, drafts }: EditStep): Edit {
  // The content of a tool's own parameters is exact.
  if (edit.likely !== undefined || edit.source.format === "tool") return edit;
  const texts = textsOf(edit.change).filter(({ put }) => elidedIn(put, edit.path, NOTHING).length > 0);
  if (texts.length === 0) return edit;
  const { draft } = drafts.entry(edit.path);
  const known = new Set(draft?.lines.map((line) => line.trim()));
  const first = texts.map(({ find, put }) => newIn(edit, { find, put, known })).find((each) => each !== null);
  if (first === undefined) return edit;
  // Of a file that is there, the parts between the lines left out are placed, or all of it is refused.
  if (edit.change.kind === "overwrite" && draft !== null && draft.text !== "" && first.kind === "line") return edit;
  const words = JSON.stringify(first.line.trim().slice(0, LONGEST_WORDS));
  const reading = `its new text has ${words}, which may stand for code that is not shown`;
  const why = `The new text for ${shown} has ${words}, which seems to stand for code that is not shown, and would be written as it is. Send the new text in full.`;
  const { line, canConfirm } = edit.origin ?? { line: 1, canConfirm: false };
  return { ...edit, likely: { reading, line, why, canConfirm } };
}

/** How many lines of code one remark must replace. Fewer are often replaced by what explains why they are gone. */
const MANY = 3;

/** The edit, as a likely one if it replaces code by nothing but a comment, signs or words. */
export function doubtRemark({ edit, shown, drafts }: EditStep): Edit {
  if (edit.likely !== undefined || edit.source.format === "tool") return edit;
  const { change } = edit;
  const own = change.kind === "overwrite" ? drafts.entry(edit.path).draft?.lines.map(withoutEnding) : [];
  if (own === undefined) return edit;
  const first = textsOf(change)
    .map(({ find, put, steps }) => remarkIn({ find: change.kind === "overwrite" ? own : find, put, steps }, edit.path))
    .find((each) => each !== null);
  if (first === undefined) return edit;
  const words = JSON.stringify(first.line.trim().slice(0, LONGEST_WORDS));
  const what = `${counted(first.count, "line")} would be replaced by ${words}`;
  const why = `In ${shown}, ${what}, which may stand for code that is not shown. Send the new text in full, or take the lines out without a comment in their place.`;
  const { line, canConfirm } = edit.origin ?? { line: 1, canConfirm: false };
  return { ...edit, likely: { reading: `${what}, which may stand for them`, line, why, canConfirm } };
}

/** A comment that a program reads. */
const DIRECTIVE =
  /^\W{1,12}(?:(?:eslint|tslint|oxlint|stylelint|prettier|biome|istanbul|rubocop|shellcheck|nolint|phpcs|pylint|flake8|mypy|ruff|isort|swiftlint)\b|js[hl]int |(?:[cv]8) ignore|(?:go|fmt|deno|clang|ts|type|webpack)[:-]\S|globals? \w+|noqa\b|coding[:=]|(?:end)?region\b)/i;

/** The first run of lines of code that only remarks replace, at least three for each. Code that is commented out is none. */
function remarkIn({ find, put, steps }: Texts, path: string): { readonly count: number; readonly line: string } | null {
  const old = new Set(find);
  const isRemark = (line: string): boolean =>
    isDocument(path) ? line.trimStart().startsWith("<!--") : kindOfLine(line) === "remark" && !DIRECTIVE.test(line);
  if (find.length < MANY || !put.some((line) => !old.has(line) && isRemark(line))) return null;
  // A new text that is nothing else is meant as it is: what is left out is among what is shown.
  if (!put.some((line) => kindOfLine(line) === "code")) return null;
  for (const { from, to, put: fresh } of alignLines(find, put, steps)) {
    const gone = find.slice(from, to).filter((line) => kindOfLine(line) === "code");
    const said = fresh.filter((line) => kindOfLine(line) !== "neutral");
    if (gone.length < MANY || said.length === 0 || said.length * MANY > gone.length || !said.every(isRemark)) continue;
    if (said.some((line) => gone.some((each) => line.includes(each.trim())))) continue;
    return { count: gone.length, line: said[0]! };
  }
  return null;
}

type Texts = { readonly steps?: string | undefined; readonly find: readonly string[]; readonly put: readonly string[] };

/** The first line left out in the new text; null where the old text leaves lines out as well, and so has no place. */
function newIn(
  { path }: Edit,
  { find, put, known }: Texts & { readonly known: ReadonlySet<string> },
): { readonly kind: Elided["kind"]; readonly line: string } | null {
  if (elidedIn(find, path, known).length > 0) return null;
  const first = elidedIn(put, path, new Set([...known, ...find.map((line) => line.trim())]))[0];
  return first === undefined ? null : { kind: first.kind, line: put[first.at]! };
}

function textsOf(change: Change): readonly Texts[] {
  switch (change.kind) {
    case "replace":
      return [{ find: contentsOf(change.find), put: contentsOf(change.put) }];
    case "patch":
      return change.chunks.map(({ find, put, steps }) => ({ find: contentsOf(find), put: contentsOf(put), steps }));
    case "create":
    case "overwrite":
      return [{ find: [], put: contentsOf(change.content) }];
    default:
      return [];
  }
}
