// What a host's tool that writes whole files leaves behind.

import { asText, type Text } from "../../text/index.ts";
import type { Habits } from "../types.ts";
import type { PredictedText } from "./edit.ts";

const BOM = "\uFEFF";

/** `before` null: there is no file. */
export function predictWrite(before: Text | null, content: string, habits: Habits["write"]): PredictedText {
  if (before !== null && habits.onlyNew) return { kind: "refused", why: "The tool only makes new files." };
  const hasBom = before?.startsWith(BOM) ?? false;
  if (hasBom && content.startsWith(BOM)) return { kind: "unknown", why: "Both texts have a byte order mark." };
  if (habits.escapes === "unknown" && ESCAPE.test(content)) return { kind: "unknown", why: ESCAPED };
  const bom = hasBom && habits.keepsBom ? BOM : "";
  const text = asText(bom + inEndings(before, content, habits));
  return text === null ? { kind: "unknown", why: "The text contains a lone surrogate." } : { kind: "text", text };
}

const ESCAPE = /\\[ntr'"`\\\n]/;
const ESCAPED =
  "For some models this tool replaces escapes such as \\n in the content, and galley cannot see that this is not one of them. Send the text with replace: with an empty old_string it creates a file.";

/** One "\r\n" in the old file is enough for a tool that keeps endings. */
function inEndings(before: Text | null, content: string, { endings }: Habits["write"]): string {
  if (endings === "content" || before?.includes("\r\n") !== true) return content;
  return content.replaceAll("\r\n", "\n").replaceAll("\n", "\r\n");
}
