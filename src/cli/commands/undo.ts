// `galley undo`: undo the last change made here, or the one a receipt names.

import type { LoggedChange } from "../../commit/index.ts";
import { isFailure } from "../../base/index.ts";
import { reveal } from "../../text/index.ts";
import { agentVariable } from "../agent-environment.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { loggedName, timeOf } from "../logged-change.ts";
import { filesBelow, groupAlike } from "../report/group-rows.ts";
import { settingsOf, type Settings } from "../settings.ts";
import { printJson, printLines, printNote } from "../text-io.ts";
import type { UndoReport } from "../wire-schema.ts";
import { openLocal, undoChange, type LocalWorkspace, type UndoneBy } from "../../workspace/index.ts";

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  if (args.words.length > 1) throw new UsageError(`undo takes one receipt; got ${args.words.join(" ")}`);
  const workspace = await openLocal(settings);
  const notes = await workspace.recover();
  const receipt = args.words[0] ?? null;
  try {
    const { receipt_id, restored, skipped, undo_id, rows } = await undoReceipt(workspace, {
      receipt,
      by: isWatched(settings) ? "person" : "command",
      undoCommand: "galley undo",
      verbose: settings.verbose,
      signal: settings.signal,
    });
    if (settings.json) await printJson({ receipt_id, restored, skipped, undo_id } satisfies UndoReport);
    else {
      const shown = settings.quiet ? rows.filter(({ kind }) => kind === "left" || kind === "problem") : rows;
      const lines = [...notes, ...shown.map(({ kind, text }) => `${MARKS[kind]}${text}`)];
      await printLines(lines.map((line) => reveal(line, { keepMarks: true })));
    }
    return skipped.length === 0 ? 0 : 1;
  } catch (error) {
    if (!isFailure(error, "NOT_FOUND")) throw error;
    if (settings.json)
      await printJson({
        receipt_id: receipt,
        restored: [],
        skipped: [],
        undo_id: null,
        error: { code: error.code, message: error.message },
      } satisfies UndoReport);
    else printNote(error.message);
    return 1;
  }
}

/** A person typed it at a terminal; a script or an agent did not. */
function isWatched({ environment, json }: Settings): boolean {
  return process.stdin.isTTY && !json && agentVariable(environment) === null;
}

export type UndoOutcome = {
  readonly receipt_id: string;
  /** As a person writes them. */
  readonly restored: readonly string[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** The receipt to bring the change back with; null when nothing was restored. */
  readonly undo_id: string | null;
  /** The same for a person to read, not yet revealed. */
  readonly rows: readonly UndoRow[];
  /** Of these, what became of each file. */
  readonly files: readonly FileRow[];
};

/** A file that was restored, one that was left as it is, anything else that was not done or went wrong, or a remark. */
export type UndoRow = { readonly kind: "restored" | "left" | "problem" | "remark"; readonly text: string };

const MARKS: Readonly<Record<UndoRow["kind"], string>> = { restored: "✓ ", left: "– ", problem: "", remark: "" };

export type UndoReceiptOptions = {
  readonly receipt: string | null;
  /** Without a receipt: the last one of these; without both, the last one here. */
  readonly among?: ReadonlySet<string>;
  readonly by: UndoneBy;
  /** How the person who reads the rows undoes a change: followed by a receipt's id. */
  readonly undoCommand: "galley undo" | "/undo";
  /** A row for each file, however many there are. */
  readonly verbose?: boolean;
  readonly signal: AbortSignal;
};

/** The change of a receipt, or the last one here. NOT_FOUND when there is none. */
export async function undoReceipt(
  workspace: LocalWorkspace,
  { undoCommand, verbose = false, ...options }: UndoReceiptOptions,
): Promise<UndoOutcome> {
  const { show, exists } = workspace;
  const { receipt } = options;
  const { undone, indexWarnings: warnings } = await undoChange(workspace, options);
  const restored = undone.restored.map(show);
  const skipped = undone.skipped.map(({ path, reason }) => ({ path: show(path), reason }));
  const passed = undone.passed.flatMap(({ receipt_id, left }) =>
    left.map(({ path, reason }) => `${show(path)} of ${receipt_id} is left: ${reason}.`),
  );
  const named = (path: string): string => loggedName(path, undone.change, show);
  const { undo_id, next, earlier } = undone;
  const files: readonly FileRow[] = [
    ...undone.restored.map((path): FileRow => {
      return { kind: "restored", path: named(path), now: exists(show(path)) ? "is as it was before" : "is gone again" };
    }),
    ...undone.skipped.map(({ path, reason }): FileRow => ({ kind: "left", path: named(path), now: reason })),
  ];
  const rows: readonly UndoRow[] = [
    ...inRows("problem", [...undone.warnings, ...passed]),
    ...inRows("remark", receipt === null ? [`Undoing ${undone.receipt_id} ${describe(undone.change, show)}`] : []),
    ...fileRows(files, verbose),
    ...inRows("problem", warnings),
    ...inRows("remark", [
      ...(!verbose && fileRows(files).length < files.length && undoCommand === "galley undo"
        ? ["-v lists every file."]
        : []),
      ...(earlier === null
        ? [undo_id === null ? "Nothing was restored." : `Bring it back with: ${undoCommand} ${undo_id}`]
        : [`It was undone before, by ${earlier}. Bring it back with: ${undoCommand} ${earlier}`]),
      ...(next === null
        ? []
        : [
            `${receipt === null ? "An older" : "Another"} change can be undone ${describe(next, show)}: ${undoCommand} ${next.receipt_id}`,
          ]),
    ]),
  ];
  return { receipt_id: undone.receipt_id, restored, skipped, undo_id, rows, files };
}

/** `now` completes "path …" where it was restored, and is a reason of its own where it was left. */
export type FileRow = { readonly kind: "restored" | "left"; readonly path: string; readonly now: string };

/** A row for each file; many that say the same are one, unless all are wanted. */
export function fileRows(each: readonly FileRow[], verbose = false): readonly UndoRow[] {
  const { single, groups } = verbose
    ? { single: each, groups: [] }
    : groupAlike(each, ({ kind, now }) => JSON.stringify([kind, now]));
  const rows = single.map(({ kind, path, now }) => ({ kind, text: `${path}${kind === "left" ? ":" : ""} ${now}` }));
  return [...rows, ...groups.map(groupRow)];
}

/** "200 files below src: each is gone again" */
function groupRow(group: readonly FileRow[]): UndoRow {
  const { kind, now } = group[0]!; // A group has a row.
  const files = filesBelow(group.map(({ path }) => path));
  return { kind, text: `${files}: ${kind === "restored" ? `each ${now}` : now}` };
}

function inRows(kind: UndoRow["kind"], texts: readonly string[]): readonly UndoRow[] {
  return texts.map((text) => ({ kind, text }));
}

const MOST_FILES = 3;

/** "(2026-01-31 12:00:00, a.txt, b.txt, c.txt and 2 more)" */
function describe(change: LoggedChange, show: (path: string) => string): string {
  const { at, files } = change;
  const more = files.length > MOST_FILES ? ` and ${files.length - MOST_FILES} more` : "";
  const named = files.slice(0, MOST_FILES).map((path) => loggedName(path, change, show));
  return `(${timeOf(at)}, ${named.join(", ")}${more})`;
}
