// What was done, by whose word, when: a JSON line per batch and more on what became of it, only ever appended. Order is the order of lines, so a
// clock that jumps changes nothing. A line that a crash cut short is skipped, counted, and never joined to the next.

import { join } from "node:path";
import { FILE_MODE, stateFailure } from "./directory.ts";
import type { StoredAddress } from "./batch-file.ts";
import type { SettledState } from "./journal.ts";
import type { Held } from "./lock.ts";
import { readAt, syncDirectory, systemCode, withFile, writeAll, type StateOps } from "./ops.ts";

/** `not-written`: it still is as it was. `unknown`: it is neither what it was nor what was to be written. */
export type LoggedFile = {
  readonly path: string;
  /** Index into the entry's roots, and the path below it. */
  readonly root: number;
  readonly at: string;
  readonly outcome: "written" | "not-written" | "unknown";
};

/** What an index of git knows of one path; null where it knows nothing. */
export type StagedEntry = { readonly kind: "file" | "program"; readonly objectName: string };

/** One path whose entry in git's index galley changes: `at` below the batch's root, and the entry before and after. */
export type StagedFile = {
  readonly root: number;
  readonly at: string;
  readonly before: StagedEntry | null;
  readonly after: StagedEntry | null;
};

export type LogLine =
  | {
      readonly kind: "batch";
      readonly receipt_id: string;
      readonly at: string;
      readonly decided_by: string;
      /** `delegated`: another program was to write it; a line of the kind "settled" follows. */
      readonly state: "done" | "interrupted" | "delegated";
      readonly undoes: string | null;
      /** The door of the program that was to write it. */
      readonly delegated_to?: string;
      readonly roots: readonly StoredAddress[];
      readonly files: readonly LoggedFile[];
      /** Of an undo: what it left as it was, and why. Whatever is neither here nor in `files` was back already. */
      readonly left?: readonly { readonly path: string; readonly reason: string }[];
    }
  /** What another program made of a delegated batch: an outcome for each of its files. The last line counts. */
  | {
      readonly kind: "settled";
      readonly receipt_id: string;
      readonly at: string;
      readonly state: SettledState;
      readonly outcomes: readonly LoggedFile["outcome"][];
    }
  | { readonly kind: "pruned"; readonly at: string; readonly receipts: readonly string[]; readonly why: string }
  /** Written before the index is: the entries of one root that a batch is about to change. The last line counts. */
  | {
      readonly kind: "staged";
      readonly receipt_id: string;
      readonly root: number;
      readonly files: readonly StagedFile[];
    };

type BatchLine = Extract<LogLine, { kind: "batch" }>;
type SettledLine = Extract<LogLine, { kind: "settled" }>;

/** One change in the log. */
export type LogEntry = {
  readonly receipt_id: string;
  readonly at: string;
  /** "person", "rule", "flag", "hook" (the other program asked its own user), or several joined by ", ". */
  readonly decided_by: string;
  /** The paths that this batch wrote, may have written, or may yet write. */
  readonly files: readonly string[];
  /** The door of the program that was to write it, such as "hook:codex"; null: galley itself. */
  readonly delegated_to: string | null;
  /**
   * `undone`: all of its files were taken back. `delegated`: another program may write it, and has not yet. `differs`:
   * that program wrote something else than what was approved.
   */
  readonly state: "done" | "interrupted" | "undone" | "delegated" | "differs";
  /** Those of `files` that were taken back. */
  readonly restored: readonly string[];
  readonly undoes: string | null;
  /** The batch's bytes were pruned: it cannot be taken back any more. */
  readonly pruned: boolean;
  readonly roots: readonly StoredAddress[];
  readonly details: readonly LoggedFile[];
  /** What was changed for it in git's index. Where the index does not hold `after`, someone else changed it since. */
  readonly staged: readonly StagedFile[];
};

export type LogListing = {
  /** Newest first. */
  readonly entries: readonly LogEntry[];
  /** Lines that could not be read. */
  readonly damaged: number;
};

export interface Log {
  /** Throws IO; the log then holds the line, or a part of it that readers skip. */
  append(held: Held, line: LogLine): void;
  /** Entries that touched `root`, or all. Throws IO when the log exists and cannot be read. */
  list(options?: { readonly root?: StoredAddress }): LogListing;
}

const NAME = "log.jsonl";
const NEWLINE = 0x0a;

export function openLog(directory: string, ops: StateOps): Log {
  const path = join(directory, NAME);
  return {
    append(_held, line) {
      try {
        const isNew = withFile(ops, path, { flags: "a+", mode: FILE_MODE }, (fd) => {
          const { size } = ops.fstatSync(fd);
          // A crash may have cut the last line: end it, or this line is lost with it.
          const cut = size > 0 && readAt(ops, fd, size - 1, 1)[0] !== NEWLINE;
          writeAll(ops, fd, new TextEncoder().encode(`${cut ? "\n" : ""}${JSON.stringify(line)}\n`));
          ops.fsyncSync(fd);
          return size === 0;
        });
        if (isNew) syncDirectory(ops, directory);
      } catch (error) {
        if (systemCode(error) === null) throw error;
        throw stateFailure("write its log", { cause: error, written: "The batch itself was carried out." });
      }
    },

    list(options = {}) {
      const { lines, damaged } = parseLines(readWhole());
      const { root } = options;
      const entries = entriesOf(lines);
      if (root === undefined) return { entries, damaged };
      const wanted = addressKey(root);
      return { entries: entries.filter((entry) => entry.roots.some((each) => addressKey(each) === wanted)), damaged };
    },
  };

  function readWhole(): string {
    try {
      return withFile(ops, path, { flags: "r" }, (fd) =>
        new TextDecoder().decode(readAt(ops, fd, 0, ops.fstatSync(fd).size)),
      );
    } catch (error) {
      if (systemCode(error) === "ENOENT") return "";
      throw stateFailure("read its log", { cause: error, written: "Nothing was written." });
    }
  }
}

