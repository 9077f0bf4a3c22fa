// A prompt: what is typed there, what is open below it, and what waits to be sent. Pure.

import { newDraft, type Draft } from "./draft.ts";
import type { Menu } from "../menu/menu.ts";
import type { ChatRequest } from "../types.ts";

export type Prompt = {
  readonly draft: Draft;
  /** One line of help in place of the footer, until the next key. */
  readonly hint: string | null;
  /** Sent while something was done: each is sent when what is before it is done, the oldest first. */
  readonly waiting: readonly SentMessage[];
  /** The text was put here, and no key was typed since. */
  readonly isPutBack: boolean;
  /** Ctrl-C was the last key. */
  readonly isLeaving: boolean;
  /** Esc was the last key, and there was nothing to interrupt. */
  readonly isEscaping: boolean;
  /** Ctrl-X was the last key: Ctrl-E after it opens the editor for the prompt, as in a shell. */
  readonly isPrefixed: boolean;
  /** Below the prompt, while something can be chosen. */
  readonly menu: Menu | null;
  /** Names after an @ that came with pasted text: the person did not write them. */
  readonly pasted: ReadonlySet<string>;
};

export type SentMessage = Extract<ChatRequest, { readonly kind: "sent" }>;

export type Effect =
  | ChatRequest
  | { readonly kind: "complete" }
  /** The key is for the menu, which has no result for what is typed yet: to be pressed again when it has. */
  | { readonly kind: "search"; readonly key: MenuKey }
  | { readonly kind: "redraw" }
  | { readonly kind: "suspend" };

/** The keys that need to know what there is to choose from. */
export type MenuKey = "up" | "older" | "down" | "newer" | "enter" | "tab";

export type Pressed = { readonly prompt: Prompt; readonly effect: Effect | null };

export function newPrompt(past: readonly string[]): Prompt {
  return {
    draft: newDraft(past),
    hint: null,
    waiting: [],
    isPutBack: false,
    isLeaving: false,
    isEscaping: false,
    isPrefixed: false,
    menu: null,
    pasted: new Set(),
  };
}

export function hinted(prompt: Prompt, hint: string): Pressed {
  return { prompt: { ...prompt, hint }, effect: null };
}
