// One change as rows for a terminal: numbered diff lines, hidden characters shown, risks in words.
// Pure: payload in, rows out. What a row shows is exactly what will be written.

import { lines as linesOf, type ChangePayload, type WriteLargePayload, type WritePayload } from "../approval/index.ts";
import { asText, countLines, diffHunks, reveal, splitLines, withoutEnding, type Text } from "../text/index.ts";
import type { Paint } from "./paint.ts";
import { cells, wrap } from "./wrap.ts";

const TAB_STOP = 4;

export type View = {
  readonly title: string;
  readonly rows: readonly string[];
  /** What the person is asked, without the keys. */
  readonly question: string;
  /** What v shows. */
  readonly more: string;
};

export type ViewOptions = { readonly width: number; readonly paint: Paint; readonly show: (path: string) => string };

export function viewChange(payload: ChangePayload, options: ViewOptions): View {
  const path = reveal(options.show(payload.path), { oneLine: true });
  const before = text(payload.original_content);
  const after = text(payload.suggested_content);
  const warnings = payload.risks.map((risk) =>
    options.paint.yellow(`⚠ ${reveal(risk.message, { oneLine: true, keepMarks: true })}`),
  );
  const warned = (rows: readonly string[]): string[] => [...wrapAll(warnings, options.width), ...rows];
  switch (payload.type) {
    case "write": {
      if (payload.file_exists) {
        return {
          title: `Write: ${path} (${linesOf(payload.content_lines)})`,
          rows: [options.paint.yellow(overwriting(payload)), ...warned(diffRows(before, after, options))],
          question: "Write this file?",
          more: "view all",
        };
      }
      return {
        title: `Write: ${path} (${linesOf(payload.content_lines)}, new file)`,
        rows: warned(fileRows(after, "+", options)),
        question: "Write this file?",
        more: "view all",
      };
    }
    case "write_large":
      return {
        title: `Write: ${path} (${linesOf(payload.content_lines)}${payload.file_exists ? "" : ", new file"})`,
        rows: [
          ...(payload.file_exists ? [options.paint.yellow(overwriting(payload))] : []),
          ...warned(previewRows(payload.content_preview, options)),
        ],
        question: "Write this file?",
        more: "view all",
      };
    case "edit":
      return {
        title: `Edit: ${path} (line ${payload.match_line})`,
        rows: warned(diffRows(before, after, options)),
        question: "Apply this edit?",
        more: "view full file",
      };
    case "patch":
      return {
        title: `Edit: ${path} (${payload.hunks.length === 1 ? `line ${payload.hunks[0]!.old_start}` : `${payload.hunks.length} places`})`,
        rows: warned(diffRows(before, after, options)),
        question: payload.edit_count === 1 ? "Apply this edit?" : `Apply these ${payload.edit_count} edits?`,
        more: "view full file",
      };
    case "move":
      return {
        title: `Move: ${path} → ${reveal(options.show(payload.to), { oneLine: true })}`,
        rows: warned(payload.hunks.length === 0 ? ["(content unchanged)"] : diffRows(before, after, options)),
        question: "Move this file?",
        more: "view full file",
      };
    case "delete":
      return {
        title: `Delete: ${path} (${payload.file_lines === null ? "not text" : linesOf(payload.file_lines)})`,
        rows: warned(fileRows(before, "-", options)),
        question: "Delete this file?",
        more: "view full file",
      };
  }
  payload satisfies never;
}

function overwriting(payload: WritePayload | WriteLargePayload): string {
  return `⚠ This will overwrite existing file (was ${linesOf(payload.existing_lines ?? 0)}, now ${linesOf(payload.content_lines)})`;
}

// The beginning of a content. Where it was cut the file does not end, so nothing may say that it does.
function previewRows(preview: string, options: ViewOptions): string[] {
  const shown = text(preview);
  const rows = fileRows(shown.endsWith("\n") ? shown : (`${shown}\n` as Text), "+", options); // Still well-formed.
  return [...rows, options.paint.dim("…")];
}

/** The file as it would be afterwards (or as it is, for a deletion), numbered. */
export function viewWhole(payload: ChangePayload, options: ViewOptions): string[] {
  return fileRows(text(payload.suggested_content ?? payload.original_content), " ", options);
}

function diffRows(before: Text, after: Text, options: ViewOptions): string[] {
  const { paint, width } = options;
  const digits = String(Math.max(countLines(before), countLines(after))).length;
  const rows: string[] = [];
  for (const hunk of diffHunks(before, after, 3)) {
    rows.push(paint.cyan(`@@ -${hunk.oldStart},${hunk.oldCount} +${hunk.newStart},${hunk.newCount} @@`));
    let oldLine = hunk.oldStart;
    let newLine = hunk.newStart;
    for (const line of hunk.lines) {
      const number = line.kind === "removed" ? oldLine : newLine;
      if (line.kind !== "added") oldLine += 1;
      if (line.kind !== "removed") newLine += 1;
      rows.push(...lineRows(line.text, { mark: MARKS[line.kind], number, digits, width, paint }));
    }
  }
  return rows;
}

function fileRows(content: Text, mark: Mark, options: ViewOptions): string[] {
  const lines = splitLines(content);
  const digits = String(lines.length).length;
  if (lines.length === 0) return ["(empty file)"];
  return lines.flatMap((line, at) =>
    lineRows(line, { mark, number: at + 1, digits, width: options.width, paint: options.paint }),
  );
}

type Mark = "+" | "-" | " ";
const MARKS = { added: "+", removed: "-", context: " " } as const;

// A changed line shows its ending when that is not a plain "\n": CR and a missing final newline are changes too.
function lineRows(
  line: string,
  { mark, number, digits, width, paint }: { mark: Mark; number: number; digits: number; width: number; paint: Paint },
): string[] {
  const colour = mark === "+" ? paint.green : mark === "-" ? paint.red : (row: string): string => row;
  const isChanged = mark !== " ";
  const body = isChanged && line.endsWith("\r\n") ? line.slice(0, -1) : withoutEnding(line);
  const shown = showTabs(reveal(body, { trailing: isChanged }));
  const rows = wrap(shown, Math.max(8, width - digits - 3)).map((row, at) => {
    const gutter = at === 0 ? String(number).padStart(digits) : "·".padStart(digits);
    return `${paint.dim(gutter)} ${colour(`${mark}${row}`)}`;
  });
  if (!line.endsWith("\n")) rows.push(paint.dim(`${" ".repeat(digits)} \\ no line break at the end of the file`));
  return rows;
}

// A tab is an arrow up to the next stop; an arrow of the text itself is named, so the two cannot be confused.
function showTabs(line: string): string {
  if (!line.includes("\t") && !line.includes("⇥")) return line;
  const named = line.replaceAll("⇥", "⟨U+21E5⟩");
  let shown = "";
  let column = 0;
  for (const [at, part] of named.split("\t").entries()) {
    if (at > 0) {
      const stop = TAB_STOP - (column % TAB_STOP);
      shown += `⇥${" ".repeat(stop - 1)}`;
      column += stop;
    }
    shown += part;
    column += cells(part);
  }
  return shown;
}

function wrapAll(rows: readonly string[], width: number): string[] {
  return rows.flatMap((row) => (row.length <= width ? [row] : wrap(row, width)));
}

function text(content: string | null): Text {
  return asText(content ?? "") ?? ("" as Text); // Payload content was made from Text.
}
