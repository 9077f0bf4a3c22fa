// Which tool a call is of, and whether it is one that changes files: the table is in tool-table.ts. A call is certain only
// when it has exactly the parameters of its tool.

import type { JsonNode } from "./json.ts";
import { made, stringOf, type CallReading } from "./called-edits.ts";
import {
  EDITORS,
  meaningOf,
  MEANINGS,
  REMARKS,
  SPECS,
  type Meaning,
  type Parameters,
  type Spec,
} from "./tool-table.ts";

const KNOWN = new Set(SPECS.flatMap(({ names }) => names));
const PATCH_TOOLS = new Set(["apply_patch", "applypatch"]);
const SHELLS = new Set(["shell", "local_shell", "container.exec", "exec_command", "bash", "Bash"]);
/** What a tool that changes files does, as the beginning of a word in its name. */
const DEEDS =
  /^(?:re)?(?:write|edit|create|replace|patch|insert|delete|remove|update|modify|append|rename|move|overwrite)/;

/** "strReplace", "str-replace-editor" and "multi_replace_string_in_file" replace something. */
function writes(name: string): boolean {
  const words = name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word) => DEEDS.test(word));
}

/** A command that is no patch: no edit, and not run here. */
export function runsCommand(name: string, parameters: Parameters): boolean {
  return SHELLS.has(name) && patchIn(parameters) === null;
}

export function isKnownTool(name: string): boolean {
  return KNOWN.has(name) || EDITORS.includes(editorOf(name)) || PATCH_TOOLS.has(name);
}

/** Whether these are parameters of a tool that changes files, and nothing else. */
export function isParameterSet(entries: Parameters): boolean {
  const known = [...entries.keys()].filter((key) => !REMARKS.has(key) && key !== "command");
  if (known.length === 0) return patchIn(entries) !== null;
  const meanings = known.map(meaningOf);
  if (known.length === 1 && patchIn(entries) !== null) return true;
  if (!meanings.every((meaning) => meaning !== null) || new Set(meanings).size < meanings.length) return false;
  const has = (...all: readonly Meaning[]): boolean => all.every((meaning) => meanings.includes(meaning));
  return (
    has("path") &&
    (has("old", "new") || has("content") || has("edits") || has("line", "new") || isEditorCommand(entries))
  );
}

function isEditorCommand(entries: Parameters): boolean {
  const command = entries.get("command");
  return command?.kind === "string" && SPECS.some((spec) => spec.command === command.value);
}

/** What a call does; `name` null: only parameters are there. */
export function readCall(name: string | null, given: Parameters): CallReading {
  const parameters = withNumbered(given);
  const patch = patchIn(parameters);
  if (patch !== null && (name === null || PATCH_TOOLS.has(name) || SHELLS.has(name)))
    return { kind: "patch", text: patch.text, doubt: patch.isWhole ? null : SHELL_PATCH };
  if (name !== null && (SHELLS.has(name) || !(isKnownTool(name) || writes(name) || isReplacement(parameters))))
    return { kind: "none" };
  const own = SPECS.filter(({ names }) => name === null || names.includes(editorOf(name)));
  const exact = name === null ? undefined : own.find((spec) => isExactly(spec, parameters));
  if (exact !== undefined) return made(exact, parameters, null);
  if (name !== null && EDITORS.includes(editorOf(name)) && !isEditorCommand(parameters)) return { kind: "none" };
  const loose = looseSpec(parameters);
  const path = stringOf(parameters, MEANINGS.path);
  if (loose === null) return missing(name, path, own);
  const doubt =
    name === null
      ? "These are the parameters of a tool that changes files, without the name of the tool."
      : isKnownTool(name)
        ? `The parameters of ${JSON.stringify(name)} have other names than usual.`
        : `${JSON.stringify(name)} is not a tool that is known here, but its parameters are those of a tool that changes files.`;
  return made(loose, parameters, doubt);
}

/** Old and new text, and a file: whatever the tool is called. */
function isReplacement(parameters: Parameters): boolean {
  const meanings = new Set([...parameters.keys()].map(meaningOf));
  return meanings.has("path") && meanings.has("old") && meanings.has("new");
}

const NUMBERED = /^(old|new)_str(?:ing)?_(\d{1,2})$/;

