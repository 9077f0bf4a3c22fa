// The box for an answer from any chat: typed, pasted, or dropped as a file. What is in it is sent only by its button or
// Ctrl-Enter.

import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { counted } from "../../../base/index.ts";
import { useApp, useOnline } from "../app/context.ts";
import { applyText } from "../app/tasks.ts";
import { messageOf } from "../store/api.ts";
import { useKeptText } from "../store/use-kept-text.ts";
import { useKeys } from "../use-keys.ts";
import { SAMPLE_ANSWER, SAMPLE_PATH } from "./sample.ts";

// What the server takes in one request is bounded too; this is said before anything is sent.
const MAX_CHARACTERS = 5_000_000;

export function PasteBox(): VNode {
  const app = useApp();
  const isOnline = useOnline();
  const [text, setText] = useKeptText("paste");
  const [isSending, setSending] = useState(false);
  const [isOver, setOver] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const isEmpty = text.trim() === "";
  const isTooLong = text.length > MAX_CHARACTERS;
  const canSend = isOnline && !isSending && !isEmpty && !isTooLong;
  const send = async (): Promise<void> => {
    if (!canSend) return box.current?.focus();
    setSending(true);
    const isTaken = await applyText(app, { text });
    setSending(false);
    if (isTaken) setText("");
  };
  useKeys(app.keys, { send: () => void send() });
  const drop = async (files: readonly File[]): Promise<void> => {
    try {
      const texts = await Promise.all(files.map((file) => file.text()));
      setText([text, ...texts].filter((one) => one !== "").join("\n"));
      box.current?.focus();
    } catch (error) {
      app.confirmations.show(`The file could not be read: ${messageOf(error)}`, { tone: "bad" });
    }
  };
  return (
    <section
      class={`paste-box card${isOver ? " over" : ""}`}
      aria-label="Paste an answer"
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes("Files") !== true) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        setOver(false);
        if (files.length === 0) return;
        event.preventDefault();
        void drop(files);
      }}
    >
      <textarea
        ref={box}
        class="code"
        data-testid="paste"
        aria-label="Paste an answer from any chat"
        placeholder={
          "Paste an answer from any chat\n\nEdit blocks, diffs, patches and whole files are found in it. Nothing is written before you approve it."
        }
        value={text}
        rows={9}
        spellcheck={false}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <div class="paste-foot">
        <button type="button" class="main" data-testid="send" aria-disabled={!canSend} onClick={() => void send()}>
          {isSending ? "Reading…" : "Review this answer"}
        </button>
        <span class="dim small grow">
          {isTooLong
            ? `${counted(text.length, "character")}: at most ${MAX_CHARACTERS.toLocaleString("en")} can be sent at once.`
            : isOver
              ? "Drop the file: its text is added here."
              : "or drop a file here"}
        </span>
        {isEmpty && (
          <button
            type="button"
            class="link small"
            title={`Fills the box with an answer that creates ${SAMPLE_PATH}. You review it before it is written.`}
            onClick={() => {
              setText(SAMPLE_ANSWER);
              box.current?.focus();
            }}
          >
            Try a sample: it creates {SAMPLE_PATH}
          </button>
        )}
      </div>
    </section>
  );
}
