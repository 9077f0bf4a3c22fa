// What undo would restore and what it cannot, before it is done.

import type { VNode } from "preact";
import { counted } from "../../../base/index.ts";
import { useApp } from "../app/context.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { useGate } from "../review/asking/use-gate.ts";
import { Path, Revealed } from "../text.tsx";
import { undo, type UndoQuestion } from "./undo.ts";

type UndoDialogProps = { readonly question: UndoQuestion; readonly onClose: () => void };

export function UndoDialog({ question: { receiptId, preview }, onClose }: UndoDialogProps): VNode {
  const app = useApp();
  const { restored, skipped, warnings } = preview;
  // The second click of a double click on Undo is on what the dialog has there.
  const gate = useGate(receiptId);
  const confirm = (): void => {
    onClose();
    void undo(app, receiptId);
  };
  return (
    <Dialog title="Undo this change?" onClose={onClose}>
      {restored.length > 0 && (
        <section>
          <h3 class="section-head">Would be restored</h3>
          <ul class="paths">
            {restored.map((path) => (
              <li key={path}>
                <Path path={path} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {skipped.length > 0 && (
        <section>
          <h3 class="section-head">Cannot be restored</h3>
          <ul class="paths">
            {skipped.map(({ path, reason }) => (
              <li key={path}>
                <Path path={path} />{" "}
                <span class="dim">
                  <Revealed text={reason} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {warnings.map((warning) => (
        <p class="notice warn" key={warning}>
          <Revealed text={warning} />
        </p>
      ))}
      <div class="dialog-actions">
        <button type="button" onClick={onClose}>
          {restored.length === 0 ? "Close" : "Keep it"}
        </button>
        {restored.length > 0 && (
          <button
            type="button"
            class="main"
            aria-disabled={!gate.isOpen}
            onPointerDown={gate.onPointerDown}
            onClick={gate.byClick(confirm)}
          >
            Restore {counted(restored.length, "file")}
          </button>
        )}
      </div>
    </Dialog>
  );
}
