// What each key does to the prompt, and what the person wants by it. Pure. Nothing typed is lost by any key; leaving and
// interrupting are asked for by keys that write nothing.

import type { Key } from "../reviewer/keys.ts";
import { continued, edit, newDraft, type Draft, type DraftEvent } from "./draft.ts";
import type { ChatKey } from "./keys.ts";
import type { ChatRequest } from "./types.ts";

export type Prompt = {
  readonly draft: Draft;
  /** One line of help in place of the footer, until the next key. */
  readonly hint: string | null;
  /** Enter was typed while nothing could be sent: it is sent when that is done. */
  readonly isQueued: boolean;
  /** Ctrl-C was the last key. */
  readonly isLeaving: boolean;
};

export type Effect =
  | ChatRequest
  | { readonly kind: "complete" }
  | { readonly kind: "redraw" }
  | { readonly kind: "suspend" };

export type Pressed = { readonly prompt: Prompt; readonly effect: Effect | null };

export function newPrompt(past: readonly string[]): Prompt {
  return { draft: newDraft(past), hint: null, isQueued: false, isLeaving: false };
}

/** `isBusy`: something is being done, so nothing can be sent. */
export function press(prompt: Prompt, key: Key<ChatKey>, { isBusy }: { readonly isBusy: boolean }): Pressed {
  const now: Prompt = { ...prompt, hint: null, isLeaving: false };
  if (key.kind !== "named") return typed(now, { kind: "typed", text: key.text });
  switch (key.name) {
    case "enter":
      return enter(now, isBusy);
    case "newline":
      return typed(now, { kind: "typed", text: "\n" });
    case "backspace":
    case "delete":
    case "delete-word":
    case "delete-to-start":
    case "delete-to-end":
      return typed(now, { kind: "deleted", what: key.name });
    case "yank":
      return typed(now, { kind: "yanked" });
    case "escape":
      return { prompt: { ...now, isQueued: false }, effect: isBusy ? { kind: "interrupt" } : null };
    case "interrupt":
      return interrupt(prompt, isBusy);
    case "close":
      if (now.draft.text !== "") return typed(now, { kind: "deleted", what: "delete" });
      return isBusy ? hinted(now, "Esc interrupts; then Ctrl-D quits.") : { prompt: now, effect: { kind: "leave" } };
    case "edit-last":
      if (isBusy) return hinted(now, "The last change can be edited when this is done.");
      return { prompt: now, effect: { kind: "edit-last" } };
    case "tab":
      return { prompt: now, effect: { kind: "complete" } };
    case "redraw":
    case "suspend":
      return { prompt: now, effect: { kind: key.name } };
    default:
      return { prompt: { ...now, draft: edit(now.draft, { kind: "moved", to: key.name }) }, effect: null };
  }
}

/** The text leaves the prompt and is among the older ones. */
export function send(prompt: Prompt): Pressed {
  const { text } = prompt.draft;
  if (text.trim() === "") return { prompt: { ...prompt, isQueued: false }, effect: null };
  const draft = edit(prompt.draft, { kind: "sent" });
  return { prompt: { ...prompt, draft, hint: null, isQueued: false }, effect: { kind: "sent", text } };
}

/** A text comes back for editing; what was typed meanwhile is kept. */
export function putBack(prompt: Prompt, text: string): Prompt {
  const { text: typedNow, place, past } = prompt.draft;
  const draft = edit(prompt.draft, { kind: "put-back", text });
  if (typedNow.trim() === "") return { ...prompt, draft, isQueued: false };
  const hint = place === past.length ? "Press ↑ for the message to send again." : "↓ brings the message to send again.";
  return { ...prompt, draft, isQueued: false, hint };
}

function typed(prompt: Prompt, event: DraftEvent): Pressed {
  return { prompt: { ...prompt, draft: edit(prompt.draft, event), isQueued: false }, effect: null };
}

function hinted(prompt: Prompt, hint: string): Pressed {
  return { prompt: { ...prompt, hint }, effect: null };
}

function enter(prompt: Prompt, isBusy: boolean): Pressed {
  const longer = continued(prompt.draft);
  if (longer !== null) return { prompt: { ...prompt, draft: longer }, effect: null };
  if (prompt.draft.text.trim() === "" || !isBusy) return send(prompt);
  return hinted({ ...prompt, isQueued: true }, "Sent when this is done. Typing keeps it here, Esc interrupts.");
}

/** Ctrl-C: stops what is being done, else clears the prompt; twice leaves. */
function interrupt(prompt: Prompt, isBusy: boolean): Pressed {
  if (prompt.isLeaving) return { prompt, effect: { kind: "leave" } };
  const draft = isBusy ? prompt.draft : edit(prompt.draft, { kind: "cleared" });
  const next = { draft, hint: "Ctrl-C again quits.", isQueued: false, isLeaving: true };
  return { prompt: next, effect: isBusy ? { kind: "interrupt" } : null };
}
