// What a call changes, by the meaning of its parameters. Never guesses a missing one.

import type { Change } from "../../types.ts";
import type { JsonNode } from "./json.ts";
import { meaningOf, REMARKS, type Meaning, type Parameters, type Spec } from "./tool-table.ts";

/** One change a call makes. `parameter`: what the tool calls the text to find. */
export type CalledEdit = {
  readonly path: string;
  readonly change: Change;
  readonly parameter?: string;
};

export type CallReading =
  /** `doubt` null: certain. Else what is uncertain, as a sentence. */
  | { readonly kind: "edits"; readonly edits: readonly CalledEdit[]; readonly doubt: string | null }
  /** `text` holds a patch. */
  | { readonly kind: "patch"; readonly text: string; readonly doubt: string | null }
  /** It reads, searches or runs something. */
  | { readonly kind: "none" }
  | { readonly kind: "malformed"; readonly path: string | null; readonly why: string }
  /** It seems to change a file, and what is missing is not known here. */
  | { readonly kind: "unsure"; readonly path: string | null; readonly why: string };

/** The change that the parameters ask for, or what is wrong with one of them. */
export function made(spec: Spec, parameters: Parameters, doubt: string | null): CallReading {
  const { needs, may = {}, does } = spec;
  if (needs.path === undefined) return inList(parameters.get(needs.edits!), { key: needs.edits!, path: null, doubt }); // Each has its own.
  const path = stringOf(parameters, [needs.path]);
  const wrong = (key: string, must: string): CallReading => ({
    kind: "malformed",
    path,
    why: `The parameter ${key} of the call must be ${must}.`,
  });
  if (path === null || path.trim() === "") return wrong(needs.path, "the path of a file");
  const ready = (...edits: readonly CalledEdit[]): CallReading => ({ kind: "edits", edits, doubt });
  switch (does) {
    case "delete":
      return ready({ path, change: { kind: "delete" } });
    case "write":
    case "create": {
      const content = stringOf(parameters, [needs.content!]);
      if (content === null) return wrong(needs.content!, "a string");
      return ready({ path, change: { kind: does === "create" ? "create" : "overwrite", content } });
    }
    case "insert": {
      const at = parameters.get(needs.line!);
      const line =
        at?.kind === "other" ? at.value : at?.kind === "string" && /^\d+$/.test(at.value) ? Number(at.value) : null;
      const put = stringOf(parameters, [needs.new!]);
      if (typeof line !== "number" || !Number.isSafeInteger(line) || line < 0)
        return wrong(needs.line!, "a line number");
      if (put === null) return wrong(needs.new!, "a string");
      return ready({ path, change: insertion(line, put), parameter: needs.line! });
    }
    case "replace": {
      const every = flagOf(may.all, parameters);
      if (every === null) return wrong(may.all!, "true or false");
      const old = stringOf(parameters, [needs.old!]);
      const newKey = needs.new ?? may.new;
      const put = newKey === undefined || !parameters.has(newKey) ? "" : stringOf(parameters, [newKey]);
      if (old === null) return wrong(needs.old!, "a string");
      if (put === null) return wrong(newKey!, "a string"); // Only a name that is there can be wrong.
      return ready({ path, change: replacement(old, put, every), parameter: needs.old! });
    }
    case "edits":
      return inList(parameters.get(needs.edits!), { key: needs.edits!, path, doubt });
  }
  return does satisfies never;
}

/** The edits of a list. `path`: the file of them all; null when each names its own. */
function inList(
  list: JsonNode | undefined,
  { key, path, doubt }: { readonly key: string; readonly path: string | null; readonly doubt: string | null },
): CallReading {
  const malformed = (must: string): CallReading => ({
    kind: "malformed",
    path,
    why: `The parameter ${key} of the call must be ${must}.`,
  });
  if (list?.kind !== "array" || list.items.length === 0) return malformed("a list of edits");
  const own: readonly Meaning[] = path === null ? ["path"] : [];
  const edits: CalledEdit[] = [];
  for (const item of list.items) {
    if (item.kind !== "object") return malformed("a list of edits");
    const keys = [...item.entries.keys()].filter((name) => !REMARKS.has(name));
    const stringIn = (meaning: Meaning): string | null => {
      const name = keys.find((each) => meaningOf(each) === meaning);
      return name === undefined ? null : stringOf(item.entries, [name]);
    };
    const [file, old, put] = [path ?? stringIn("path"), stringIn("old"), stringIn("new")];
    const every = flagOf(
      keys.find((each) => meaningOf(each) === "all"),
      item.entries,
    );
    const isOther = keys.some((name) => !["old", "new", "all", ...own].includes(meaningOf(name) ?? ""));
    if (file === null || file.trim() === "" || old === null || put === null || every === null || isOther)
      return malformed(`a list of edits, each with ${path === null ? "a path, " : ""}an old and a new string`);
    const parameter = keys.find((each) => meaningOf(each) === "old")!; // It has a value.
    edits.push({ path: file, change: replacement(old, put, every), parameter });
  }
  return { kind: "edits", edits, doubt };
}

/** Null: neither true nor false. */
function flagOf(name: string | undefined, from: Parameters): boolean | null {
  const value = name === undefined ? undefined : from.get(name);
  if (value === undefined) return false;
  if (value.kind === "other" && typeof value.value === "boolean") return value.value;
  return value.kind === "string" && /^(?:true|false)$/.test(value.value) ? value.value === "true" : null;
}

/** Nothing to find means a new file, as Claude Code has it. */
function replacement(find: string, put: string, all: boolean): Change {
  return find === "" ? { kind: "create", content: put } : { kind: "replace", find, put, match: "chars", all };
}

/** Whole lines after this line; 0 is the start of the file. */
function insertion(line: number, text: string): Change {
  const put = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  const at = { line: line + 1, after: [], end: false };
  return { kind: "patch", chunks: [{ find: "", put, at, noFinalNewline: { old: false, new: false } }], to: null };
}

export function stringOf(parameters: Parameters, keys: readonly string[]): string | null {
  const value = keys.map((key) => parameters.get(key)).find((node) => node !== undefined);
  return value?.kind === "string" ? value.value : null;
}
