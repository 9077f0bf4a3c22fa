// The keyboard: which action a pressed key means, and what does it now. Each part of the page registers what the actions
// of actions.ts do while it is on screen; the part registered last is asked first, and a dialog hides what is under it.
// A key never answers while the user is typing in a field, and Enter on a button is that button's.

import { ACTIONS, rowOf, type ActionId } from "./actions.ts";

export type Handlers = Partial<Readonly<Record<ActionId, () => void>>>;

export type KeyScope = {
  /**
   * From now on these actions do this, until the returned function is called. `dialog`: nothing that was registered
   * before can be reached meanwhile.
   */
  handle(handlers: Handlers, options?: { readonly dialog?: boolean }): () => void;
};

/** What of a keyboard event counts. */
export type Pressed = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
  readonly isComposing: boolean;
  /** Where the focus is: a field that is typed in, a control that has its own Enter and space, or neither. */
  readonly on: "field" | "control" | "page";
};

type Layer = { readonly handlers: Handlers; readonly dialog: boolean };

export class Keys implements KeyScope {
  #layers: readonly Layer[] = [];

  handle(handlers: Handlers, { dialog = false }: { readonly dialog?: boolean } = {}): () => void {
    const layer = { handlers, dialog };
    this.#layers = [...this.#layers, layer];
    return () => {
      this.#layers = this.#layers.filter((one) => one !== layer);
    };
  }

  /** Does what the key means here. False: it means nothing, and the browser may have it. */
  press(pressed: Pressed): boolean {
    const id = this.actionOf(pressed);
    return id !== null && this.run(id);
  }

  /** The action that can be done now, by the key. */
  actionOf(pressed: Pressed): ActionId | null {
    if (pressed.isComposing || pressed.altKey) return null;
    if (pressed.on === "control" && (pressed.key === "Enter" || pressed.key === " ")) return null;
    const isCommand = pressed.ctrlKey || pressed.metaKey;
    const name = isCommand ? `Ctrl+${pressed.key}` : pressed.key;
    for (const id of this.available()) {
      const { keys, repeats, whileTyping } = rowOf(id);
      if (!keys.includes(name) || (pressed.repeat && repeats !== true)) continue;
      if (pressed.on !== "field" || whileTyping === true) return id;
    }
    return null;
  }

  /** What can be done now, the nearest part's actions first. */
  available(): readonly ActionId[] {
    const found = new Set<ActionId>();
    for (const { handlers, dialog } of this.#layers.toReversed()) {
      for (const id of Object.keys(handlers) as ActionId[]) if (handlers[id] !== undefined) found.add(id); // Its type says so.
      if (dialog) break;
    }
    return [...found];
  }

  /** False when no part on screen does it. */
  run(id: ActionId): boolean {
    for (const { handlers, dialog } of this.#layers.toReversed()) {
      const act = handlers[id];
      if (act !== undefined) {
        act();
        return true;
      }
      if (dialog) return false;
    }
    return false;
  }
}

/** All that a person may press, in the order of the table. */
export const ACTION_IDS = Object.keys(ACTIONS) as readonly ActionId[]; // The keys of the table.

/** A key as the help shows it. */
export function nameOfKey(key: string): string {
  return key
    .split("+")
    .map((part) => KEY_NAMES[part] ?? (part.length === 1 && key.length > 1 ? part.toUpperCase() : part))
    .join(" ");
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  " ": "Space",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};
