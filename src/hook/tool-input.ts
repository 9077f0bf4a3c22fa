// The parameters of hosts' tools as data: what a tool does, and what it calls the parts. Reads a call by that, and writes
// another change into the same input, with every other parameter as it was.

import { isAbsolute } from "node:path";
import type { HookCall, Host, Replacement, ToolCall, ToolSpec } from "./types.ts";
import { inputIn, isInput, isLookedAt, namedTexts, pathsIn, readUnknownTool, type Input } from "./unknown-tool.ts";

/** A change that a tool can be asked for. */
export type ToolChange =
  | { readonly kind: "edit"; readonly edit: Replacement }
  | { readonly kind: "write"; readonly content: string }
  | { readonly kind: "patch"; readonly text: string };

/** Null for a tool that is not known. */
export function specOf({ tools }: Host, { tool }: HookCall): ToolSpec | null {
  return Object.hasOwn(tools, tool) ? tools[tool]! : null;
}

export function toolCallOf(host: Host, call: HookCall): ToolCall {
  const spec = specOf(host, call);
  return spec === null ? readUnknownTool(call.tool, call.input) : readTool(spec, call.input);
}

/** What a call does. A parameter that is not known may change what is written, so nothing is predicted then. */
function readTool(spec: ToolSpec, given: unknown): ToolCall {
  if (spec.does === "patch" && spec.text === null)
    return typeof given === "string" ? { kind: "patch", text: given, folder: null } : wrong([], "the patch");
  if (typeof given === "string" && (spec.does === "command" || spec.does === "read" || spec.does === "search"))
    return readTool(spec, inputIn(given)); // Some hosts send the parameters as JSON.
  if (!isInput(given)) return wrong([], "input");
  const text = (name: string): string | null => (typeof given[name] === "string" ? given[name] : null);
  const path = "path" in spec ? text(spec.path) : null;
  const changed = (): readonly string[] => pathsIn(namedTexts(given), "path" in spec ? spec.path : null);
  switch (spec.does) {
    case "command": {
      const command = text(spec.command) ?? wordsIn(given[spec.command]);
      return command === null ? wrong([], spec.command) : { kind: "command", command };
    }
    case "read": {
      if (path === null && given[spec.path] !== undefined) return wrong([], spec.path);
      const named = namedTexts(given).filter(([key, value]) => key === spec.path || isLookedAt(key, value));
      const paths = [...new Set(named.map(([, value]) => value))];
      const [first] = paths;
      if (first === undefined) return wrong([], spec.path);
      // A second name may be the one that counts.
      return paths.length === 1 ? { kind: "read", path: first } : { kind: "search", paths, shows: "lines" };
    }
    case "search": {
      const paths = spec.paths.flatMap((name) => textsIn(given[name]));
      const patterns = (spec.patterns ?? []).flatMap((name) => textsIn(given[name]));
      return { kind: "search", paths: [...paths, ...patternsBelow(paths, patterns)], shows: spec.shows };
    }
    case "unpredictable":
      return {
        kind: "unpredictable",
        paths: changed(),
        why: "What this tool will write cannot be known before it runs.",
      };
    case "patch": {
      const name = spec.text!; // A patch that is the input itself was read above.
      const unknown = unknownIn(given, [name], spec);
      if (unknown !== null) return unpredictable(changed(), unknown);
      const patch = text(name);
      return patch === null ? wrong(changed(), name) : { kind: "patch", text: patch, folder: null };
    }
    case "write": {
      if (path === null) return wrong(changed(), spec.path);
      const unknown = unknownIn(given, [spec.path, spec.content], spec);
      if (unknown !== null) return unpredictable(changed(), unknown);
      const content = text(spec.content);
      return content === null ? wrong(changed(), spec.content) : { kind: "write", path, content };
    }
    case "delete": {
      if (path === null) return wrong(changed(), spec.path);
      const unknown = unknownIn(given, [spec.path], spec);
      return unknown === null ? { kind: "delete", path } : unpredictable(changed(), unknown);
    }
    case "edit": {
      if (path === null) return wrong(changed(), spec.path);
      const unknown = unknownIn(given, [spec.path, spec.find, spec.put, spec.all ?? ""], spec);
      if (unknown !== null) return unpredictable(changed(), unknown);
      const edit = replacementIn(given, spec);
      return edit === null ? wrong(changed(), `${spec.find} and ${spec.put}`) : { kind: "edit", path, edits: [edit] };
    }
    case "edits": {
      if (path === null) return wrong(changed(), spec.path);
      const unknown = unknownIn(given, [spec.path, spec.edits], spec);
      if (unknown !== null) return unpredictable(changed(), unknown);
      const list: unknown = given[spec.edits];
      const edits = Array.isArray(list) ? list.map((one) => (isInput(one) ? replacementIn(one, spec) : null)) : [];
      const known = edits.filter((edit) => edit !== null);
      if (known.length === 0 || known.length < edits.length) return wrong(changed(), spec.edits);
      return { kind: "edit", path, edits: known };
    }
    default:
      return spec satisfies never;
  }
}

