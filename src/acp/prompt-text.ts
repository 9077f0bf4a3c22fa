// What the user sends, as one text for the model: words, and the files they refer to. What cannot be passed on is refused.

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { failure } from "../base/index.ts";
import { fenced } from "../text/index.ts";

/** INVALID_ARG for what is no text, and for a prompt without any. */
export function promptText(blocks: readonly ContentBlock[], nameOf: (uri: string) => string): string {
  const said = blocks.map((block) => blockText(block, nameOf)).join("");
  if (said.trim() === "") throw failure("INVALID_ARG", "The prompt is empty.");
  if (!said.isWellFormed())
    throw failure("INVALID_ARG", "The prompt contains a lone surrogate, which is not valid Unicode.");
  return said;
}

/** The URIs of what the user refers to without its content. */
export function linksIn(blocks: readonly ContentBlock[]): readonly string[] {
  return blocks.flatMap((block) => (block.type === "resource_link" ? [block.uri] : []));
}

function blockText(block: ContentBlock, nameOf: (uri: string) => string): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "resource_link":
      return nameOf(block.uri);
    case "resource":
      if ("text" in block.resource) return `\n${nameOf(block.resource.uri)}:\n${fenced(block.resource.text)}\n`;
      throw failure("INVALID_ARG", `${block.resource.uri} is not text. Only text can be sent to this agent.`);
    default:
      throw failure("INVALID_ARG", `The prompt contains ${block.type} content. Only text can be sent to this agent.`);
  }
}
