// The text of a settings file with our change in it, and without it. Everything that is not ours stays, byte for byte.
// Pure: reading and writing the file is the caller's.

import { isDeepStrictEqual } from "node:util";
import {
  appendTo,
  elementsOf,
  MARK,
  nodeAt,
  readJson,
  readJsonValue,
  removeAt,
  setAt,
  valueOf,
  withoutMark,
  type JsonPath,
} from "./json-text.ts";
import { tomlWith, tomlWithout } from "./toml-text.ts";
import type { Change, IsOurs, JsonEntry } from "./types.ts";

export type NewText =
  /** null: the file goes. */
  | { readonly kind: "text"; readonly text: string | null }
  /** It already is as it should be. */
  | { readonly kind: "same" }
  /** `why` is a sentence. */
  | { readonly kind: "refused"; readonly why: string };

/** `text` null: there is no such file. */
export function installed(change: Change, text: string | null): NewText {
  return afterMark(change, text, (own) => withChange(change, own));
}

export function uninstalled(change: Change, text: string | null): NewText {
  return text === null ? { kind: "same" } : afterMark(change, text, (own) => withoutChange(change, own ?? ""));
}

/** A byte order mark is no part of JSON or TOML; it stays where it is. */
function afterMark({ kind }: Change, text: string | null, edit: (text: string | null) => NewText): NewText {
  const rest = text === null || kind === "file" ? text : withoutMark(text);
  const next = edit(rest);
  const isMarked = next.kind === "text" && next.text !== null && rest !== text;
  return isMarked ? { kind: "text", text: MARK + next.text } : next;
}

function withChange(change: Change, text: string | null): NewText {
  switch (change.kind) {
    case "json":
      return jsonWith(change.entries, text ?? "");
    case "file":
      return text === null || change.isOurs(text) ? asNew(change.content, text) : FOREIGN;
    case "toml":
      return tomlWith(change, text ?? "");
    default:
      return change satisfies never;
  }
}

function withoutChange(change: Change, text: string): NewText {
  switch (change.kind) {
    case "json":
      return jsonWithout(change.entries, text);
    case "file":
      return text === change.content
        ? { kind: "text", text: null }
        : { kind: "refused", why: "It is not the file that galley wrote. Check it and delete it yourself." };
    case "toml":
      return tomlWithout(change, text);
    default:
      return change satisfies never;
  }
}

const FOREIGN: NewText = {
  kind: "refused",
  why: "There is a file of this name that galley did not write. Rename it first. Nothing was changed.",
};

function asNew(next: string, text: string | null): NewText {
  return next === text ? { kind: "same" } : { kind: "text", text: next };
}

function jsonWith(entries: readonly JsonEntry[], text: string): NewText {
  const broken = refusal(text);
  if (broken !== null) return broken;
  let next = text;
  for (const entry of entries) {
    const added = withEntry(next, entry);
    if (added === null) {
      const at = entry.path.join(".");
      return {
        kind: "refused",
        why: `"${at}" is something else already, which galley does not change. Nothing was changed.`,
      };
    }
    next = added;
  }
  return asNew(next, text);
}

function jsonWithout(entries: readonly JsonEntry[], text: string): NewText {
  const broken = refusal(text);
  if (broken !== null) return broken;
  let next = text;
  for (const entry of entries) for (const path of pathsOf(next, entry).toReversed()) next = removeAt(next, path);
  if (next === text) return { kind: "same" };
  // What only the program's format required goes when nothing else is left.
  const constants = entries.filter(({ kind }) => kind === "constant");
  const rest = rootOf(next);
  const isEmpty =
    rest === null ||
    Object.keys(rest).every((name) => constants.some(({ path }) => path.length === 1 && path[0] === name));
  return { kind: "text", text: isEmpty && !hasComments(next) ? null : next };
}

function refusal(text: string): NewText | null {
  const read = readJson(text);
  if (read.kind === "broken")
    return {
      kind: "refused",
      why: `Line ${read.line} is not valid JSON (${read.why}). Fix that first. Nothing was changed.`,
    };
  if (read.root === null || read.root.type === "object") return null;
  return { kind: "refused", why: "It is not a JSON object. Nothing was changed." };
}

function withEntry(text: string, entry: JsonEntry): string | null {
  const there = readJsonValue(text, entry.path);
  switch (entry.kind) {
    case "constant":
      return there === undefined ? setAt(text, entry.path, entry.value) : text;
    case "member":
      return withMember(text, entry, there);
    case "group":
    case "element": {
      const paths = pathsOf(text, entry);
      const last = paths.at(-1);
      const isWhole = last?.length === entry.path.length + 1;
      // What shares a group with others is taken out of it, and what is there twice goes once.
      const once = (isWhole ? paths.slice(0, -1) : paths).toReversed().reduce(removeAt, text);
      if (!isWhole) return appendTo(once, entry.path, entry.value);
      const own = pathsOf(once, entry)[0]!; // It was kept.
      return isDeepStrictEqual(readJsonValue(once, own), entry.value) ? once : setAt(once, own, entry.value);
    }
    default:
      return entry satisfies never;
  }
}

/** Members that are not ours, an environment for example, stay in it. */
function withMember(text: string, entry: Extract<JsonEntry, { kind: "member" }>, there: unknown): string | null {
  if (there === undefined) return setAt(text, entry.path, entry.value);
  if (!entry.isOurs(there)) return null;
  let next: string | null = text;
  for (const [name, value] of Object.entries(entry.value)) {
    if (next === null) return null;
    const path = [...entry.path, name];
    if (!isDeepStrictEqual(readJsonValue(next, path), value)) next = setAt(next, path, value);
  }
  return next;
}

/** Where our part of an entry is now. A constant is not ours alone. */
function pathsOf(text: string, entry: JsonEntry): readonly JsonPath[] {
  const read = readJson(text);
  const root = read.kind === "json" ? read.root : null;
  switch (entry.kind) {
    case "constant":
      return [];
    case "member": {
      const node = nodeAt(root, entry.path);
      return node !== null && entry.isOurs(valueOf(node)) ? [entry.path] : [];
    }
    case "element":
      return oursIn(root, entry.path, entry.isOurs);
    case "group":
      return elementsOf(nodeAt(root, entry.path)).flatMap((_, at) => {
        const path = [...entry.path, at];
        const inner = oursIn(root, [...path, "hooks"], entry.isOurs);
        const isWhole = inner.length > 0 && inner.length === elementsOf(nodeAt(root, [...path, "hooks"])).length;
        return isWhole ? [path] : inner;
      });
    default:
      return entry satisfies never;
  }
}

function oursIn(root: ReturnType<typeof nodeAt>, path: JsonPath, isOurs: IsOurs): readonly JsonPath[] {
  return elementsOf(nodeAt(root, path)).flatMap((node, at) => (isOurs(valueOf(node)) ? [[...path, at]] : []));
}

function rootOf(text: string): object | null {
  const value = readJsonValue(text, []);
  return typeof value === "object" ? value : null;
}

function hasComments(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}
