// What a server's tool gave, as text for a model: bounded, and what is no text is named rather than shown.

import type { CallToolResult } from "@modelcontextprotocol/client";
import { LIMITS } from "../../base/index.ts";
import { jsonText } from "./json-text.ts";

// Less than a whole result may have: the fence and our words around it come on top.
const MOST_CHARS = LIMITS.resultChars.value / 2;

export type Output = { readonly text: string; readonly truncated: boolean };

export function outputOf({
  content,
  structuredContent,
}: Pick<CallToolResult, "content" | "structuredContent">): Output {
  const parts = content.map(textOf);
  const own = parts.length === 0 && structuredContent !== undefined ? [jsonText(structuredContent) ?? TOO_DEEP] : [];
  const text = [...parts, ...own].join("\n").toWellFormed();
  return text.length <= MOST_CHARS
    ? { text, truncated: false }
    : { text: text.slice(0, MOST_CHARS).toWellFormed(), truncated: true };
}

const TOO_DEEP = "(a result that is nested too deeply: not shown)";

function textOf(block: CallToolResult["content"][number]): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `(${block.type}, ${block.mimeType}: not shown)`;
    case "resource_link":
      return `(link to ${block.uri})`;
    case "resource":
      return "text" in block.resource ? block.resource.text : `(${block.resource.uri}: not text, not shown)`;
    default:
      return `(a part of a kind that is not known here: not shown)`;
  }
}
