// What the open menu offers: looks for what its filter names, unless that is done already.

import { HistoryMenu } from "./history-menu.ts";
import { filterOf, MENUS, type Anchor, type Found, type Menu, type MenuEntry, type MenuKind } from "./menu.ts";
import { MenuSearch } from "./search.ts";
import type { ChatOptions, MenuSource } from "../types.ts";

export type LookupOptions = {
  readonly menus: ChatOptions["menus"];
  /** What was sent before. */
  readonly past: () => readonly string[];
  readonly onFound: (found: Found) => void;
  /** A list has come, or its note is another: look again. */
  readonly onNews: () => void;
};

/** `anchor` says which opening of a menu it belongs to. */
type Searched = {
  readonly anchor: Anchor;
  readonly list: readonly MenuEntry[];
  readonly filter: string;
  readonly done: Promise<void>;
};

export class MenuLookup {
  readonly #options: LookupOptions;
  readonly #search = new MenuSearch();
  readonly #history = new HistoryMenu();
  /** What the open menu is being, or was, searched for. */
  #searched: Searched | null = null;

  constructor(options: LookupOptions) {
    this.#options = options;
  }

  /** Until what was looked for last is found. A search that another one replaces meanwhile has found nothing. */
  async found(): Promise<void> {
    for (let waited: Searched | null = null; this.#searched !== waited;) {
      waited = this.#searched;
      await waited?.done;
    }
  }

  noteOf(kind: MenuKind): string | null {
    return this.#sourceOf(kind).note();
  }

  /** False: nothing new has to be looked for. */
  look(menu: Menu | null): boolean {
    if (menu === null) {
      this.#search.stop();
      this.#searched = null;
      return true;
    }
    const source = this.#sourceOf(menu.kind);
    const isOpened = this.#searched?.anchor === menu.anchor;
    if (!isOpened) source.open(this.#options.onNews);
    const list = source.entries();
    const filter = filterOf(menu);
    if (isOpened && this.#searched?.list === list && this.#searched.filter === filter) return false;
    const done = this.#search.run(list, filter, MENUS[menu.kind].matching).then((found) => {
      if (found !== null) this.#options.onFound(found);
    });
    this.#searched = { anchor: menu.anchor, list, filter, done };
    return true;
  }

  #sourceOf(kind: MenuKind): MenuSource {
    if (kind !== "history") return this.#options.menus[kind];
    this.#history.past = this.#options.past();
    return this.#history;
  }
}
