// What each key does to the prompt, and what the person wants by it. Pure. Nothing typed is lost by any key; leaving and
// interrupting are asked for by keys that write nothing.

import type { Key } from "../../reviewer/keys.ts";
import { edit, type DraftEvent } from "./draft.ts";
import type { ChatKey } from "./keys.ts";
import { pressInMenu, searching, withMenu } from "./prompt-menu.ts";
import { hinted, type Pressed, type Prompt } from "./prompt-state.ts";
import { enter, releaseWaiting, takeBack } from "./sending.ts";

export type PressOptions = {
  /** Something is being done, so nothing can be sent. */
  readonly isBusy: boolean;
  /** The key came together with a paste: it may be a part of it that was made to look like typing. */
  readonly isPasted?: boolean;
  /** What is written in place of a paste: the person dropped files here, so the names are theirs. */
  readonly dropped?: string | null;
};

export function press(
  prompt: Prompt,
  key: Key<ChatKey>,
  { isBusy, isPasted = false, dropped = null }: PressOptions,
): Pressed {
  // In a command a path is a word like others.
  if (dropped !== null && !/^[!/]/.test(prompt.draft.text))
    return typed({ ...prompt, hint: null, isLeaving: false, menu: null }, { kind: "pasted", text: dropped });
  const untyped = ({ draft, ...rest }: Prompt): Prompt => ({ ...rest, draft: { ...draft, isTyped: false } });
  const pressed = pressOne(isPasted ? untyped(prompt) : prompt, key, { isBusy, isPasted });
  return isPasted ? { ...pressed, prompt: untyped(pressed.prompt) } : pressed;
}

function pressOne(prompt: Prompt, key: Key<ChatKey>, options: Required<Omit<PressOptions, "dropped">>): Pressed {
  const inMenu =
    prompt.menu === null ? null : pressInMenu({ ...prompt, hint: null, isLeaving: false }, key, options.isBusy);
  if (inMenu !== null) return inMenu;
  const pressed = pressText(prompt, key, options.isBusy);
  return { ...pressed, prompt: withMenu(pressed.prompt, { before: prompt, key, isPasted: options.isPasted }) };
}

function pressText(prompt: Prompt, key: Key<ChatKey>, isBusy: boolean): Pressed {
  const now: Prompt = {
    ...prompt,
    hint: null,
    isPutBack: false,
    isLeaving: false,
    isEscaping: false,
    isPrefixed: false,
  };
  // Some terminals paste nothing where the clipboard has an image.
  if (key.kind === "paste" && key.text === "") return { prompt: now, effect: { kind: "paste-image" } };
  if (key.kind === "paste") return pasted(now, key.text);
  if (key.kind === "character") {
    const start = prompt.isPutBack && "/!".includes(key.text) ? withoutPutBack(now) : now;
    const pressed = typed(start, { kind: "typed", text: key.text });
    const hint = FIRST_CHARACTERS.get(pressed.prompt.draft.text);
    return hint === undefined ? pressed : hinted(pressed.prompt, hint);
  }
  switch (key.name) {
    case "enter":
      return enter(now, isBusy);
    case "newline":
      return typed(now, { kind: "typed", text: "\n" });
    case "backspace":
    case "delete":
    case "delete-word":
    case "delete-word-right":
    case "delete-to-space":
    case "delete-to-start":
    case "delete-to-end":
      return typed(now, { kind: "deleted", what: key.name });
    case "yank":
      return typed(now, { kind: "yanked" });
    case "unfold":
      if (now.draft.folds.length === 0) return hinted(now, "No paste is folded here.");
      return { prompt: { ...now, draft: edit(now.draft, { kind: "unfolded" }) }, effect: null };
    case "escape":
      return isBusy ? { prompt: releaseWaiting(now), effect: { kind: "interrupt" } } : escape(prompt);
    case "interrupt":
      return interrupt(prompt, isBusy);
    case "close":
      if (now.draft.text !== "") return typed(now, { kind: "deleted", what: "delete" });
      return isBusy ? hinted(now, "Esc interrupts; then Ctrl-D quits.") : { prompt: now, effect: { kind: "leave" } };
    case "prefix":
      return hinted({ ...now, isPrefixed: true }, "Ctrl-E opens the prompt in your editor.");
    case "edit-last":
      if (prompt.isPrefixed) return pressText(now, { kind: "named", name: "edit-prompt" }, isBusy);
      // In a text, the key of shells for the end of the line.
      if (now.draft.text !== "")
        return { prompt: { ...now, draft: edit(now.draft, { kind: "moved", to: "end" }) }, effect: null };
      if (isBusy) return hinted(now, "The last change can be edited when this is done.");
      return { prompt: now, effect: { kind: "edit-last" } };
    case "paste-image":
      return { prompt: now, effect: { kind: "paste-image" } };
    case "permissions":
      return { prompt: now, effect: { kind: "permissions" } };
    case "edit-prompt":
      if (isBusy) return hinted(now, "The prompt can be edited there when this is done.");
      return { prompt: now, effect: { kind: "edit-prompt", text: now.draft.text } };
    case "history":
      return { prompt: searching(now), effect: null };
    case "tab":
      return { prompt: now, effect: { kind: "complete" } };
    case "up":
    case "older":
      if (now.draft.text === "" && now.waiting.length > 0)
        return hinted(takeBack(now), "Taken back. Enter sends it when this is done.");
      return { prompt: { ...now, draft: edit(now.draft, { kind: "moved", to: key.name }) }, effect: null };
    case "redraw":
    case "suspend":
      return { prompt: now, effect: { kind: key.name } };
    default:
      return { prompt: { ...now, draft: edit(now.draft, { kind: "moved", to: key.name }) }, effect: null };
  }
}