/** Two addresses are one place exactly when their keys are equal. */
export function addressKey(address: StoredAddress): string {
  const known = keys.get(address);
  if (known !== undefined) return known;
  const key = JSON.stringify(Object.entries(address).sort(([a], [b]) => (a < b ? -1 : 1)));
  keys.set(address, key);
  return key;
}

// A batch asks several times for each of its files, and all files of a root have one address. It never changes.
const keys = new WeakMap<StoredAddress, string>();

function parseLines(text: string): { readonly lines: readonly LogLine[]; readonly damaged: number } {
  const lines: LogLine[] = [];
  let damaged = 0;
  for (const raw of text.split("\n")) {
    if (raw === "") continue;
    const line = parseLine(raw);
    if (line === null) damaged += 1;
    else lines.push(line);
  }
  return { lines, damaged };
}

const KINDS: ReadonlySet<unknown> = new Set<LogLine["kind"]>(["batch", "settled", "pruned", "staged"]);

function parseLine(raw: string): LogLine | null {
  try {
    const line = JSON.parse(raw) as LogLine | null; // Whole JSON with the right kind: a line we wrote.
    return line !== null && KINDS.has(line.kind) ? line : null;
  } catch {
    return null;
  }
}

/** From the newest back: an undo counts for each file unless that was itself taken back later. */
function entriesOf(lines: readonly LogLine[]): readonly LogEntry[] {
  const undos = new Map<string, Undo[]>();
  const pruned = new Set<string>();
  const staged = new Map<string, StagedFile[]>();
  const settled = new Map<string, SettledLine>();
  const entries: LogEntry[] = [];
  for (const line of lines.toReversed()) {
    switch (line.kind) {
      case "pruned":
        for (const id of line.receipts) pruned.add(id);
        break;
      case "settled":
        if (!settled.has(line.receipt_id)) settled.set(line.receipt_id, line);
        break;
      case "staged": {
        const known = staged.get(line.receipt_id) ?? [];
        if (!known.some(({ root }) => root === line.root)) staged.set(line.receipt_id, [...known, ...line.files]);
        break;
      }
      case "batch": {
        const id = line.receipt_id;
        const facts = { undos: undos.get(id) ?? [], pruned: pruned.has(id), staged: staged.get(id) ?? [] };
        const entry = entryOf(asSettled(line, settled.get(id)), facts);
        const { undoes } = line;
        if (undoes !== null && entry.files.length > 0)
          undos.set(undoes, [...(undos.get(undoes) ?? []), { line, redone: new Set(entry.restored) }]);
        entries.push(entry);
        break;
      }
      default:
        line satisfies never;
    }
  }
  return entries;
}

/** A line that takes back another, and the files of it that a later undo brought again. */
type Undo = { readonly line: BatchLine; readonly redone: ReadonlySet<string> };

type Facts = {
  readonly undos: readonly Undo[];
  readonly pruned: boolean;
  readonly staged: readonly StagedFile[];
};

type SettledBatch = Omit<BatchLine, "state"> & { readonly state: BatchLine["state"] | SettledState };

function asSettled(line: BatchLine, settled: SettledLine | undefined): SettledBatch {
  if (settled === undefined || line.state !== "delegated") return line;
  const files = line.files.map((file, at) => ({ ...file, outcome: settled.outcomes[at] ?? file.outcome }));
  return { ...line, state: settled.state, files };
}

function entryOf(line: SettledBatch, facts: Facts): LogEntry {
  const files = line.files.filter((file) => file.outcome !== "not-written").map((file) => file.path);
  const restored = files.filter((path) => facts.undos.some((undo) => isTakenBack(path, undo)));
  return {
    receipt_id: line.receipt_id,
    at: line.at,
    decided_by: line.decided_by,
    files,
    delegated_to: line.delegated_to ?? null,
    state: restored.length > 0 && restored.length === files.length ? "undone" : line.state,
    restored,
    undoes: line.undoes,
    pruned: facts.pruned,
    roots: line.roots,
    details: line.files,
    staged: facts.staged,
  };
}

function isTakenBack(path: string, { line, redone }: Undo): boolean {
  if (redone.has(path)) return false;
  const own = line.files.find((file) => file.path === path);
  if (own !== undefined) return own.outcome === "written";
  // A line made by recovery does not know what the undo had left.
  return line.left !== undefined && !line.left.some((left) => left.path === path);
}
