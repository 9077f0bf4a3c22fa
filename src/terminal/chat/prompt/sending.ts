// How a text leaves the prompt and comes back: at once, or after what is being done. Pure. Nothing that waits is lost: it is
// among the older texts until it is sent.

import { continued, edit } from "./draft.ts";
import { shownText } from "./folds.ts";
import { mentionsIn } from "../mentions.ts";
import { hinted, type Pressed, type Prompt } from "./prompt-state.ts";
import type { TypedText } from "../types.ts";

export function enter(prompt: Prompt, isBusy: boolean): Pressed {
  const longer = continued(prompt.draft);
  if (longer !== null) return { prompt: { ...prompt, draft: longer }, effect: null };
  const sent = send(prompt);
  if (!isBusy || sent.effect?.kind !== "sent") return sent;
  const waiting = [...prompt.waiting, sent.effect];
  return hinted({ ...sent.prompt, waiting }, "Sent when this is done. ↑ takes it back, Esc interrupts.");
}

/** The text leaves the prompt and is among the older ones. */
export function send(prompt: Prompt): Pressed {
  const { text, isTyped } = prompt.draft;
  if (text.trim() === "") return { prompt, effect: null };
  const shown = shownText(text, prompt.draft);
  const draft = edit(prompt.draft, { kind: "sent" });
  const mentions = mentionsIn(text).map(({ name }) => ({ name, isPasted: prompt.pasted.has(name) }));
  return {
    prompt: { ...prompt, draft, hint: null, menu: null, pasted: new Set() },
    effect: { kind: "sent", text, shown, typed: isTyped ? (text as TypedText) : null, mentions }, // The draft keeps track of it.
  };
}

/** A text comes back for editing; what was typed meanwhile is kept. */
export function putBack(before: Prompt, text: string): Prompt {
  const prompt = releaseWaiting(before);
  const { text: typedNow, place, past } = prompt.draft;
  const draft = edit(prompt.draft, { kind: "put-back", text });
  // The Ctrl-C that interrupted is not the first of two: the next one clears what is here now.
  const now = { ...prompt, draft, isLeaving: false };
  if (typedNow.trim() === "") return { ...now, isPutBack: true, hint: PUT_BACK };
  const up = prompt.isPutBack ? "Press ↑ for the others that were not sent." : "Press ↑ for the message to send again.";
  return { ...now, hint: place === past.length ? up : "↓ brings the message to send again." };
}

const PUT_BACK = "Put here for you to edit. Enter sends it, Ctrl-C clears it.";

/** What waits longest is sent. */
export function sendWaiting(prompt: Prompt): Pressed {
  const [effect = null, ...waiting] = prompt.waiting;
  return { prompt: { ...prompt, waiting }, effect };
}

/** What came last is in the prompt again, for editing. */
export function takeBack(prompt: Prompt): Prompt {
  const last = prompt.waiting.at(-1);
  if (last === undefined) return prompt;
  const pasted = last.mentions.filter(({ isPasted }) => isPasted).map(({ name }) => name);
  return {
    ...prompt,
    draft: edit(prompt.draft, { kind: "put-back", text: last.text }),
    waiting: prompt.waiting.slice(0, -1),
    pasted: new Set([...prompt.pasted, ...pasted]),
  };
}

/** Nothing waits any more. What came last is in the prompt, if that is empty; all are among the older texts. */
export function releaseWaiting(prompt: Prompt): Prompt {
  const { waiting, draft } = prompt;
  if (waiting.length === 0) return prompt;
  if (draft.text.trim() !== "") return { ...prompt, waiting: [], hint: "Press ↑ for what was not sent." };
  const back = takeBack(prompt);
  return {
    ...back,
    waiting: [],
    isPutBack: true,
    hint: waiting.length === 1 ? PUT_BACK : "Press ↑ for the others that were not sent.",
  };
}
