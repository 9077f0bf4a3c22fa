// Undo in a workspace: files get their old bytes back, and git's index what it held before.

import type { Undone } from "../commit/index.ts";
import type { LocalWorkspace } from "./local.ts";

/** A person at a terminal, or a command or program that no one watched. */
export type UndoneBy = "person" | "command";

export type UndoneChange = {
  readonly undone: Undone;
  /** What could not be done in git's index. */
  readonly indexWarnings: readonly string[];
};

export type UndoChangeOptions = {
  readonly receipt: string | null;
  /** Without a receipt: the last one of these; without both, the last one here. */
  readonly among?: ReadonlySet<string>;
  readonly by: UndoneBy;
  /** Only says what would be restored; writes nothing. */
  readonly preview?: boolean;
  readonly signal: AbortSignal;
};

/** The change of a receipt, or the last one here. NOT_FOUND when there is none. */
export async function undoChange(
  { state, openRoot, openRepository, address, show }: LocalWorkspace,
  { receipt, among, by, preview = false, signal }: UndoChangeOptions,
): Promise<UndoneChange> {
  const { restoreIndex, undo } = await import("../commit/index.ts");
  const undone = await undo({
    state: await state(),
    receipt,
    by,
    openRoot,
    preview,
    signal,
    ...(address && receipt === null ? { root: address } : {}),
    ...(among && { among }),
  });
  if (preview) return { undone, indexWarnings: [] };
  const open = openRepository;
  const indexWarnings = await restoreIndex({ state: await state(), receipt: undone.undo_id, open, show });
  return { undone, indexWarnings };
}
