// `galley undo`: take back the last change made here, or the one a receipt names.

import { restoreIndex, undo } from "../../commit/index.ts";
import { isFailure } from "../../base/index.ts";
import { reveal } from "../../text/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { settingsOf } from "../settings.ts";
import { printJson, printLines, printNote } from "../text-io.ts";
import type { UndoReport } from "../wire-schema.ts";
import { openWorkspace, type Workspace } from "../../workspace/index.ts";

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  if (args.words.length > 1) throw new UsageError(`undo takes one receipt; got ${args.words.join(" ")}`);
  const workspace = await openWorkspace(settings);
  const notes = await workspace.recover();
  const receipt = args.words[0] ?? null;
  try {
    // A command in a script was not watched by anybody.
    const by = process.stdin.isTTY && !settings.json && !settings.yes ? "person" : "flag";
    const { receipt_id, restored, skipped, lines, trouble } = await takeBack(workspace, {
      receipt,
      by,
      signal: settings.signal,
    });
    if (settings.json) await printJson({ receipt_id, restored, skipped } satisfies UndoReport);
    else {
      const rows = [...notes, ...(settings.quiet ? trouble : lines)];
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
        error: { code: error.code, message: error.message },
      } satisfies UndoReport);
    else printNote(error.message);
    return 1;
  }
}

export type TakenBack = {
  readonly receipt_id: string;
  /** As a person writes them. */
  readonly restored: readonly string[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** The same for a person to read, not yet revealed. */
  readonly lines: readonly string[];
  /** Those of the lines that say what was not done, or went wrong. */
  readonly trouble: readonly string[];
};

/** The change of a receipt, or the last one here. NOT_FOUND when there is none. */
export async function takeBack(
  { state, openRoot, openRepository, address, show, exists }: Workspace,
  {
    receipt,
    by,
    signal,
  }: { readonly receipt: string | null; readonly by: "person" | "flag"; readonly signal: AbortSignal },
): Promise<TakenBack> {
  const undone = await undo({
    state: await state(),
    receipt,
    by,
    openRoot,
    signal,
    ...(address && receipt === null ? { root: address } : {}),
  });
  const warnings = await restoreIndex({ state: await state(), receipt: undone.undo_id, open: openRepository, show });
  const restored = undone.restored.map(show);
  const skipped = undone.skipped.map(({ path, reason }) => ({ path: show(path), reason }));
  const left = [...skipped.map(({ path, reason }) => `– ${path}  ${reason}`), ...warnings];
  const lines = [
    ...undone.warnings,
    ...restored.map((path) => `✓ ${path}  ${exists(path) ? "is as it was before" : "is gone again"}`),
    ...left,
    ...(undone.undo_id === null ? [] : [`Bring it back with: galley undo ${undone.undo_id}`]),
  ];
  return { receipt_id: undone.receipt_id, restored, skipped, lines, trouble: [...undone.warnings, ...left] };
}
