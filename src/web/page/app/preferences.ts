// What this browser remembers for its user: which sides are open, the theme, whether to notify. Kept for this origin; a
// browser that keeps nothing works all the same.

import { Store } from "../store/store.ts";

export type Theme = "system" | "light" | "dark";

export type Preference = {
  readonly rail: boolean;
  readonly chat: boolean;
  readonly theme: Theme;
  readonly notify: boolean;
};

export type Preferences = Store<Preference>;

const NAME = "galley-preferences";
const DEFAULT: Preference = { rail: true, chat: true, theme: "system", notify: false };

export function openPreferences(shelf: Pick<Storage, "getItem" | "setItem">): Preferences {
  const store = new Store(readPreference(shelf.getItem(NAME)));
  store.subscribe(() => {
    try {
      shelf.setItem(NAME, JSON.stringify(store.value));
    } catch {
      // A full or forbidden storage: it is forgotten with the page.
    }
  });
  return store;
}

/** Anything that is not as we wrote it is the default. */
export function readPreference(text: string | null): Preference {
  let found: unknown = null;
  try {
    found = JSON.parse(text ?? "null");
  } catch {
    // Written by something else.
  }
  if (typeof found !== "object" || found === null) return DEFAULT;
  const { rail, chat, theme, notify } = found as Partial<Record<keyof Preference, unknown>>; // Looked at below.
  const flag = (value: unknown, otherwise: boolean): boolean => (typeof value === "boolean" ? value : otherwise);
  return {
    rail: flag(rail, DEFAULT.rail),
    chat: flag(chat, DEFAULT.chat),
    theme: theme === "light" || theme === "dark" ? theme : "system",
    notify: flag(notify, DEFAULT.notify),
  };
}
