// The head of the conversation: the model, what was used, and the ways to a new or an older conversation.

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useApp, useData, useOnline } from "../app/context.ts";
import { Glyph } from "../layout/glyphs.tsx";
import { useKeys } from "../use-keys.ts";
import { chooseModel, refreshModels, startNew, stop } from "./chat-actions.ts";
import { SessionsDialog } from "./sessions-dialog.tsx";
import { usageInWords } from "./usage-text.ts";

export function ChatHead(): VNode {
  const app = useApp();
  const isOnline = useOnline();
  const models = useData(({ models }) => models);
  const current = useData(({ conversation, models }) => conversation.model ?? models.current);
  const usage = useData(({ conversation }) => conversation.usage);
  const isBusy = useData(({ conversation }) => conversation.isBusy);
  const isEmpty = useData(({ conversation }) => conversation.items.length === 0);
  const [isListing, setListing] = useState(false);
  const names =
    current === null || models.available.includes(current) ? models.available : [current, ...models.available];
  // Servers on this machine may have been started since; asking them takes a moment.
  useEffect(() => {
    void refreshModels(app);
  }, []);
  useKeys(app.keys, {
    "new-conversation": () => void startNew(app),
    "resume-conversation": () => setListing(true),
    ...(isBusy && { "stop-turn": () => void stop(app) }),
  });
  return (
    <header class="chat-head">
      {names.length > 0 ? (
        <select
          class="grow"
          aria-label="Model"
          value={current ?? ""}
          disabled={isBusy || !isOnline}
          onChange={(event) => void chooseModel(app, event.currentTarget.value)}
        >
          {current === null && <option value="">Choose a model</option>}
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <strong class="grow">Conversation</strong>
      )}
      {usage !== null && (
        <span class="dim small chat-usage" title="tokens sent and received">
          {usageInWords(usage)}
        </span>
      )}
      <button
        type="button"
        class="icon"
        aria-label="Resume a conversation"
        title="Resume a conversation"
        onClick={() => setListing(true)}
      >
        <Glyph name="history" />
      </button>
      <button
        type="button"
        class="icon"
        aria-label="New conversation"
        title="New conversation"
        disabled={isEmpty || !isOnline}
        onClick={() => void startNew(app)}
      >
        <Glyph name="plus" />
      </button>
      {isListing && <SessionsDialog onClose={() => setListing(false)} />}
    </header>
  );
}
