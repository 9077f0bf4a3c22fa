// Edits as one line each, for the tables of tests. Never part of the product.

import { Answer } from "./answer.ts";
import { parseAnswer, scan, type ParseOptions } from "./parse.ts";
import { FORMAT_NAMES } from "./table.ts";
import type { Change, Chunk, Format, Proposed } from "../types.ts";

/** `path: change`, or `! path error`. */
export function describeBlocks(text: string, format: Format | "auto", options: ParseOptions = {}): readonly string[] {
  return parseAnswer(text, format, options).blocks.map(describeBlock);
}

/** The message of the first broken block. */
export function firstProblem(text: string, format: Format | "auto"): string {
  const broken = parseAnswer(text, format).blocks.find((block) => block.kind === "broken");
  return broken === undefined ? "(nothing is broken)" : broken.message;
}

/** How often a line is looked at: for tests that a hostile answer is read in steps that grow with its length only. */
export function readsPerLine(text: string): number {
  const answer = new Answer(text);
  scan(answer, new Set(FORMAT_NAMES), null);
  return answer.reads / answer.length;
}

export function describeBlock(block: Proposed): string {
  if (block.kind === "broken") return `! ${block.path} ${block.error}`;
  return `${block.path}: ${block.likely === undefined ? "" : "? "}${drawChange(block.change)}`;
}

function drawChange(change: Change): string {
  switch (change.kind) {
    case "replace":
      return `${change.line === undefined ? "" : `${change.line}@`}${flat(change.find)} → ${flat(change.put)}`;
    case "patch":
      return `${change.chunks.map(drawChunk).join(" ")}${change.to === null ? "" : ` ⇒ ${change.to}`}`;
    case "create":
      return `+ ${flat(change.content)}`;
    case "overwrite":
      return `= ${flat(change.content)}`;
    case "delete":
      return change.expect === undefined ? "deleted" : `deleted ${flat(change.expect)}`;
    case "move":
      return `⇒ ${change.to}`;
    case "either":
      return change.readings.map(drawChange).join(" | ");
  }
  change satisfies never;
}

/** `@line>after [find → put]`, with $ when it ends the file and ¬ on a side without a last line break. */
function drawChunk({ find, put, at, noFinalNewline }: Chunk): string {
  const place = `${at.line === null ? "" : `@${at.line}`}${at.after.map((line) => `>${line}`).join("")}`;
  const open = (side: "old" | "new"): string => (noFinalNewline[side] ? "¬" : "");
  return `${place}[${flat(find)}${open("old")} → ${flat(put)}${open("new")}]${at.end ? "$" : ""}`;
}

/** Line breaks as "/", carriage returns as "%". */
function flat(text: string): string {
  return text.replaceAll("\r", "%").replaceAll("\n", "/");
}
