// Misses that do not depend on where text matches: the file, the path, the edit itself.

import { errorTypeOf, type Code } from "../../base/index.ts";
import type { Edit, ErrorType, Miss } from "../types.ts";
import type { Entry } from "../plan/draft/draft-files.ts";
import { shortLine } from "./wording.ts";

/** `error` only where the code does not say enough: for an edit that was not understood. */
export function missOf(code: Code, message: string, error: ErrorType = errorTypeOf(code)): Miss {
  return { error, code, message, diagnostics: null };
}

/** Why there is no text at this path to change. */
export function noFile({ found, removedBy }: Entry, path: string): Miss {
  if (found.kind === "refused") return missOf(found.code, found.message);
  const gone = removedBy === null ? "" : ` Block ${removedBy} of this answer removed it.`;
  return missOf(
    "NOT_FOUND",
    `File not found: ${path}.${gone} Check the path; to make a new file, send one that creates it.`,
  );
}

export function alreadyExists(path: string): Miss {
  return missOf(
    "EXISTS",
    `${path} already exists with other content. Nothing was overwritten. Change it with an edit, or delete it first.`,
  );
}

/** What looks like an edit, and is not certain to be one. */
export function unsure(message: string): Miss {
  return missOf("INVALID_ARG", message, "unsure");
}

/** One of several edits that exclude each other, when a person chose another one. `line` is the chosen one's. */
export function notChosen({ line }: { readonly line: number }): Miss {
  return missOf(
    "REJECTED",
    `The edit on line ${line} of the answer was chosen in review instead of this one.`,
    "rejected",
  );
}

/** A file that is there, shown whole next to edits in another format. */
export function mayBeQuotation(path: string): string {
  return `This shows other content for ${path}, which exists, in an answer with edits in another format. It may be a whole new file or a quotation, so ${path} was not overwritten. Send the change as an edit, or apply the answer with the format "whole-file".`;
}

/** What was sent as the whole file says itself that it is not. `line` counts from 1. */
export function leftOut(path: string, { line, text }: { readonly line: number; readonly text: string }): Miss {
  const quoted = JSON.stringify(shortLine(text.trim()));
  const message = `The file shown for ${path} leaves something out: line ${line} says ${quoted}. Nothing was overwritten. Send the file in full, or send the change as an edit.`;
  return missOf("INVALID_ARG", message, "malformed_block");
}

export function blocked(path: string, other: string, code: "NOT_DIR" | "IS_DIR"): Miss {
  const why = code === "NOT_DIR" ? `${other} is a file, not a directory` : `${path} is a directory: it holds ${other}`;
  return missOf(code, `${path} cannot be created: ${why}. Choose another path.`);
}

export function noChange(path: string, { source }: Edit): Miss {
  const again = source.format === "tool" ? "" : " If something was to change, send the edit again with the new text.";
  return missOf("NO_CHANGE", `The new text is the same as the old, so ${path} stays as it is.${again}`);
}

/** The texts differ in their line breaks alone, and this kind of edit does not change those. */
export function onlyEndings(path: string, { source }: Edit): Miss {
  const next =
    source.format === "tool"
      ? "To change them, write the whole file with write_file."
      : "To change them, send a unified diff that takes out the lines with one ending and adds them with the other.";
  const message = `The new text differs from the old only in line endings, which this kind of edit does not change, so ${path} stays as it is. ${next}`;
  return missOf("NO_CHANGE", message);
}

/** An edit that did something, but nothing of it is left in the sum. */
export function cancelledOut(path: string): Miss {
  return missOf(
    "NO_CHANGE",
    `Another edit of this answer reverses this one, so there is nothing left to write in ${path}. Send only what should change.`,
  );
}

export function emptyFind(path: string, { source }: Edit): Miss {
  const next =
    source.format === "tool" ? "to fill or create a file use write_file" : "to create a file leave the section empty";
  return missOf(
    "INVALID_ARG",
    `The text to find in ${path} is empty. Copy the text you want to change; ${next}.`,
    "malformed_block",
  );
}

export function blankFind(path: string): Miss {
  return {
    ...missOf(
      "NOT_UNIQUE",
      `The text to find in ${path} is only blank lines, which identify no place. Add a line of text before or after them and send the block again.`,
    ),
    diagnostics: { cause: "ambiguous", nearest: [], matches: [], candidate: null },
  };
}

/** A person chose a place, and it is not what it was any more. */
export function pinLost(path: string): Miss {
  const message = `A person chose the place for this edit in ${path}, but the text changed before it was made, so it was not made. Read the file again, and send the edit with enough lines around it that only one place fits.`;
  const diagnostics = { cause: "stale", nearest: [], matches: [], candidate: null } as const;
  return { ...missOf("STALE", message), diagnostics };
}

export function halfCharacter(path: string): Miss {
  return missOf(
    "INVALID_ARG",
    `The new text for ${path} contains a lone surrogate, which no file can store. Send the character whole.`,
    "malformed_block",
  );
}

/** A NUL makes a file binary, and a binary file cannot be edited any more. */
export function newNul(path: string): Miss {
  return missOf(
    "BINARY",
    `The new text for ${path} contains a NUL character, which would make it a binary file. Nothing was written. Send the text without it.`,
  );
}

/** A NUL that the file has would come so near to its beginning that it counts as binary. */
export function earlyNul(path: string): Miss {
  return missOf(
    "BINARY",
    `${path} has a NUL character, and this change would leave it so near to the beginning that the file is binary. Nothing was written. Change less before it, or remove it.`,
  );
}

export function emptyPatch(path: string): Miss {
  return missOf("INVALID_ARG", `The patch for ${path} holds no change. Add a hunk or leave it out.`, "malformed_block");
}

/** The lines after a hunk name another file, or are lines of this one: both readings fit. */
export function rivalMiss(path: string): Miss {
  const message = `The "---" and "+++" lines after a hunk of ${path} may name the next file, or be lines of ${path}: it has such a line there. Give the hunk its line counts ("@@ -1,4 +1,4 @@"), and send the diff again.`;
  return missOf("INVALID_ARG", message, "malformed_block");
}
