// `galley undo`: take back the last change made here, or the one a receipt names.

import type { LoggedChange } from "../../commit/index.ts";
import { isFailure } from "../../base/index.ts";
import { reveal } from "../../text/index.ts";
import { agentVariable } from "../agent-environment.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { loggedName, timeOf } from "../logged-change.ts";
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
    const { receipt_id, restored, skipped, undo_id, lines, problem } = await undoReceipt(workspace, {
      receipt,
      by: isWatched(settings) ? "person" : "command",
      signal: settings.signal,
    });
    if (settings.json) await printJson({ receipt_id, restored, skipped, undo_id } satisfies UndoReport);
    else {
      const rows = [...notes, ...(settings.quiet ? problem : lines)];
      await printLines(rows.map((line) => reveal(line, { keepMarks: true })));
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
  readonly lines: readonly string[];
  /** Those of the lines that say what was not done, or went wrong. */
  readonly problem: readonly string[];
};

/** The change of a receipt, or the last one here. NOT_FOUND when there is none. */
export async function undoReceipt(
  workspace: LocalWorkspace,
  { receipt, by, signal }: { readonly receipt: string | null; readonly by: UndoneBy; readonly signal: AbortSignal },
): Promise<UndoOutcome> {
  const { show, exists } = workspace;
  const { undone, indexWarnings: warnings } = await undoChange(workspace, { receipt, by, signal });
  const restored = undone.restored.map(show);
  const skipped = undone.skipped.map(({ path, reason }) => ({ path: show(path), reason }));
  const passed = undone.passed.flatMap(({ receipt_id, left }) =>
    left.map(({ path, reason }) => `${show(path)} of ${receipt_id} is left: ${reason}.`),
  );
  const named = (path: string): string => loggedName(path, undone.change, show);
  const left = [...undone.skipped.map(({ path, reason }) => `– ${named(path)}  ${reason}`), ...warnings];
  const { undo_id, next } = undone;
  const lines = [
    ...undone.warnings,
    ...passed,
    ...(receipt === null ? [`Undoing ${undone.receipt_id} ${describe(undone.change, show)}`] : []),
    ...undone.restored.map(
      (path) => `✓ ${named(path)}  ${exists(show(path)) ? "is as it was before" : "is gone again"}`,
    ),
    ...left,
    ...(undo_id === null ? ["Nothing was restored."] : [`Bring it back with: galley undo ${undo_id}`]),
    ...(next === null ? [] : [`An older change can be undone ${describe(next, show)}: galley undo ${next.receipt_id}`]),
  ];
  const problem = [...undone.warnings, ...passed, ...left];
  return { receipt_id: undone.receipt_id, restored, skipped, undo_id, lines, problem };
}

const MOST_FILES = 3;

/** "(2026-01-31 12:00:00, a.txt, b.txt, c.txt and 2 more)" */
function describe(change: LoggedChange, show: (path: string) => string): string {
  const { at, files } = change;
  const more = files.length > MOST_FILES ? ` and ${files.length - MOST_FILES} more` : "";
  const named = files.slice(0, MOST_FILES).map((path) => loggedName(path, change, show));
  return `(${timeOf(at)}, ${named.join(", ")}${more})`;
}
