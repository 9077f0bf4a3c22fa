// The quiet confirmation at the foot of the page. It says what Undo would restore before it is pressed.

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { UndoReply } from "../../protocol.ts";
import { UndoDialog } from "../history/undo-dialog.tsx";
import { askUndo, type UndoQuestion } from "../history/undo.ts";
import { Glyph } from "../layout/glyphs.tsx";
import { useWidth } from "../layout/use-width.ts";
import { useGate } from "../review/asking/use-gate.ts";
import { useStore } from "../store/store.ts";
import { Revealed } from "../text.tsx";
import { useKeys } from "../use-keys.ts";
import { useApp } from "./context.ts";

export function ConfirmationView(): VNode {
  const app = useApp();
  const width = useWidth();
  const shown = useStore(app.confirmations, (value) => value);
  const [question, setQuestion] = useState<UndoQuestion | null>(null);
  const receiptId = shown?.receiptId ?? null;
  const restores = useRestores(receiptId);
  const start = async (): Promise<void> => {
    if (receiptId === null) return;
    app.confirmations.dismiss();
    setQuestion(await askUndo(app, receiptId));
  };
  const gate = useGate(receiptId);
  useKeys(app.keys, receiptId === null ? {} : { undo: () => void start() });
  return (
    <>
      <div aria-live="polite">
        {shown !== null && (
          <div
            class={`confirmation ${width} ${shown.tone}`}
            key={shown.key}
            onPointerMove={() => app.confirmations.stay()}
            onFocusIn={() => app.confirmations.stay()}
          >
            <Glyph name={shown.tone === "good" ? "check" : "warn"} />
            <span class="grow">
              <Revealed text={shown.text} />
              {restores !== null && (
                <span class="dim">
                  {" "}
                  Undo restores <Revealed text={restores} />.
                </span>
              )}
            </span>
            {receiptId !== null && (
              <button
                type="button"
                data-testid="undo"
                aria-disabled={!gate.isOpen}
                onPointerDown={gate.onPointerDown}
                onClick={gate.byClick(() => void start())}
              >
                <Glyph name="undo" /> Undo
              </button>
            )}
            <button type="button" class="icon" aria-label="Dismiss" onClick={() => app.confirmations.dismiss()}>
              <Glyph name="close" />
            </button>
          </div>
        )}
      </div>
      {question !== null && <UndoDialog question={question} onClose={() => setQuestion(null)} />}
    </>
  );
}

/** In a few words; null until the server has said it. */
function useRestores(receiptId: string | null): string | null {
  const { api } = useApp();
  const [restores, setRestores] = useState<string | null>(null);
  useEffect(() => {
    setRestores(null);
    if (receiptId === null) return;
    let isWanted = true;
    api.post<UndoReply>("/api/undo", { receipt_id: receiptId, preview: true }).then(
      ({ restored }) => {
        if (isWanted && restored.length > 0) setRestores(inWords(restored));
      },
      // It is said when Undo is pressed.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [receiptId]);
  return restores;
}

function inWords(paths: readonly string[]): string {
  const [first = "", second] = paths;
  if (second === undefined) return first;
  return paths.length === 2 ? `${first} and ${second}` : `${first} and ${paths.length - 1} more`;
}
