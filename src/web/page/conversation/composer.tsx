// The box for the next message. Enter sends, Shift-Enter makes a line; while the model works, the button stops it. What is
// filled in for the user waits here like anything they typed.

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useApp, useData, useOnline } from "../app/context.ts";
import { Glyph } from "../layout/glyphs.tsx";
import { say, stop } from "./chat-actions.ts";

type ComposerProps = { readonly draft: string; readonly setDraft: (text: string) => void };

const HIGHEST = 240;

export function Composer({ draft, setDraft }: ComposerProps): VNode {
  const app = useApp();
  const isOnline = useOnline();
  const isBusy = useData(({ conversation }) => conversation.isBusy);
  const hasModel = useData(({ conversation, models }) => (conversation.model ?? models.current) !== null);
  const [isSending, setSending] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const canSend = isOnline && hasModel && !isBusy && !isSending && draft.trim() !== "";
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(HIGHEST, element.scrollHeight + 2)}px`;
  }, [draft]);
  const send = async (): Promise<void> => {
    if (!canSend) return;
    setSending(true);
    const isTaken = await say(app, draft);
    setSending(false);
    if (isTaken) setDraft("");
  };
  return (
    <div class="composer">
      <textarea
        ref={box}
        rows={2}
        data-testid="message"
        aria-label="Message to the model"
        placeholder={hasModel ? "Message (Enter sends, Shift-Enter: new line)" : "Choose a model first"}
        value={draft}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          void send();
        }}
      />
      {isBusy ? (
        <button
          type="button"
          class="composer-button"
          aria-label="Stop the model"
          title="Stop the model"
          onClick={() => void stop(app)}
        >
          <Glyph name="stop" />
        </button>
      ) : (
        <button
          type="button"
          class="main composer-button"
          data-testid="say"
          aria-label="Send the message"
          aria-disabled={!canSend}
          onClick={() => void send()}
        >
          <Glyph name="send" />
        </button>
      )}
    </div>
  );
}
