// Earlier conversations of this folder, newest first.

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { useApp } from "../app/context.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { ageOf } from "../../../base/index.ts";
import { Fetching } from "../layout/fetching.tsx";
import { useResource } from "../store/resource.ts";
import { Revealed } from "../text.tsx";
import { resume } from "./chat-actions.ts";

export function SessionsDialog({ onClose }: { readonly onClose: () => void }): VNode {
  const app = useApp();
  // Each time it is opened the list is read again.
  const opened = useMemo(() => String(Date.now()), []);
  const sessions = useResource(app.resources.sessions, opened);
  return (
    <Dialog title="Resume a conversation" onClose={onClose}>
      <Fetching fetched={sessions} what="earlier conversations">
        {(all) =>
          all.length === 0 ? (
            <p class="dim">There is no earlier conversation in this folder.</p>
          ) : (
            <ul class="session-list">
              {all.map(({ id, title, model, saved_at }) => (
                <li key={id}>
                  <button
                    type="button"
                    class="quiet session-row"
                    onClick={() => {
                      onClose();
                      void resume(app, id);
                    }}
                  >
                    <span class="cut">
                      <Revealed text={title === "" ? "(no words)" : title} />
                    </span>
                    <span class="dim small">
                      {ageOf(saved_at, Date.now())} · <Revealed text={model} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Fetching>
      <div class="dialog-actions">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
