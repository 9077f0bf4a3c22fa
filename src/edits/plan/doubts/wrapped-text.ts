// New code that has taken in what was around it: its code fence, the label of a button, a sentence of the chat, prompts, the
// signs of a quotation or of a diff. It would be written as it is, so such an edit is never certain. Never looks at documents
// and settings, where all of this may be text, and never doubts what the file or the old text has already.

import { onFirstUse } from "../../../base/index.ts";
import { contentsOf } from "../../match/locate.ts";
import type { Edit } from "../../types.ts";
import type { EditStep } from "../edit-step.ts";
import { newTextsOf, oldTextsOf } from "./texts-of.ts";

const CODE =
  /\.(?:[cm]?[jt]sx?|py|pyi|rb|go|rs|java|kts?|scala|swift|c|cc|cpp|cxx|h|hh|hpp|cs|fs|php|lua|r|jl|dart|exs?|zig|nim|css|scss|less|vue|svelte|json|jsonc|toml|sql|proto|graphql)$/i;
const LONGEST_WORDS = 60;
const LONGEST_LINE = 300;

/** The edit, as a likely one if its new text has something around the code. */
export function doubtWrapped({ edit, shown, drafts }: EditStep): Edit {
  // The content of a tool's own parameters is exact.
  if (edit.likely !== undefined || edit.source.format === "tool" || !CODE.test(edit.path)) return edit;
  for (const text of newTextsOf(edit.change)) {
    const lines = contentsOf(text).filter((line) => line.trim() !== "");
    const found = fenceIn(lines) ?? buttonIn(lines) ?? wordsIn(text, lines) ?? signIn(lines);
    if (found === null || isThere(found.line, { edit, own: drafts.entry(edit.path).draft?.text ?? "" })) continue;
    const words = JSON.stringify(found.line.trim().slice(0, LONGEST_WORDS));
    const why = `The new text for ${shown} has ${found.what} (${words}), and would be written as it is. Send the new text exactly as it should appear in the file.`;
    const { line, canConfirm } = edit.origin ?? { line: 1, canConfirm: false };
    return { ...edit, likely: { reading: `its new text has ${found.what}: ${words}`, line, why, canConfirm } };
  }
  return edit;
}

function isThere(line: string, { edit, own }: { readonly edit: Edit; readonly own: string }): boolean {
  const wanted = line.trim();
  return [own, ...oldTextsOf(edit.change)].some((text) => text.split("\n").some((each) => each.trim() === wanted));
}

type Found = { readonly what: string; readonly line: string };

/** `lines`: those that are not blank, here and below. */
function fenceIn(lines: readonly string[]): Found | null {
  const [first, last] = [lines[0], lines.at(-1)];
  const isFenced = lines.length > 1 && /^(?:```|~~~)[\w+#.-]*\s*$/.test(first!) && /^(?:```|~~~)\s*$/.test(last!);
  return isFenced ? { what: "the code fence around it", line: first! } : null;
}

const BUTTON = /^(?:[a-z+#]{1,20}\s+)?(?:copy(?: code| to clipboard)?|copy edit|edit copy|run code|wrap lines)$/i;

function buttonIn(lines: readonly string[]): Found | null {
  const first = lines[0]?.trim() ?? "";
  return BUTTON.test(first) ? { what: "the label of a button before it", line: first } : null;
}

/** Words with no sign of code among them, and the end of a sentence. */
const sentence = onFirstUse(() => /^["“]?[A-Z][\p{L}'’]*(?:,? [\p{L}\d'’`./-]+){3,}[,]?[.!?:]$/u);
const FEW_SIGNS = /[;{}()=<>[\]|&*+#$\\]/;

/** A sentence apart from the code, before or after it. */
function wordsIn(text: string, lines: readonly string[]): Found | null {
  if (lines.length < 2) return null;
  const isSentence = (line: string): boolean =>
    line.length <= LONGEST_LINE && sentence().test(line) && !FEW_SIGNS.test(line);
  const [first, last] = [lines[0]!, lines.at(-1)!];
  if (isSentence(first) && text.trimStart().startsWith(`${first}\n\n`))
    return { what: "a sentence before it", line: first };
  if (isSentence(last) && text.trimEnd().endsWith(`\n\n${last}`)) return { what: "a sentence after it", line: last };
  return null;
}

/** Signs before every line, or before the first one. */
function signIn(lines: readonly string[]): Found | null {
  const [first] = lines;
  if (first === undefined) return null;
  if (/^(?:>>> |In \[\d+\]: |irb\(.{1,20}> )/.test(first))
    return { what: "the prompt of a program before it", line: first };
  if (lines.length > 1 && lines.every((line) => /^>(?: |$)/.test(line)))
    return { what: "the sign of a quotation before its lines", line: first };
  if (lines.every((line) => /^\+(?:[ \t]|[^\s+=\d])/.test(line)))
    return { what: 'the sign "+" of a diff before its lines', line: first };
  return null;
}
