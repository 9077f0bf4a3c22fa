// An empty conversation: what it is for, and what to do where no model is configured.

import type { VNode } from "preact";
import { useData } from "../app/context.ts";
import { counted } from "../../../base/index.ts";
import { Revealed } from "../text.tsx";

export function NoMessages(): VNode {
  const models = useData(({ models }) => models);
  const selected = useData(({ selection }) => selection.length);
  if (models.current === null && models.available.length === 0)
    return (
      <div class="chat-empty dim">
        <p>
          <strong>Talk to a model here</strong>
        </p>
        {models.advice !== null && (
          <p>
            <Revealed text={models.advice} lines />
          </p>
        )}
        <p>You do not need one to review: paste an answer from any chat on the start screen.</p>
      </div>
    );
  return (
    <div class="chat-empty dim">
      <p>
        <strong>Ask for a change</strong>
      </p>
      <p>
        {selected === 0
          ? "Select files, and the model sees them with every message."
          : `The model sees ${counted(selected, "selected file")} with every message.`}{" "}
        Nothing it proposes is written before you approve it.
      </p>
    </div>
  );
}
