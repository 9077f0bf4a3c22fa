// A tool's result as the model reads it: plain text, because text inside JSON is text a model copies wrongly.

import { LIMITS, counted } from "../../base/index.ts";
import type { FileContent, FileEntry, GrepResult } from "../../fs/index.ts";
import { fenced } from "../../text/index.ts";
import type { ToolResult } from "../../tools/index.ts";

/** Longer results are cut, and say so: a context is not endless. */
export const MAX_RESULT_CHARS: number = LIMITS.resultChars.value;

export function renderResult(tool: string, result: ToolResult): string {
  return bounded(result.success ? success(tool, result.message, result.value) : failed(result));
}

function success(tool: string, message: string, value: unknown): string {
  switch (tool) {
    case "read_file": {
      const { content } = value as FileContent; // read_file's own value.
      return content === "" ? message : `${message}\n\n${content}`;
    }
    case "ls":
    case "glob":
      return lines(message, (value as readonly FileEntry[]).map(entryLine));
    case "grep":
      return lines(
        message,
        (value as GrepResult).matches.map(
          ({ path, line_number, line_content }) => `${path}:${line_number}: ${line_content}`,
        ),
      );
    case "write_file":
    case "edit_file":
    case "edit":
    case "rm":
      return message;
    case "shell":
    case "eval":
      return commandText(message, value as CommandValue);
    default:
      // Of a tool of another program: in a fence, so that it cannot pass for words of ours.
      if (typeof value === "string") return `${message}\n\n${fenced(value)}`;
      return value === null || value === undefined ? message : `${message}\n\n${JSON.stringify(value)}`;
  }
}

/** The value of shell and eval. */
type CommandValue = { readonly stdout?: unknown; readonly stderr?: unknown };

function commandText(message: string, { stdout, stderr }: CommandValue): string {
  const part = (name: string, text: unknown): string[] =>
    typeof text === "string" && text.trim() !== "" ? [`${name}:\n${text.trimEnd()}`] : [];
  return [message, ...part("stdout", stdout), ...part("stderr", stderr)].join("\n\n");
}

/** A command that was stopped has its output so far in the error's data. */
function failed({ message, error }: Extract<ToolResult, { success: false }>): string {
  return commandText(`${error.code}: ${message}`, error.data);
}

function entryLine({ path, kind, size_bytes }: FileEntry): string {
  if (kind === "directory") return `${path}/`;
  return kind === "symlink"
    ? `${path} (a link)`
    : size_bytes === null
      ? path
      : `${path} (${counted(size_bytes, "byte")})`;
}

function lines(message: string, list: readonly string[]): string {
  return list.length === 0 ? message : `${message}\n\n${list.join("\n")}`;
}

function bounded(text: string): string {
  if (text.length <= MAX_RESULT_CHARS) return text;
  const kept = text.slice(0, MAX_RESULT_CHARS).toWellFormed();
  return `${kept}\n\n(Cut here: ${MAX_RESULT_CHARS} of ${text.length} characters are shown. Ask for less at a time.)`;
}
