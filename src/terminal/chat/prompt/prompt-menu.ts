// What each key does while a menu is open below the prompt, and when one opens. Pure.

import type { Key } from "../../reviewer/keys.ts";
import { edit } from "./draft.ts";
import type { ChatKey } from "./keys.ts";
import { mentionsIn, startsMention } from "../mentions.ts";
import {
  chosen,
  filled,
  followed,
  isCurrent,
  moved,
  openMenu,
  written,
  type Anchor,
  type Found,
} from "../menu/menu.ts";
import type { Menu, MenuKind } from "../menu/menu.ts";
import type { MenuKey, Pressed, Prompt } from "./prompt-state.ts";
import { enter } from "./sending.ts";

/** Null: the key is for the text. */
export function pressInMenu(prompt: Prompt, key: Key<ChatKey>, isBusy: boolean): Pressed | null {
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
      return pressFound({ ...prompt, menu }, key.name, isBusy);
    default:
      return null;
  }
}

/** What is typed has been looked for. Null: the key is for the text. */
function pressFound(
  prompt: Prompt & { readonly menu: Menu & { readonly found: Found } },
  key: MenuKey,
  isBusy: boolean,
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
      return menu.found.total === 0 ? null : choose(prompt, key, isBusy);
    default:
      return key satisfies never;
  }
}

/** A menu follows the text. A typed @ opens one; a pasted text closes it, and never opens one. */
export function withMenu(
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
function choose(prompt: Prompt, key: "enter" | "tab", isBusy: boolean): Pressed | null {
  const { menu, draft } = prompt;
  const entry = menu === null ? null : chosen(menu);
  // A command that is written out is sent, whichever entry is selected by itself.
  const isWritten = menu?.kind === "slash" && key === "enter" && !menu.hasMoved && isNamed(menu);
  if (menu === null || entry === null || isWritten) return null;
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

/** What is typed filters what was typed before. */
export function searching(prompt: Prompt): Prompt {
  const draft = { ...prompt.draft, at: prompt.draft.text.length };
  return withOpenMenu({ ...prompt, draft }, "history", { from: 0, prefix: "" });
}
