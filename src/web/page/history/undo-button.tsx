// Undo for one change that was just made. While the confirmation offers the same, that one is the button tests know.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useApp, useData, useOnline } from "../app/context.ts";
import { Glyph } from "../layout/glyphs.tsx";
import { useGate } from "../review/asking/use-gate.ts";
import { useResource } from "../store/resource.ts";
import { useStore } from "../store/store.ts";
import { useKeys } from "../use-keys.ts";
import { canUndo } from "./receipts.tsx";
import { UndoDialog } from "./undo-dialog.tsx";
import { askUndo, type UndoQuestion } from "./undo.ts";

/** Whether a change was taken back, here or elsewhere. */
export function useUndone(receiptId: string | null): boolean {
  const app = useApp();
  const log = useResource(
    app.resources.log,
    useData(({ changed }) => changed.log),
  );
  const entry = log.value?.find((one) => one.receipt_id === receiptId);
  return entry !== undefined && !canUndo(entry.state);
}

export function UndoButton({ receiptId }: { readonly receiptId: string }): VNode {
  const app = useApp();
  const isOnline = useOnline();
  const isOffered = useStore(app.confirmations, (shown) => shown?.receiptId === receiptId);
  const [question, setQuestion] = useState<UndoQuestion | null>(null);
  const isOpen = !useUndone(receiptId);
  const start = async (): Promise<void> => setQuestion(await askUndo(app, receiptId));
  const gate = useGate(receiptId);
  useKeys(app.keys, isOpen && !isOffered ? { undo: () => void start() } : {});
  return (
    <>
      <button
        type="button"
        data-testid={isOffered ? undefined : "undo"}
        disabled={!isOnline || !isOpen}
        aria-disabled={!gate.isOpen}
        onPointerDown={gate.onPointerDown}
        onClick={gate.byClick(() => void start())}
      >
        <Glyph name="undo" /> {isOpen ? "Undo" : "Undone"}
      </button>
      {question !== null && <UndoDialog question={question} onClose={() => setQuestion(null)} />}
    </>
  );
}
