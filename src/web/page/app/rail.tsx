// The left side: the inbox with its count, the files, and the ways to the rest.

import type { VNode } from "preact";
import { FilesPanel } from "../files/files-panel.tsx";
import { InboxList } from "../inbox/inbox-list.tsx";
import { MorePlaces } from "../inbox/inbox-screen.tsx";
import { useApp, useData, useRoute } from "./context.ts";

export function Rail(): VNode {
  const { go } = useApp();
  const route = useRoute();
  const waiting = useData(({ questions, unreadable }) => questions.length + unreadable.length);
  return (
    <>
      <div class="rail-head">
        <button type="button" class="quiet rail-title" onClick={() => go({ kind: "inbox" })}>
          Inbox
        </button>
        {waiting > 0 && (
          <span class="count" aria-label={`${waiting} waiting`}>
            {waiting}
          </span>
        )}
      </div>
      <div class="rail-inbox">
        {waiting === 0 ? <p class="rail-empty dim">Nothing waits for you.</p> : <InboxList />}
      </div>
      {route.kind === "files" ? <div class="grow" /> : <FilesPanel />}
      <MorePlaces />
    </>
  );
}
