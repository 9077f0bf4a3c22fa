// `galley undo`: take back the last change made here, or the one a receipt names.

import { stageInGit, undo } from "../commit/index.ts";
import { isFailure } from "../base/index.ts";
import { reveal } from "../text/index.ts";
import { UsageError, type Arguments } from "./arguments.ts";
import { settingsOf } from "./settings.ts";
import { print, printJson } from "./text-io.ts";
import type { UndoReport } from "./wire-schema.ts";
import { openWorkspace } from "./workspace.ts";

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  if (args.words.length > 1) throw new UsageError(`undo takes one receipt; got ${args.words.join(" ")}`);
  const workspace = await openWorkspace(settings);
  const notes = await workspace.recover();
  const receipt = args.words[0] ?? null;
  const { show, known: isThere } = workspace;
  try {
    const undone = await undo({
      state: await workspace.state(),
      receipt,
      // A command in a script was not watched by anybody.
      by: process.stdin.isTTY && !settings.json && !settings.yes ? "person" : "flag",
      openRoot: workspace.openRoot,
      signal: settings.signal,
      ...(workspace.address && receipt === null ? { root: workspace.address } : {}),
    });
    // The index held what we had staged; now it holds what was there before.
    await stageInGit({ state: await workspace.state(), receipt: undone.undo_id });
    const restored = undone.restored.map(show);
    const skipped = undone.skipped.map(({ path, reason }) => ({ path: show(path), reason }));
    if (settings.json) await printJson({ receipt_id: undone.receipt_id, restored, skipped } satisfies UndoReport);
    else {
      const lines = [
        ...notes,
        ...undone.warnings,
        ...restored.map(
          (path) => `✓ ${reveal(path, { oneLine: true })}  ${isThere(path) ? "is as it was before" : "is gone again"}`,
        ),
        ...skipped.map(({ path, reason }) => `– ${reveal(path, { oneLine: true })}  ${reason}`),
      ];
      if (undone.undo_id !== null && !settings.quiet) lines.push(`Bring it back with: galley undo ${undone.undo_id}`);
      await print(`${lines.join("\n")}\n`);
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
    else process.stderr.write(`galley: ${error.message}\n`);
    return 1;
  }
}
