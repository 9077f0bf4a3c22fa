// Every change of this folder that is in the log, newest first.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useApp, useData } from "../app/context.ts";
import { Fetching } from "../layout/fetching.tsx";
import { useResource } from "../store/resource.ts";
import { Receipts } from "./receipts.tsx";

const STEP = 50;

export function HistoryScreen(): VNode {
  const { resources } = useApp();
  const log = useResource(
    resources.log,
    useData(({ changed }) => changed.log),
  );
  const [shown, setShown] = useState(STEP);
  return (
    <div class="screen">
      <h1>History</h1>
      <Fetching fetched={log} what="the log">
        {(entries) =>
          entries.length === 0 ? (
            <p class="dim">
              No change was made through Galley in this folder yet. Each one will be listed here, with Undo.
            </p>
          ) : (
            <>
              <Receipts entries={entries.slice(0, shown)} />
              {entries.length > shown && (
                <p>
                  <button type="button" onClick={() => setShown(shown + STEP)}>
                    Show {Math.min(STEP, entries.length - shown)} more of {entries.length - shown}
                  </button>
                </p>
              )}
            </>
          )
        }
      </Fetching>
    </div>
  );
}
