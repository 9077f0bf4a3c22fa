// Taking a change back. The server is first asked what undo would restore and what it cannot. Where everything can be
// restored, which is what the button says, it is done; otherwise the user decides on what was found.

import type { UndoReply } from "../../protocol.ts";
import { counted } from "../../../base/index.ts";
import type { App } from "../app/context.ts";
import { messageOf } from "../store/api.ts";

export type UndoQuestion = { readonly receiptId: string; readonly preview: UndoReply };

/** Null: it is done, or was refused, and was said. */
export async function askUndo(app: App, receiptId: string): Promise<UndoQuestion | null> {
  try {
    const preview = await app.api.post<UndoReply>("/api/undo", { receipt_id: receiptId, preview: true });
    if (preview.skipped.length > 0 || preview.warnings.length > 0 || preview.restored.length === 0)
      return { receiptId, preview };
    await undo(app, receiptId);
  } catch (error) {
    app.confirmations.show(messageOf(error), { tone: "bad" });
  }
  return null;
}

export async function undo(app: App, receiptId: string): Promise<void> {
  try {
    const { restored, skipped } = await app.api.post<UndoReply>("/api/undo", { receipt_id: receiptId });
    const left =
      skipped.length === 0
        ? ""
        : ` ${counted(skipped.length, "file")} left as ${skipped.length === 1 ? "it is" : "they are"}.`;
    const names = restored.length === 1 ? restored[0]! : counted(restored.length, "file"); // There is one.
    app.confirmations.show(restored.length === 0 ? `Nothing was restored.${left}` : `Restored ${names}.${left}`);
  } catch (error) {
    app.confirmations.show(messageOf(error), { tone: "bad" });
  }
}