/** A command as a list of words, written for a shell; null for what is none. */
function wordsIn(given: unknown): string | null {
  if (!Array.isArray(given) || given.length === 0 || !given.every((word) => typeof word === "string")) return null;
  return given.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}

function textsIn(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === "string" && each !== "");
}

/** A pattern is about what is below the paths that are named with it. */
function patternsBelow(paths: readonly string[], patterns: readonly string[]): readonly string[] {
  const below = (path: string, pattern: string): string =>
    isAbsolute(pattern) ? pattern : `${path.replace(/\/$/, "")}/${pattern}`;
  return paths.length === 0 ? patterns : paths.flatMap((path) => patterns.map((pattern) => below(path, pattern)));
}

/** The same input with another change; null where the tool cannot make such a change. */
export function withChange(spec: ToolSpec, given: unknown, change: ToolChange): unknown {
  if (spec.does === "patch" && change.kind === "patch")
    return spec.text === null ? change.text : { ...asInput(given), [spec.text]: change.text };
  if (spec.does === "command" && change.kind === "patch" && !Array.isArray(asInput(given)[spec.command]))
    return { ...asInput(given), [spec.command]: change.text };
  if (spec.does === "write" && change.kind === "write") return { ...asInput(given), [spec.content]: change.content };
  if (spec.does === "edit" && change.kind === "edit") return { ...asInput(given), ...parametersOf(change.edit, spec) };
  if (spec.does === "edits" && change.kind === "edit")
    return { ...asInput(given), [spec.edits]: [parametersOf(change.edit, spec)] };
  return null;
}

/** The same input with another path; null where the tool takes none. */
export function withPath(spec: ToolSpec, given: unknown, path: string): unknown {
  return "path" in spec ? { ...asInput(given), [spec.path]: path } : null;
}

type EditNames = { readonly find: string; readonly put: string; readonly all: string | null };

function replacementIn(input: Input, { find, put, all }: EditNames): Replacement | null {
  const every = all === null ? false : (input[all] ?? false);
  const [old, fresh] = [input[find], input[put]];
  if (typeof old !== "string" || typeof fresh !== "string" || typeof every !== "boolean") return null;
  return { find: old, put: fresh, all: every };
}

function parametersOf({ find: old, put: fresh, all: every }: Replacement, { find, put, all }: EditNames): Input {
  return { [find]: old, [put]: fresh, ...(all !== null && { [all]: every }) };
}

function unknownIn(input: Input, known: readonly string[], { may = [] }: ToolSpec): string | null {
  return Object.keys(input).find((key) => !known.includes(key) && !may.includes(key)) ?? null;
}

function unpredictable(paths: readonly string[], parameter: string): ToolCall {
  const why = `The parameter ${JSON.stringify(parameter)} of this tool is not known to galley, so what it will write cannot be known.`;
  return { kind: "unpredictable", paths, why };
}

function wrong(paths: readonly string[], parameter: string): ToolCall {
  return {
    kind: "unpredictable",
    paths,
    why: `The call has no usable ${parameter}, so what it will do cannot be known.`,
  };
}

function asInput(value: unknown): Input {
  return isInput(value) ? value : {};
}
