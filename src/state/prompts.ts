// What the person typed in conversations, so that it can be called back with a key: one JSON text per line, appended. A
// line that cannot be read is passed over; a file that has grown too long keeps its end.

import { join } from "node:path";
import { FILE_MODE, makeDirectory, stateFailure } from "./directory.ts";
import { readAt, replaceFile, systemCode, withFile, writeAll, type StateOps } from "./ops.ts";

export interface Prompts {
  /** The oldest first. Throws IO. */
  list(): readonly string[];
  /** Throws IO. */
  add(text: string): void;
}

const NAME = "prompts.jsonl";
const KEPT = 500;
const MAX_BYTES = 1024 * 1024;
/** A longer one is a document: it is in the conversation, not in the list of what can be typed again. */
const MAX_CHARS = 32_768;

export function openPrompts(directory: string, ops: StateOps, newNonce: () => string): Prompts {
  const path = join(directory, NAME);

  const read = (): readonly string[] => {
    try {
      const bytes = withFile(ops, path, { flags: "r" }, (fd) => {
        const { size } = ops.fstatSync(fd);
        const from = Math.max(0, size - 2 * MAX_BYTES);
        return readAt(ops, fd, from, size - from);
      });
      return new TextDecoder().decode(bytes).split("\n").flatMap(parseLine);
    } catch (error) {
      if (systemCode(error) === "ENOENT") return [];
      throw troubled("read what was typed before", error);
    }
  };

  const shorten = (): void => {
    const temporary = `${path}.${newNonce()}.tmp`;
    const kept = encode(lastOf(read()).map(lineOf).join(""));
    replaceFile(ops, path, { temporary, mode: FILE_MODE, lasting: false }, [kept]);
  };

  return {
    list: () => read().slice(-KEPT),
    add(text) {
      if (text.length > MAX_CHARS) return;
      try {
        makeDirectory(ops, directory);
        const size = withFile(ops, path, { flags: "a+", mode: FILE_MODE }, (fd) => {
          writeAll(ops, fd, encode(lineOf(text)));
          return ops.fstatSync(fd).size;
        });
        if (size > MAX_BYTES) shorten();
      } catch (error) {
        throw troubled("keep what was typed", error);
      }
    },
  };
}

/** So many that the file is half as long as it may be: it is not shortened at every line. */
function lastOf(texts: readonly string[]): readonly string[] {
  let bytes = 0;
  const from = texts.findLastIndex((text) => (bytes += encode(lineOf(text)).length) > MAX_BYTES / 2);
  return texts.slice(from + 1).slice(-KEPT);
}

function lineOf(text: string): string {
  return `${JSON.stringify(text)}\n`;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function parseLine(line: string): readonly string[] {
  try {
    const text: unknown = JSON.parse(line);
    return typeof text === "string" ? [text] : [];
  } catch {
    return []; // Cut by a kill, or by our own limit.
  }
}

function troubled(doing: string, cause: unknown): unknown {
  return systemCode(cause) === null
    ? cause
    : stateFailure(doing, { cause, written: "None of your files is affected." });
}
