// How much work a call is, before any of it is done. Planning keeps a process busy, and a host that waits in vain writes
// the file: what may take long is answered in a process of its own, and what no one can review in time is denied at once.

import { resolve } from "node:path";
import { counted } from "../base/index.ts";
import type { ToolCall } from "./types.ts";

export type Size =
  | { readonly kind: "small" }
  | { readonly kind: "large" }
  /** `why` is a sentence that says what to send instead. */
  | { readonly kind: "too-large"; readonly why: string };

// No one reviews more than that in one call. Measured on a slow machine, such a call is planned within seconds.
const MOST_PARTS = 200;
const MOST_CHARACTERS = 4_194_304;
const MOST_LINES = 100_000;
// Below these the whole hook takes well under a second.
const SMALL_PARTS = 20;
const SMALL_CHARACTERS = 32_768;
const SMALL_BYTES = 262_144;

export type SizeOptions = {
  readonly cwd: string;
  /** Of the whole message, in characters. */
  readonly length: number;
  /** Of the file at an absolute path; 0 for what cannot be looked at: it is refused later, with the reason. */
  readonly bytesAt: (path: string) => number;
};

/** Reads nothing of a file but its size. */
export function sizeOf(tool: ToolCall, { cwd, length, bytesAt }: SizeOptions): Size {
  if (tool.kind === "other") return { kind: "small" };
  const { parts, paths, what } = partsOf(tool);
  if (parts > MOST_PARTS)
    return tooLarge(`has ${counted(parts, what)}, and at most ${MOST_PARTS} can be reviewed at once`);
  if (length > MOST_CHARACTERS)
    return tooLarge(`has ${counted(length, "character")}, and at most ${MOST_CHARACTERS} can be reviewed at once`);
  const lines = linesIn(tool);
  if (lines > MOST_LINES)
    return tooLarge(`has ${counted(lines, "line")}, and at most ${MOST_LINES} can be reviewed at once`);
  const bytesOf = (): number => paths.reduce((sum, path) => sum + bytesAt(resolve(cwd, path)), 0);
  const isSmall = parts <= SMALL_PARTS && length <= SMALL_CHARACTERS && bytesOf() <= SMALL_BYTES;
  return { kind: isSmall ? "small" : "large" };
}

function tooLarge(what: string): Size {
  return { kind: "too-large", why: `This call ${what}. Send it in smaller calls.` };
}

type Parts = { readonly parts: number; readonly paths: readonly string[]; readonly what: string };

function partsOf(tool: Exclude<ToolCall, { kind: "other" }>): Parts {
  switch (tool.kind) {
    case "edit":
      return { parts: tool.edits.length, paths: [tool.path], what: "edit" };
    case "patch":
      return inPatch(tool.text);
    case "command":
      return inPatch(tool.command); // It may be one.
    case "search":
    case "unpredictable":
      return { parts: tool.paths.length, paths: [], what: "path" };
    default:
      return { parts: 1, paths: [tool.path], what: "file" };
  }
}

/** Chunks count too: each is looked for in its file. */
function inPatch(text: string): Parts {
  // Within a line: what may cross lines is looked for again from each of them.
  const sections = text.matchAll(/^[^\S\n]*\*\*\* (?:Add|Update|Delete) File: (.*)$/gm);
  const paths = [...sections].map(([, path]) => path!.trim());
  const chunks = [...text.matchAll(/^[^\S\n]*@@/gm)].length;
  return { parts: Math.max(paths.length, chunks), paths, what: "change" };
}

function linesIn(tool: ToolCall): number {
  switch (tool.kind) {
    case "edit":
      return tool.edits.reduce((sum, { find, put }) => sum + breaksIn(find) + breaksIn(put), 0);
    case "write":
      return breaksIn(tool.content);
    case "patch":
      return breaksIn(tool.text);
    case "command":
      return breaksIn(tool.command);
    default:
      return 0;
  }
}

function breaksIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
