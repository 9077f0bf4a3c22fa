// A patch that arrives as a command of a shell: `apply_patch <<'EOF'`, also after `cd FOLDER &&`, as a quoted argument, or
// inside `bash -lc`. Nothing is run or expanded; a command that only may be one is unclear.

import { tokensOf, type Token } from "../edits/index.ts";

export type PatchCommand =
  /** `folder`: the `cd` before it. `wrap` gives the command for another patch. */
  | {
      readonly kind: "patch";
      readonly text: string;
      readonly folder: string | null;
      readonly wrap: (patch: string) => string;
    }
  /** It seems to apply a patch, and which one cannot be seen. */
  | { readonly kind: "unclear" }
  /** It applies none. */
  | { readonly kind: "none" };

const NAMES: ReadonlySet<string> = new Set(["apply_patch", "applypatch"]);
const SHELLS = /(?:^|\/)(?:ba|z|da|k)?sh$/;
const MAY_PATCH = /apply[_-]?patch/;
const BEGIN = "*** Begin Patch";
const HOLDS_PATCH = /^[^\S\n]*\*\*\* (?:Add|Update|Delete) File: /m;

export function readPatchCommand(command: string): PatchCommand {
  // A shell takes out the signs in which a name is written: apply"_"patch.
  const plain = command.replaceAll(/["'\\]/g, "");
  // The name may also be in an escape, a variable or a link: a patch that is in the command is seen anyway.
  if (!MAY_PATCH.test(plain))
    return command.includes(BEGIN) && HOLDS_PATCH.test(command) ? { kind: "unclear" } : { kind: "none" };
  const patch = inHeredoc(command) ?? inArgument(command);
  if (patch !== null) return patch;
  return command.includes(BEGIN) || isCalled(plain) ? { kind: "unclear" } : { kind: "none" };
}

/** The first line names the document; nothing comes after its end. */
function inHeredoc(command: string): PatchCommand | null {
  const text = command.trim();
  const lineEnd = text.indexOf("\n");
  if (lineEnd < 0) return null;
  const start = startOf(tokensOf(text.slice(0, lineEnd)));
  if (start === null) return null;
  const [redirect, delimiter, ...more] = start.rest;
  if (redirect?.kind !== "sign" || !/^<<-?$/.test(redirect.sign) || delimiter?.kind !== "word" || more.length > 0)
    return null;
  const lines = text.slice(lineEnd + 1).split("\n");
  const end = lines.findIndex((line) => (redirect.sign === "<<-" ? line.replace(/^\t+/, "") : line) === delimiter.text);
  if (end !== lines.length - 1) return null;
  const body = lines.slice(0, end).map((line) => (redirect.sign === "<<-" ? line.replace(/^\t+/, "") : line));
  const patch = `${body.join("\n")}\n`;
  // Without quotes a shell acts on these signs, and a host that reads the patch itself does not.
  if (!delimiter.isQuoted && /[$`\\]/.test(patch)) return { kind: "unclear" };
  return found(patch, start.folder);
}

function inArgument(command: string): PatchCommand | null {
  const tokens = tokensOf(command.trim());
  const start = startOf(tokens);
  const [argument, ...more] = start?.rest ?? [];
  if (start !== null && argument?.kind === "word" && argument.text.includes(BEGIN) && more.length === 0)
    return argument.expands ? { kind: "unclear" } : found(argument.text, start.folder);
  const [shell, option, script, ...others] = tokens ?? [];
  const isShell =
    shell?.kind === "word" && SHELLS.test(shell.text) && option?.kind === "word" && /^-l?c$/.test(option.text);
  if (!isShell || script?.kind !== "word" || others.length > 0) return null;
  if (script.expands) return MAY_PATCH.test(script.text) ? { kind: "unclear" } : null;
  return readPatchCommand(script.text);
}

/** What follows the name of the program, with the `cd` before it. */
function startOf(
  tokens: readonly Token[] | null,
): { readonly folder: string | null; readonly rest: readonly Token[] } | null {
  if (tokens === null) return null;
  const [cd, folder, and] = tokens;
  // Only a path that begins so is taken as it is: `~`, `-` and, through CDPATH, any other are found elsewhere.
  const isPlain = folder?.kind === "word" && !folder.expands && /^\.{0,2}\//.test(folder.text);
  const hasFolder = cd?.kind === "word" && cd.text === "cd" && isPlain;
  const isAfter = hasFolder && and?.kind === "sign" && and.sign === "&&";
  const name = tokens[isAfter ? 3 : 0];
  if (name?.kind !== "word" || !NAMES.has(name.text)) return null;
  return { folder: isAfter ? folder.text : null, rest: tokens.slice(isAfter ? 4 : 1) };
}

function found(text: string, folder: string | null): PatchCommand {
  const cd = folder === null ? "" : `cd '${folder.replaceAll("'", "'\\''")}' && `;
  return {
    kind: "patch",
    text,
    folder,
    wrap: (patch) => {
      const lines = new Set(patch.split("\n"));
      let delimiter = "EOF";
      while (lines.has(delimiter)) delimiter = `${delimiter}_`;
      return `${cd}apply_patch <<'${delimiter}'\n${patch.endsWith("\n") ? patch : `${patch}\n`}${delimiter}\n`;
    },
  };
}

/** The name is where a shell looks for a program, not a word of another command. */
function isCalled(command: string): boolean {
  return CALLED.test(command) || STARTED.test(command);
}

// Every sign is looked at a limited number of times: no part matches what the part before it may match.
const WORD = String.raw`[^\s;&|({!<\x60]`;
const NAME = String.raw`(?:${WORD}*\/)?apply_?patch(?=\s|$|<)`;
const BEFORE = String.raw`(?:\w+=${WORD}*|sudo|exec|command|builtin|env|nohup|time|nice)[^\S\n]+`;
const CALLED = new RegExp(String.raw`(?:^|[;&|({!\n\x60]|\b(?:then|do|else)\s)[^\S\n]*(?:${BEFORE})*${NAME}`);
/** By another program, or by Codex itself. */
const STARTED = new RegExp(
  String.raw`(?:\bxargs|\s-exec(?:dir)?|\bparallel)(?:\s+(?:-\S+|\d+))*\s+${NAME}|--codex-run-as-apply-patch`,
);
