// An answer read with what its names mean here: which files exist, and, for fences that name none, what the files it
// mentions have in them. Reads only files that may be read without a question.

import { isFailure } from "../../base/index.ts";
import {
  mentionedFiles,
  namelessFences,
  parseAnswer,
  requestsIn,
  soughtLines,
  withGuesses,
  withRequests,
  type Format,
  type ParsedAnswer,
} from "../../edits/index.ts";
import type { ToolWorkspace } from "../context.ts";
import { knownFrom } from "./name-lookup.ts";

type Reading = {
  readonly format: Format | "auto";
  /** Files the model has seen; null: not known. */
  readonly seen: ReadonlyMap<string, unknown> | null;
};

const MOST_BYTES = 1_000_000;
const MOST_SELECTED = 40;

export async function readAnswer(
  text: string,
  { format, seen }: Reading,
  context: Pick<ToolWorkspace, "known" | "readable" | "resolve" | "show"> & { readonly from: string | null },
): Promise<ParsedAnswer> {
  const known = knownFrom(context);
  const answer = parseAnswer(text, format, { known });
  if (format !== "auto" && format !== "whole-file") return answer; // Other fences were not asked for.
  const mentioned = mentionedFiles(text, answer, known);
  const selected =
    mentioned === null || seen === null ? [] : [...seen.keys()].slice(0, MOST_SELECTED).map(context.show);
  const requests = format === "auto" ? requestsIn(text, answer, known) : [];
  const changed = requests.flatMap(({ path, change }) => (change.kind === "replace" ? [path] : []));
  const paths = [...new Set([...(mentioned ?? []), ...selected, ...changed])];
  const files = new Map<string, string>();
  for (const path of paths) {
    const content = await textOf(path, context);
    if (content !== null) files.set(path, content);
  }
  const guessable = new Map([...files].filter(([path]) => mentioned?.includes(path) || selected.includes(path)));
  const guessed = withRequests(text, withGuesses(text, answer, guessable), { requests, files });
  const sought = mentioned === null || guessable.size > 0 ? [] : soughtLines(text, guessed);
  if (sought.length === 0) return withNameless(text, guessed);
  return withGuesses(text, guessed, await filesWith(sought, context));
}

/** The files that have one of these lines; empty when they are many. */
async function filesWith(
  lines: readonly string[],
  context: Pick<ToolWorkspace, "readable" | "resolve" | "show">,
): Promise<ReadonlyMap<string, string>> {
  const pattern = lines.map((line) => line.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)).join("|");
  const { matches, truncated } = await context.readable.grep(pattern, { maxFileBytes: MOST_BYTES });
  const paths = [...new Set(matches.map(({ path }) => context.show(path)))];
  const files = new Map<string, string>();
  if (truncated || paths.length > MOST_SELECTED) return files;
  for (const path of paths) {
    const content = await textOf(path, context);
    if (content !== null) files.set(path, content);
  }
  return files;
}

/** Next to edits, a fence that names no file is named itself: it may have been meant as one. */
function withNameless(text: string, answer: ParsedAnswer): ParsedAnswer {
  const nameless = answer.blocks.length === 0 ? null : namelessFences(text, answer.passages);
  if (nameless === null) return answer;
  return { ...answer, reason: answer.reason === null ? nameless : `${answer.reason}\n${nameless}` };
}

/** Null for what is not a text of a usual size, or may not be read. */
async function textOf(
  path: string,
  { readable, resolve }: Pick<ToolWorkspace, "readable" | "resolve">,
): Promise<string | null> {
  try {
    const { bytes } = await readable.readBytes(readable.resolve(resolve(path, "file")));
    if (bytes.length > MOST_BYTES || bytes.includes(0)) return null;
    return new TextDecoder().decode(bytes).replaceAll("\r\n", "\n");
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}
