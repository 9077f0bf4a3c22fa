// Changes that were made, newest first, each with Undo. A change that cannot be undone says why.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { WebLogEntry } from "../../protocol.ts";
import { useApp, useData, useOnline } from "../app/context.ts";
import { Glyph } from "../layout/glyphs.tsx";
import { ageOf } from "../../../base/index.ts";
import { useNow } from "../layout/use-now.ts";
import { useGate, type UseGate } from "../review/asking/use-gate.ts";
import { useStore } from "../store/store.ts";
import { Path, Revealed } from "../text.tsx";
import { useKeys } from "../use-keys.ts";
import { UndoDialog } from "./undo-dialog.tsx";
import { askUndo, type UndoQuestion } from "./undo.ts";
import { decidersIn } from "./deciders.ts";

// More paths of one change are counted.
const FEW_PATHS = 3;

/** What became of a change; without words where there is nothing to say. */
const STATES: Readonly<Record<string, string>> = {
  done: "",
  undone: "undone",
  interrupted: "interrupted",
  delegated: "written by another program",
  differs: "written differently by another program",
};

export function Receipts({ entries }: { readonly entries: readonly WebLogEntry[] }): VNode {
  const app = useApp();
  const [question, setQuestion] = useState<UndoQuestion | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  // The newest change has one button that tests and the key `u` know; while a confirmation offers it, that is the one.
  const isOffered = useStore(app.confirmations, (shown) => shown !== null && shown.receiptId !== null);
  const newest = entries.find(({ state }) => canUndo(state));
  const start = async (receiptId: string): Promise<void> => {
    setBusy(receiptId);
    setQuestion(await askUndo(app, receiptId));
    setBusy(null);
  };
  // A change of another program that comes into the list, or a question above it, moves the buttons under the pointer.
  const above = useData(({ questions, tasks }) => [...questions, ...tasks].map(({ id }) => id).join(" "));
  const gate = useGate(`${above}\n${entries.map(({ receipt_id, state }) => `${receipt_id} ${state}`).join("\n")}`);
  useKeys(app.keys, newest === undefined || isOffered ? {} : { undo: gate.byKey(() => void start(newest.receipt_id)) });
  return (
    <>
      <ul class="listing receipts">
        {entries.map((entry) => (
          <Receipt
            key={entry.receipt_id}
            entry={entry}
            isNewest={entry === newest && !isOffered}
            isBusy={busy === entry.receipt_id}
            gate={gate}
            onUndo={() => void start(entry.receipt_id)}
          />
        ))}
      </ul>
      {question !== null && <UndoDialog question={question} onClose={() => setQuestion(null)} />}
    </>
  );
}

type ReceiptProps = {
  readonly entry: WebLogEntry;
  readonly isNewest: boolean;
  readonly isBusy: boolean;
  readonly gate: UseGate;
  readonly onUndo: () => void;
};

function Receipt({ entry, isNewest, isBusy, gate, onUndo }: ReceiptProps): VNode {
  const { at, state, files } = entry;
  const now = useNow();
  const isOnline = useOnline();
  const more = files.length - FEW_PATHS;
  return (
    <li class={`receipt${state === "undone" ? " is-undone" : ""}`}>
      <div class="grow">
        <div class="receipt-paths">
          {files.slice(0, FEW_PATHS).map((path) => (
            <Path key={path} path={path} />
          ))}
          {more > 0 && <span class="dim">and {more} more</span>}
        </div>
        <div class="dim small">
          <time dateTime={at} title={new Date(at).toLocaleString()}>
            {ageOf(at, now)}
          </time>
          {" · "}
          <Revealed text={decidersIn(entry)} />
          {STATES[state] !== "" && (
            <>
              {" · "}
              <Revealed text={STATES[state] ?? state} />
            </>
          )}
        </div>
      </div>
      {canUndo(state) && (
        <button
          type="button"
          class="quiet"
          data-testid={isNewest ? "undo" : undefined}
          aria-label={`Undo: restore ${files.join(", ")}`}
          disabled={!isOnline || isBusy}
          aria-disabled={!gate.isOpen}
          onPointerDown={gate.onPointerDown}
          onClick={gate.byClick(onUndo)}
        >
          <Glyph name="undo" /> Undo
        </button>
      )}
    </li>
  );
}

export function canUndo(state: string): boolean {
  return state === "done" || state === "interrupted";
}
