// The tools by which agents change files: what each is called, and what its parameters mean. A call is certain only when
// it has exactly the parameters of its tool. Never guesses a missing one.

import type { Change } from "../../types.ts";
import type { JsonNode } from "./json.ts";

export type Parameters = ReadonlyMap<string, JsonNode>;

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

type Spec = {
  readonly names: readonly string[];
  /** The parameters the call must have, by what they mean. */
  readonly needs: Readonly<Partial<Record<Meaning, string>>>;
  /** Those it may have. */
  readonly may?: Readonly<Partial<Record<Meaning, string>>>;
  /** `command` that chooses among what a tool does. */
  readonly command?: string;
  readonly does: "replace" | "edits" | "write" | "create" | "insert" | "delete";
};

type Meaning = "path" | "old" | "new" | "all" | "content" | "edits" | "line";

const STRINGS = { path: "file_path", old: "old_string", new: "new_string" };
const CAMEL = { path: "filePath", old: "oldString", new: "newString" };
const EDITORS = ["str_replace_editor", "str_replace_based_edit_tool", "text_editor", "file_editor"];

const SPECS: readonly Spec[] = [
  { names: ["Edit"], needs: STRINGS, may: { all: "replace_all" }, does: "replace" },
  { names: ["MultiEdit"], needs: { path: "file_path", edits: "edits" }, does: "edits" },
  { names: ["Write", "write_file"], needs: { path: "file_path", content: "content" }, does: "write" },
  { names: ["edit_file"], needs: { ...STRINGS, path: "path" }, may: { all: "replace_all" }, does: "replace" },
  { names: ["edit_file"], needs: { path: "path", edits: "edits" }, does: "edits" },
  { names: ["edit"], needs: { path: "path", old: "oldText", new: "newText" }, does: "replace" },
  { names: ["edit"], needs: CAMEL, may: { all: "replaceAll" }, does: "replace" },
  { names: ["replace", "search_replace"], needs: STRINGS, does: "replace" },
  { names: ["replace_string_in_file"], needs: CAMEL, does: "replace" },
  { names: ["search_and_replace"], needs: { path: "path", old: "search", new: "replace" }, does: "replace" },
  { names: ["write_file", "write_to_file"], needs: { path: "path", content: "content" }, does: "write" },
  { names: ["write"], needs: { path: "filePath", content: "content" }, does: "write" },
  { names: ["create_file"], needs: { path: "filePath", content: "content" }, does: "create" },
  { names: ["create_file"], needs: { path: "path", content: "content" }, does: "create" },
  { names: ["rm", "delete_file"], needs: { path: "path" }, does: "delete" },
  { names: ["delete_file"], needs: { path: "target_file" }, does: "delete" },
  { names: EDITORS, command: "create", needs: { path: "path", content: "file_text" }, does: "write" },
  {
    names: EDITORS,
    command: "str_replace",
    needs: { path: "path", old: "old_str" },
    may: { new: "new_str" },
    does: "replace",
  },
  { names: EDITORS, command: "insert", needs: { path: "path", line: "insert_line", new: "new_str" }, does: "insert" },
  {
    names: EDITORS,
    command: "insert",
    needs: { path: "path", line: "insert_line", new: "insert_text" },
    does: "insert",
  },
];

/** Parameters that only say something about the call. */
const REMARKS = new Set(["explanation", "description", "instruction", "instructions", "reason", "line_count", "id"]);

const MEANINGS: Readonly<Record<Meaning, readonly string[]>> = {
  path: ["file_path", "path", "filePath", "filepath", "target_file", "TargetFile", "filename", "file_name", "file"],
  old: [
    "old_string",
    "old_str",
    "oldString",
    "oldStr",
    "oldText",
    "old_text",
    "old_content",
    "oldContent",
    "old_code",
    "TargetContent",
    "search",
    "search_text",
    "find",
  ],
  new: [
    "new_string",
    "new_str",
    "newString",
    "newStr",
    "newText",
    "new_text",
    "new_content",
    "newContent",
    "new_code",
    "replace_text",
    "ReplacementContent",
    "replace",
    "replacement",
    "insert_text",
  ],
  all: ["replace_all", "replaceAll", "allow_multiple", "AllowMultiple"],
  content: ["content", "contents", "file_text", "file_content", "text", "code", "code_edit", "CodeContent"],
  edits: ["edits", "ReplacementChunks", "replacements"],
  line: ["insert_line"],
};

const MEANING_OF: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(MEANINGS).flatMap(([meaning, keys]) => keys.map((key) => [key, meaning as Meaning])), // A key of the table.
);

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

function meaningOf(key: string): Meaning | null {
  return MEANING_OF.get(key) ?? null;
}

/** The change that the parameters ask for, or what is wrong with one of them. */
function made(spec: Spec, parameters: Parameters, doubt: string | null): CallReading {
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
export function insertion(line: number, text: string): Change {
  const put = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  const at = { line: line + 1, after: [], end: false };
  return { kind: "patch", chunks: [{ find: "", put, at, noFinalNewline: { old: false, new: false } }], to: null };
}

function stringOf(parameters: Parameters, keys: readonly string[]): string | null {
  const value = keys.map((key) => parameters.get(key)).find((node) => node !== undefined);
  return value?.kind === "string" ? value.value : null;
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
