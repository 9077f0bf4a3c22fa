// The text of `galley prompt`: how to write edits, the files, what the other files define. Pure.

import { editInstructions, type Format } from "../../edits/index.ts";
import { fenced } from "../../text/index.ts";
import { HEADING } from "./heading.ts";

export type PromptParts = {
  readonly format: Format;
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Files that the chat may know of and does not see, each with the reason. */
  readonly unseen: readonly { readonly name: string; readonly why: string }[];
  /** As the symbols are drawn; empty when there is nothing to show. */
  readonly map: string;
};

export function composePrompt({ format, files, unseen, map }: PromptParts): string {
  const parts = [HEADING, editInstructions(format).trim(), PATHS];
  if (files.length > 0) {
    parts.push("# The files, as they are now", ...files.map(({ name, text }) => `${name}\n${fenced(text)}`));
  }
  if (unseen.length > 0) {
    const rows = unseen.slice(0, MOST_NAMED).map(({ name, why }) => `- ${name}: ${why}`);
    if (unseen.length > MOST_NAMED) rows.push(`- and ${unseen.length - MOST_NAMED} more`);
    parts.push(`Not shown:\n\n${rows.join("\n")}`);
  }
  if (map.trim() !== "") parts.push(`${MAP}\n\n${fenced(map.trimEnd())}`);
  parts.push(REQUEST);
  return `${parts.join("\n\n")}\n`;
}

/** A longer list would take the room of what can be shown. */
export const MOST_NAMED = 10;

const PATHS = `Write paths exactly as they are written here, from the project's root. Change only files that you were shown; if you
need another one, ask me for it first. New files you can create at once.`;

const MAP = `# What the other files define

Only names, with their line numbers: you have not seen these files. Ask for one before you change it.`;

const REQUEST = "# My request\n";
