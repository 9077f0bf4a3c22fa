// Formats that were made for another program: tool calls for an agent, here-documents for a shell. An answer that is
// nothing but tool calls asks for them. Among words such a passage may as well be an example, a transcript or the content
// of a file that the words describe, and a shell may do something else with the same text. Then it is only likely.

import type { Format, Proposed } from "../types.ts";
import type { Answer } from "./answer.ts";
import { isBlank } from "./blocks/path-line.ts";
import { readFence } from "./fences/fences.ts";
import type { Passage } from "./passages.ts";

/** The same blocks, those in borrowed formats as likely edits where they are not certain to be meant. */
export function withBorrowed(
  blocks: readonly Proposed[],
  { answer, passages }: { readonly answer: Answer; readonly passages: readonly Passage[] },
): readonly Proposed[] {
  if (!blocks.some(isBorrowed)) return blocks;
  const isAlone = blocks.every(isBorrowed) && !hasWords(passages, answer);
  return blocks.map((block) => {
    if (block.kind === "broken" || block.likely !== undefined || !isBorrowed(block)) return block;
    if (block.source.format === "tool-call" && isAlone) return block;
    const { reading, why } = WORDS[block.source.format as Borrowed]; // It is one of these.
    return { ...block, likely: { reading, line: answer.lineAt(block.source.from) + 1, why } };
  });
}

type Borrowed = "tool-call" | "heredoc";

const WORDS: Readonly<Record<Borrowed, { readonly reading: string; readonly why: string }>> = {
  "tool-call": {
    reading: "a tool call begins here, among other text",
    why: "This tool call is in an answer with other text, so it may be an example or a quotation. Send the calls alone, or send the change as an edit.",
  },
  heredoc: {
    reading: "a shell command begins here that writes the file",
    why: "This shell command would write the file, but it may be an example, or do something else where it is run. Send the file in a code fence with its path on the line before.",
  },
};

const FORMATS: ReadonlySet<Format | "tool"> = new Set<Borrowed>(["tool-call", "heredoc"]);

function isBorrowed({ source }: Proposed): boolean {
  return FORMATS.has(source.format);
}

/** A line outside of the passages with edits that is neither blank nor a fence. What JSON has around calls is theirs. */
function hasWords(passages: readonly Passage[], answer: Answer): boolean {
  let at = 0;
  for (const { kind, from, next } of passages) {
    if (kind === "plain") continue;
    for (; at < from; at += 1) if (isWords(answer.line(at))) return true;
    at = Math.max(at, next);
  }
  for (; at < answer.length; at += 1) if (isWords(answer.line(at))) return true;
  return false;
}

function isWords(line: string): boolean {
  return !isBlank(line) && readFence(line) === null && !CALL_TAG.test(line);
}

/** A tag that only holds calls. */
const CALL_TAG = /^\s*<\/?(?:antml:)?(?:tool_calls?|tool_use|function_calls?|tools?)>\s*$/;
