// What each key does to the prompt, and what the person wants by it. Pure. Nothing typed is lost by any key; leaving and
// interrupting are asked for by keys that write nothing.

import type { Key } from "../reviewer/keys.ts";
import { continued, edit, newDraft, type Draft, type DraftEvent } from "./draft.ts";
import { shownText } from "./folds.ts";
import type { ChatKey } from "./keys.ts";
import { mentionsIn, startsMention } from "./mentions.ts";
import { chosen, filled, followed, isCurrent, moved, openMenu, written, type Anchor, type Found } from "./menu/menu.ts";
import type { Menu, MenuKind } from "./menu/menu.ts";
import type { ChatRequest, TypedText } from "./types.ts";

export type Prompt = {
  readonly draft: Draft;
  /** One line of help in place of the footer, until the next key. */
  readonly hint: string | null;
  /** Enter was typed while nothing could be sent: it is sent when that is done. */
  readonly isQueued: boolean;
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
    isQueued: false,
    isPutBack: false,
    isLeaving: false,
    isEscaping: false,
    isPrefixed: false,
    menu: null,
    pasted: new Set(),
  };
}

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
  const inMenu = prompt.menu === null ? null : pressInMenu({ ...prompt, hint: null, isLeaving: false }, key, options);
  if (inMenu !== null) return inMenu;
  const pressed = pressText(prompt, key, options.isBusy);
  return { ...pressed, prompt: withMenu(pressed.prompt, { before: prompt, key, isPasted: options.isPasted }) };
}

/** Null: the key is for the text. */
function pressInMenu(prompt: Prompt, key: Key<ChatKey>, options: PressOptions): Pressed | null {
  const { menu } = prompt;
  if (menu === null || key.kind !== "named") return null;
  switch (key.name) {
    case "escape":
      return { prompt: { ...prompt, menu: null }, effect: null };
    case "up":
    case "older":
    case "down":
    case "newer":
    case "enter":
    case "tab":
      if (!isCurrent(menu)) return { prompt, effect: { kind: "search", key: key.name } };
      return pressFound({ ...prompt, menu }, key.name, options);
    default:
      return null;
  }
}

/** What is typed has been looked for. Null: the key is for the text. */
function pressFound(
  prompt: Prompt & { readonly menu: Menu & { readonly found: Found } },
  key: MenuKey,
  options: PressOptions,
): Pressed | null {
  const { menu } = prompt;
  switch (key) {
    case "up":
    case "older":
      return { prompt: { ...prompt, menu: moved(menu, -1) }, effect: null };
    case "down":
    case "newer":
      return { prompt: { ...prompt, menu: moved(menu, 1) }, effect: null };
    case "enter":
    case "tab":
      // A search that finds nothing is no message.
      if (menu.kind === "history" && menu.found.total === 0) return { prompt, effect: null };
      // With nothing to choose, the keys mean what they mean without a menu.
      return menu.found.total === 0 ? null : choose(prompt, key, options);
    default:
      return key satisfies never;
  }
}

/** A menu follows the text. A typed @ opens one; a pasted text closes it, and never opens one. */
function withMenu(
  prompt: Prompt,
  { before, key, isPasted }: { readonly before: Prompt; readonly key: Key<ChatKey>; readonly isPasted: boolean },
): Prompt {
  if (key.kind === "paste") {
    const names = mentionsIn(key.text).map(({ name }) => name);
    return { ...prompt, menu: null, pasted: new Set([...prompt.pasted, ...names]) };
  }
  const { draft } = prompt;
  if (!isPasted && key.kind === "character" && key.text === "@" && startsMention(draft.text, draft.at - 1))
    return { ...prompt, menu: openMenu("mention", { from: draft.at - 1, prefix: "@" }) };
  if (!isPasted && key.kind === "character" && draft.text === "/" && draft.at === 1)
    return { ...prompt, menu: openMenu("slash", { from: 0, prefix: "/" }) };
  if (prompt.menu?.kind === "history" && before.menu?.kind !== "history") return prompt;
  const { menu } = before;
  // Another text has another menu, or none.
  const isSame = menu !== null && draft.place === before.draft.place && draft.past === before.draft.past;
  return { ...prompt, menu: isSame ? followed(menu, draft) : null };
}

/** Opens a menu whose filter is what is typed from the anchor to the cursor. */
export function withOpenMenu(prompt: Prompt, kind: MenuKind, anchor: Anchor): Prompt {
  return { ...prompt, menu: followed(openMenu(kind, anchor), prompt.draft) };
}

/** What was found for the menu that is open. */
export function withFound(prompt: Prompt, found: Found): Prompt {
  return prompt.menu === null ? prompt : { ...prompt, menu: filled(prompt.menu, found) };
}

