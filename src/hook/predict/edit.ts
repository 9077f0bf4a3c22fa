// What a host's editing tool makes of a file: one replacement, or several in order. Only what was measured is predicted;
// everything else is unknown.

import { asText, type Text } from "../../text/index.ts";
import type { Habits, Replacement } from "../types.ts";

export type PredictedText =
  | { readonly kind: "text"; readonly text: Text }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "unknown"; readonly why: string };

const BOM = "\uFEFF";

/** `before` null: there is no file. */
export function predictEdits(
  before: Text | null,
  edits: readonly Replacement[],
  habits: Habits["edit"],
): PredictedText {
  if (before === null || before === "") return predictCreation(before, edits, habits);
  const bom = before.startsWith(BOM) ? BOM : "";
  const body = before.slice(bom.length);
  const ending = onlyEnding(body);
  if (ending === null) return unknown("The file has lines that end in different ways, which the tool may change.");
  let text = ending === "\r\n" ? body.replaceAll("\r\n", "\n") : body;
  for (const edit of edits) {
    if (edit.find.startsWith(BOM) || edit.put.startsWith(BOM)) return unknown("The text has a byte order mark.");
    if (edit.put.includes("\r\n") && ending === "\r\n" && habits.crlfInCrlf === "unknown")
      return unknown("The new text has its own line endings.");
    const put = ending === "\r\n" || habits.crlfInLf === "file" ? edit.put.replaceAll("\r\n", "\n") : edit.put;
    const made = replaced(text, { ...edit, find: edit.find.replaceAll("\r\n", "\n"), put }, habits);
    if (made.kind !== "text") return made;
    ({ text } = made);
  }
  if (habits.keepsFinalBreak) text = withFinalBreak(text, body.endsWith("\n"));
  return known(bom + (ending === "\r\n" ? text.replaceAll("\n", "\r\n") : text));
}

function predictCreation(
  before: Text | null,
  edits: readonly Replacement[],
  { creates }: Habits["edit"],
): PredictedText {
  const [only, ...others] = edits;
  if (only?.find !== "" || others.length > 0) return { kind: "refused", why: "The text is not in the file." };
  return creates && before === null ? known(only.put) : unknown("The tool may or may not make a file of it.");
}

type Made = { readonly kind: "text"; readonly text: string } | Extract<PredictedText, { kind: "refused" | "unknown" }>;

function replaced(text: string, { find, put, all }: Replacement, { takesBreak }: Habits["edit"]): Made {
  if (find === "") return unknown("The text to find is empty, and the file is not.");
  const count = text.split(find).length - 1;
  if (count === 0) return { kind: "refused", why: "The text is not in the file." };
  if (count > 1 && !all) return { kind: "refused", why: `The text is in the file ${count} times.` };
  const taken = takesBreak && put === "" && !find.endsWith("\n") && text.includes(`${find}\n`) ? `${find}\n` : find;
  const at = text.indexOf(taken);
  return {
    kind: "text",
    text: all ? text.split(taken).join(put) : text.slice(0, at) + put + text.slice(at + taken.length),
  };
}

function withFinalBreak(text: string, isWanted: boolean): string {
  if (text.endsWith("\n") === isWanted) return text;
  return isWanted ? `${text}\n` : text.slice(0, -1);
}

/** The one ending that all lines have; "\n" where no line has one; null where they differ. */
export function onlyEnding(text: string): "\n" | "\r\n" | null {
  const hasCrlf = text.includes("\r\n");
  if (!hasCrlf) return "\n";
  return /(?<!\r)\n/.test(text) ? null : "\r\n";
}

function known(string: string): PredictedText {
  const text = asText(string);
  return text === null ? unknown("The text contains a lone surrogate.") : { kind: "text", text };
}

function unknown(why: string): Extract<PredictedText, { kind: "unknown" }> {
  return { kind: "unknown", why };
}
