// A conversation as Markdown, for people: what was said and what was called. Results of tools are named, not repeated.
// Pure. Text between fences stays in a fence of its own, so nothing in it can end the page's structure.

import { summaryOf, type CallResult, type Message } from "../../../agent/index.ts";
import { fenced } from "../../../text/index.ts";

export type ExportFacts = { readonly id: string; readonly model: string | null };

const MAX_ARGUMENTS = 4_000;

export function toMarkdown(messages: readonly Message[], { id, model }: ExportFacts): string {
  const results = new Map(
    messages
      .flatMap((message) => (message.role === "tool" ? message.results : []))
      .map((result) => [result.id, result]),
  );
  const parts = [`# Conversation ${id}`, ...(model === null ? [] : [`Model: ${model}`])];
  for (const message of messages) {
    const summary = summaryOf(message);
    if (summary !== null) parts.push("## Summary of what was said before", summary);
    else if (message.role === "user") parts.push("## You", message.text.trim());
    if (message.role !== "assistant") continue;
    parts.push("## Model");
    for (const part of message.parts) {
      if (part.kind === "text" && part.text.trim() !== "") parts.push(part.text.trim());
      if (part.kind === "call") parts.push(callText(part.tool, part.args, results.get(part.id) ?? null));
    }
  }
  return `${parts.join("\n\n")}\n`;
}

function callText(tool: string, args: unknown, result: CallResult | null): string {
  const written = JSON.stringify(args, null, 2) ?? "";
  const shown = written.length > MAX_ARGUMENTS ? `${written.slice(0, MAX_ARGUMENTS).toWellFormed()}…` : written;
  const [first = ""] = (result?.content ?? "").split("\n", 1);
  const outcome = result === null ? "It was not run." : `${result.isError ? "Failed" : "Done"}: ${first}`;
  return `Calls \`${tool.replaceAll("`", "'")}\`:\n\n${fenced(shown)}\n\n${outcome}`;
}