/** Writes the selected entry into the text; the menu closes. With nothing to choose, the key means what it means without. */
function choose(prompt: Prompt, key: "enter" | "tab", { isBusy }: PressOptions): Pressed {
  const { menu, draft } = prompt;
  const entry = menu === null ? null : chosen(menu);
  // A command that is written out is sent, whichever entry is selected by itself.
  const isWritten = menu?.kind === "slash" && key === "enter" && !menu.hasMoved && isNamed(menu);
  if (menu === null || entry === null || isWritten)
    return pressText({ ...prompt, menu: null }, { kind: "named", name: key }, isBusy);
  const pasted = new Set([...prompt.pasted].filter((name) => name !== entry.value));
  const next = edit(draft, { kind: "completed", ...written(menu, entry, draft.text) });
  const chosenPrompt = { ...prompt, draft: next, menu: null, pasted };
  // A command that takes nothing else, and whose beginning was typed, is meant.
  const isMeant = menu.kind === "slash" && key === "enter" && entry.label === `/${entry.value}`;
  if (isMeant && entry.value.startsWith(menu.query) && next.text.trim() === entry.label && menu.query !== "")
    return enter(chosenPrompt, isBusy);
  // A command opened this list, and what was chosen completes it. Tab writes it down for editing.
  if (menu.kind === "choice" && key === "enter" && next.at === next.text.length) return enter(chosenPrompt, isBusy);
  return { prompt: chosenPrompt, effect: null };
}

function isNamed({ found, query }: Menu): boolean {
  return found?.entries.some(({ value }) => value === query) ?? false;
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
      if (!isBusy && !now.isQueued) return escape(prompt);
      return { prompt: { ...now, isQueued: false }, effect: isBusy ? { kind: "interrupt" } : null };
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

/** What is typed filters what was typed before. */
function searching(prompt: Prompt): Prompt {
  const draft = { ...prompt.draft, at: prompt.draft.text.length };
  return withOpenMenu({ ...prompt, draft }, "history", { from: 0, prefix: "" });
}

/** Another text in place of this one, from the user's editor. */
export function replaceText(prompt: Prompt, text: string): Prompt {
  const { draft } = prompt;
  return { ...prompt, draft: edit(draft, { kind: "completed", from: 0, to: draft.text.length, text }), menu: null };
}

/** The text leaves the prompt and is among the older ones. */
export function send(prompt: Prompt): Pressed {
  const { text, isTyped } = prompt.draft;
  if (text.trim() === "") return { prompt: { ...prompt, isQueued: false }, effect: null };
  const shown = shownText(text, prompt.draft);
  const draft = edit(prompt.draft, { kind: "sent" });
  const mentions = mentionsIn(text).map(({ name }) => ({ name, isPasted: prompt.pasted.has(name) }));
  return {
    prompt: { ...prompt, draft, hint: null, isQueued: false, menu: null, pasted: new Set() },
    effect: { kind: "sent", text, shown, typed: isTyped ? (text as TypedText) : null, mentions }, // The draft keeps track of it.
  };
}

/** A text comes back for editing; what was typed meanwhile is kept. */
export function putBack(prompt: Prompt, text: string): Prompt {
  const { text: typedNow, place, past } = prompt.draft;
  const draft = edit(prompt.draft, { kind: "put-back", text });
  // The Ctrl-C that interrupted is not the first of two: the next one clears what is here now.
  const now = { ...prompt, draft, isQueued: false, isLeaving: false };
  if (typedNow.trim() === "") return { ...now, isPutBack: true, hint: PUT_BACK };
  const hint = place === past.length ? "Press ↑ for the message to send again." : "↓ brings the message to send again.";
  return { ...now, hint };
}

const PUT_BACK = "Put here for you to edit. Enter sends it, Ctrl-C clears it.";

function typed(prompt: Prompt, event: DraftEvent): Pressed {
  return { prompt: { ...prompt, draft: edit(prompt.draft, event), isQueued: false }, effect: null };
}

function pasted(prompt: Prompt, text: string): Pressed {
  const pressed = typed(prompt, { kind: "pasted", text });
  const isFolded = pressed.prompt.draft.folds.length > prompt.draft.folds.length;
  return isFolded ? hinted(pressed.prompt, "The paste is sent whole. Ctrl-O shows it.") : pressed;
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
  const next = { ...prompt, draft, hint: "Ctrl-C again quits.", isQueued: false, isLeaving: true, menu: null };
  return { prompt: next, effect: isBusy ? { kind: "interrupt" } : null };
}
