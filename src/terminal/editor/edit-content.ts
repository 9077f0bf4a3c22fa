// A change in the person's own editor, before it is written. Nothing here writes to the workspace, and nothing but an
// editor that ended well counts as the person's word.

import { LIMITS, counted } from "../../base/index.ts";
import {
  byteLength,
  decode,
  getFirstDifferingLine,
  hasChanges,
  keepForm,
  type EditorHabit,
  type Text,
} from "../../text/index.ts";
import { commandFor } from "./command.ts";
import { runEditor, type Ran } from "./run.ts";
import { makeTemporary, type Temporary } from "./temporary.ts";
import type { EditorChoice, EditOutcome, EditRequest } from "./types.ts";

// How large an edited text may be unless the caller sets a limit: the default for every file.
const MAX_BYTES = LIMITS.fileBytes.value;
// Faster than a person can look at a file and close it.
const AT_ONCE_MS = 300;

/** Opens `content` in the editor and brings back what the person made of it. Never throws for what an editor may do. */
export async function editContent(request: EditRequest): Promise<EditOutcome> {
  const { content, original, path, editor, terminal, signal } = request;
  if (signal?.aborted) return { kind: "aborted", kept: null };
  const file = tryTemporary(path, content);
  if (file.kind === "failed") return file;
  const { temporary } = file;
  try {
    const line = request.line ?? getFirstDifferingLine(original ?? "", content);
    const command = commandFor(editor, { file: temporary.path, line });
    const now = request.now ?? (() => performance.now());
    const [made, opened] = [temporary.stamp(), now()];
    const ran = await runEditor(command, {
      terminal,
      cleanUp: () => savedIn(temporary.leave()),
      ...(request.cwd === undefined ? {} : { cwd: request.cwd }),
      ...(signal ? { signal } : {}),
    });
    const outcome = outcomeOf(ran, temporary, request);
    switch (outcome.kind) {
      case "unchanged": {
        const saved = temporary.stamp() !== made;
        temporary.remove();
        return { ...outcome, saved, atOnce: !saved && now() - opened < AT_ONCE_MS };
      }
      case "modified":
        temporary.remove();
        return outcome;
      case "failed": {
        const saved = savedIn(temporary.leave());
        return saved === null ? outcome : failed(`${outcome.message} ${saved}`);
      }
      case "aborted":
        return { kind: "aborted", kept: temporary.leave() };
      default:
        return outcome satisfies never;
    }
  } catch (error) {
    temporary.leave();
    throw error;
  }
}

/** Null when nothing is left there. */
function savedIn(path: string | null): string | null {
  return path === null ? null : `What you saved is in ${path}.`;
}

function tryTemporary(
  path: string,
  content: Text,
): { readonly kind: "made"; readonly temporary: Temporary } | Extract<EditOutcome, { kind: "failed" }> {
  try {
    return { kind: "made", temporary: makeTemporary(path, content) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return failed(`No temporary file could be made for the editor (${code}). Make room in the temporary folder.`);
  }
}

function outcomeOf(ran: Ran, temporary: Temporary, request: EditRequest): EditOutcome {
  const [program] = request.editor.words;
  switch (ran.kind) {
    case "aborted":
      return { kind: "aborted", kept: null };
    case "not-started":
      return failed(`The editor ${program} ${source(request.editor)} could not be started: ${ran.why}. ${HOW}`);
    case "killed":
      return failed(`The editor ${program} was ended by ${ran.signal}, so nothing from it was used.`);
    case "ended":
      if (ran.code === 0) return readBack(temporary, request);
      return failed(`The editor ${program} ended with code ${ran.code}, so nothing from it was used.`);
    default:
      return ran satisfies never;
  }
}

const HOW = "Set VISUAL or EDITOR to an editor that is installed.";

function source({ from }: EditorChoice): string {
  if (from === "default") return "(VISUAL and EDITOR are not set)";
  return from === "config" ? "(from your config)" : `(from ${from})`;
}

function readBack(temporary: Temporary, { content, original, maxBytes = MAX_BYTES }: EditRequest): EditOutcome {
  const read = temporary.read(maxBytes);
  switch (read.kind) {
    case "gone":
      return failed(`The edited file is not there any more: ${read.why}.`);
    case "too-large":
      return tooLarge(read.size, maxBytes);
    case "bytes":
      break;
    default:
      return read satisfies never;
  }
  const decoded = decode(read.bytes);
  if (decoded.kind === "binary")
    return notText(decoded.because === "nul" ? "a NUL byte" : "bytes that are not UTF-8", decoded.offset);
  const nul = content.includes("\0") ? -1 : decoded.text.indexOf("\0");
  if (nul >= 0) return notText("a NUL character", nul);
  const { text, undone } = keepForm(content, decoded.text, { otherwise: original });
  if (!hasChanges(content, decoded.text))
    return { kind: "unchanged", notes: decoded.text === content ? [] : HABITS_ONLY, saved: false, atOnce: false };
  // Giving a file its CRLF back makes the text longer than what was saved.
  if (byteLength(text) > maxBytes) return tooLarge(byteLength(text), maxBytes);
  return { kind: "modified", content: text, notes: undone.map((habit) => KEPT[habit]) };
}

function tooLarge(size: number, most: number): EditOutcome {
  return failed(`The edited text has ${counted(size, "byte")}; at most ${most} may be written. It was not used.`);
}

function notText(what: string, offset: number): EditOutcome {
  return failed(`The editor saved ${what} (at offset ${offset}). Only UTF-8 text can be written; it was not used.`);
}

const HABITS_ONLY = ["Only line endings, a BOM or the last line break differ; the file keeps its own."];

const KEPT: Readonly<Record<EditorHabit, string>> = {
  "line-endings": "The editor saved other line endings; the file keeps its own.",
  bom: "The editor added or removed a BOM; the file keeps what it has.",
  "final-newline": "The editor added or removed the last line break; the file keeps what it has.",
};

function failed(message: string): Extract<EditOutcome, { kind: "failed" }> {
  return { kind: "failed", message };
}