/** What other agents do with a first character, and what it does here. */
const FIRST_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ["?", "Enter shows what the keys do."],
  ["#", "A # is sent as text. What the model should always know goes into AGENTS.md."],
]);

/** Esc twice clears the prompt; in an empty one it goes back to an earlier turn. */
function escape(prompt: Prompt): Pressed {
  const { draft } = prompt;
  if (!prompt.isEscaping) {
    const hint = draft.text === "" ? "Esc again goes back to an earlier turn." : "Esc again clears the prompt.";
    return hinted({ ...prompt, isPutBack: false, isLeaving: false, isEscaping: true }, hint);
  }
  const now = { ...prompt, isEscaping: false, isPutBack: false };
  if (draft.text === "") return { prompt: { ...now, hint: null }, effect: { kind: "go-back" } };
  return hinted({ ...now, draft: edit(draft, { kind: "cleared" }) }, "Press ↑ for what was cleared.");
}

/** A command is a message of its own: what was put back waits among the older ones. */
function withoutPutBack(prompt: Prompt): Prompt {
  const { draft } = prompt;
  if (draft.text.startsWith("/") || prompt.menu !== null) return prompt;
  return { ...prompt, draft: edit(draft, { kind: "cleared" }), hint: "Press ↑ for the message to send again." };
}

/** Another text in place of this one, from the user's editor. */
export function replaceText(prompt: Prompt, text: string): Prompt {
  const { draft } = prompt;
  return { ...prompt, draft: edit(draft, { kind: "completed", from: 0, to: draft.text.length, text }), menu: null };
}

function typed(prompt: Prompt, event: DraftEvent): Pressed {
  return { prompt: { ...prompt, draft: edit(prompt.draft, event) }, effect: null };
}

function pasted(prompt: Prompt, text: string): Pressed {
  const pressed = typed(prompt, { kind: "pasted", text });
  const isFolded = pressed.prompt.draft.folds.length > prompt.draft.folds.length;
  return isFolded ? hinted(pressed.prompt, "The paste is sent whole. Ctrl-O shows it.") : pressed;
}

/** Ctrl-C: stops what is being done, else clears the prompt; twice leaves. */
function interrupt(prompt: Prompt, isBusy: boolean): Pressed {
  if (prompt.isLeaving) return { prompt, effect: { kind: "leave" } };
  const rest = isBusy ? releaseWaiting(prompt) : { ...prompt, draft: edit(prompt.draft, { kind: "cleared" }) };
  const next = { ...rest, hint: "Ctrl-C again quits.", isLeaving: true, menu: null };
  return { prompt: next, effect: isBusy ? { kind: "interrupt" } : null };
}