/** `old_str_1`, `new_str_1` and so on are a list of edits. */
function withNumbered(parameters: Parameters): Parameters {
  const edits = new Map<string, Map<string, JsonNode>>();
  const rest = new Map<string, JsonNode>();
  for (const [key, value] of parameters) {
    const [, part, number] = NUMBERED.exec(key) ?? [];
    if (part === undefined || number === undefined) {
      rest.set(key, value);
      continue;
    }
    const edit = edits.get(number) ?? new Map<string, JsonNode>();
    edits.set(number, edit.set(`${part}_str`, value));
  }
  if (edits.size === 0 || rest.has("edits")) return parameters;
  const items = [...edits.values()].map((entries) => ({ kind: "object", from: 0, to: 0, entries }) as const);
  return rest.set("edits", { kind: "array", from: 0, to: 0, items });
}

const SHELL_PATCH = "The patch is part of a shell command, and no command is run here.";

function missing(name: string | null, path: string | null, own: readonly Spec[]): CallReading {
  const needed = [...new Set(own.map(({ needs }) => Object.values(needs).join(", ")))].join("; or ");
  const called = name === null ? "The call" : `The call of ${JSON.stringify(name)}`;
  if (needed !== "")
    return { kind: "malformed", path, why: `${called} does not have the parameters it needs: ${needed}.` };
  return {
    kind: "unsure",
    path,
    why: `${called} seems to change ${path ?? "a file"}, but it is not known here what it does. Send it as a call of edit_file (path, old_string, new_string) or write_file (path, content).`,
  };
}

/** text_editor_20250124 is a text_editor. */
function editorOf(name: string): string {
  return name.replace(/_\d{8}$/, "");
}

function isExactly({ needs, may = {}, command }: Spec, parameters: Parameters): boolean {
  const allowed = new Set([
    ...Object.values(needs),
    ...Object.values(may),
    ...(command === undefined ? [] : ["command"]),
  ]);
  const given = parameters.get("command");
  if (command !== undefined && !(given?.kind === "string" && given.value === command)) return false;
  if (!Object.values(needs).every((key) => parameters.has(key))) return false;
  return [...parameters.keys()].every((key) => allowed.has(key) || REMARKS.has(key));
}

/** What the parameters mean by their names alone. */
function looseSpec(parameters: Parameters): Spec | null {
  const found: Partial<Record<Meaning, string>> = {};
  for (const key of parameters.keys()) {
    const meaning = meaningOf(key);
    if (meaning !== null) found[meaning] ??= key;
  }
  const { path, old, content, line, edits } = found;
  const names: readonly string[] = [];
  if (path === undefined) return edits === undefined ? null : { names, needs: { edits }, does: "edits" };
  if (old !== undefined && found.new !== undefined)
    return { names, needs: { path, old, new: found.new }, may: allOf(found), does: "replace" };
  if (edits !== undefined) return { names, needs: { path, edits }, does: "edits" };
  if (line !== undefined && found.new !== undefined)
    return { names, needs: { path, line, new: found.new }, does: "insert" };
  return content === undefined || old !== undefined || found.new !== undefined
    ? null
    : { names, needs: { path, content }, does: "write" };
}

function allOf({ all }: Partial<Record<Meaning, string>>): Spec["may"] & {} {
  return all === undefined ? {} : { all };
}

const BEGIN = "*** Begin Patch";

/** The patch of `["apply_patch", "*** Begin Patch…"]`, `{"input": …}`, or inside a command of a shell. */
function patchIn(parameters: Parameters): { readonly text: string; readonly isWhole: boolean } | null {
  const command = parameters.get("command") ?? parameters.get("cmd");
  const words =
    command?.kind === "array" ? command.items.map((item) => (item.kind === "string" ? item.value : "")) : [];
  if (words.length === 2 && PATCH_TOOLS.has(words[0]!) && words[1]!.trimStart().startsWith(BEGIN))
    return { text: words[1]!, isWhole: true };
  const direct = stringOf(parameters, ["input", "patch", "patchText"]);
  if (direct?.trimStart().startsWith(BEGIN)) return { text: direct, isWhole: true };
  const spoken = command?.kind === "string" ? command.value : words.join(" ");
  const from = /\bapply_?patch\b/.test(spoken) ? spoken.indexOf(BEGIN) : -1;
  return from < 0 ? null : { text: spoken.slice(from), isWhole: false };
}
