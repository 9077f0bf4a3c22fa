// Tools that are not in a host's table. By their names and by what their parameters are called: which may change a file,
// which may read one, and which run a command. What looks like none of these passes, so the lists are wide.

import type { ToolCall } from "./types.ts";

export type Input = Readonly<Record<string, unknown>>;
export type NamedTexts = readonly (readonly [name: string, text: string])[];

/** All of an input counts, at any depth: a tool for several files has a list of them. */
export function readUnknownTool(name: string, given: unknown): ToolCall {
  const texts = namedTexts(typeof given === "string" ? (inputIn(given) ?? given) : given);
  const words = wordsOf(name);
  const moved = words.some((word) => MOVES.has(word)) ? movedIn(texts, words) : [];
  if (isChange(texts) || moved.length > 0) {
    const why = `Galley does not know the tool ${JSON.stringify(name)}, and the call looks like a change of a file.`;
    return { kind: "unpredictable", paths: [...new Set([...pathsIn(texts, null), ...moved])], why };
  }
  const command = texts.find(([key, text]) => COMMANDS.test(key) && text !== "");
  if (command !== undefined && words.some((word) => SHELLS.has(word))) return { kind: "command", command: command[1] };
  const paths = texts.filter(([key, text]) => text !== "" && isLookedAt(key, text)).map(([, text]) => text);
  return paths.length === 0 ? { kind: "other" } : { kind: "search", paths, shows: "lines" };
}

/** Whether an object names a file and a text for it, or has a patch. */
export function looksLikeChange(given: unknown): boolean {
  return isChange(namedTexts(given));
}

function isChange(texts: NamedTexts): boolean {
  const hasPath = texts.some(([key]) => PATHS.test(key));
  return texts.some(([key, text]) => (hasPath && TEXTS.test(key)) || isPatch(key, text));
}

function isPatch(key: string, text: string): boolean {
  return PATCH.test(text) || (/patch|diff/i.test(key) && DIFF.test(text));
}

/** What a tool that moves or deletes is about. */
function movedIn(texts: NamedTexts, words: readonly string[]): readonly string[] {
  const isOfFiles = words.some((word) => FILES.has(word));
  return texts
    .filter(([key, text]) => text !== "" && (isLookedAt(key, text) || (isOfFiles && PLACES.test(key))))
    .map(([, text]) => text);
}

/** Every text that may be a path; `own` is the parameter that is one, whatever it is called. */
export function pathsIn(texts: NamedTexts, own: string | null): readonly string[] {
  const paths = texts.filter(([key, text]) => text !== "" && (key === own || PATHS.test(key) || isLookedAt(key, text)));
  return [...new Set(paths.map(([, text]) => text))];
}

export function isLookedAt(key: string, text: string): boolean {
  return LOOKED_AT.test(key) || (/ur[il]s?$/i.test(key) && /^file:/i.test(text));
}

/** Every text of an input with its name; an element of a list has the name of the list, and what is inside one its own too. */
export function namedTexts(given: unknown): NamedTexts {
  const texts: (readonly [string, string])[] = [];
  const open: (readonly [string, unknown])[] = [["", given]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [name, value] = next;
    if (typeof value === "string") texts.push([name, value]);
    else if (Array.isArray(value)) {
      // "edits" is a change whatever its elements are called.
      if (TEXTS.test(name)) texts.push([name, ""]);
      for (const each of value) open.push([name, each]);
    } else if (isInput(value)) for (const key of Object.keys(value)) open.push([key, value[key]]);
  }
  return texts.toReversed();
}

/** The words of `moveFile`, `move_file` and `mcp__files__move_file`, in lower case: what comes before names a server. */
function wordsOf(name: string): readonly string[] {
  const own = name.split(/__|[:.]/).at(-1)!; // Never empty.
  return own
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
}

/** Null for what is not one object in JSON. */
export function inputIn(text: string): Input | null {
  try {
    const value: unknown = JSON.parse(text);
    return isInput(value) ? value : null;
  } catch {
    return null;
  }
}

export function isInput(value: unknown): value is Input {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

const PATHS = /^(?:(?:target_?|notebook_?|absolute_?)?(?:file_?)?path|(?:target_?)?file(?:_?name)?)$/i;
const LOOKED_AT = /(?:path|file|file_?name|dir(?:ectory)?|folder)s?$/i;
const TEXTS =
  /^(?:contents?|(?:new|old|insert)_?(?:str(?:ing)?|text|source)|file_?(?:text|content)|replacement|edits|patch|diff|code_edit)$/i;
const PATCH = /^\s*\*\*\* Begin Patch/;
const DIFF = /^\s*(?:diff --git |--- \S)/;

// Changes of files that need no text.
const MOVES = words(
  "delete remove rm unlink erase trash move rename mv copy cp truncate overwrite replace restore revert",
);
const FILES = words("file files folder folders dir dirs directory directories path paths");
const PLACES = /^(?:source|src|from|old|destination|dest|dst|to|new|target)(?:_?name)?$/i;

const SHELLS = words("bash sh zsh shell powershell pwsh terminal console stdin exec execute command commands");
const COMMANDS = /^(?:commands?|cmd|input|chars|script|code|keys)$/i;
