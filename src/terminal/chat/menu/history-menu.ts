// What was typed before, as a menu: the newest first, each text once.

import { counted } from "../../../base/index.ts";
import type { MenuSource } from "../types.ts";
import type { MenuEntry } from "./menu.ts";

// The filter compares what is shown; of a document its beginning is enough.
const MAX_LABEL = 500;

export class HistoryMenu implements MenuSource {
  /** The oldest first. */
  past: readonly string[] = [];
  #made: { readonly past: readonly string[]; readonly entries: readonly MenuEntry[] } | null = null;

  open(): void {
    // Everything is there already.
  }

  /** The same list as long as the texts are the same. */
  entries(): readonly MenuEntry[] {
    if (this.#made?.past !== this.past) this.#made = { past: this.past, entries: entriesOf(this.past) };
    return this.#made.entries;
  }

  note(): string | null {
    return null;
  }
}

function entriesOf(past: readonly string[]): readonly MenuEntry[] {
  return [...new Set(past.toReversed())].map((text) => {
    const lines = text.split("\n").length;
    const label = text.slice(0, MAX_LABEL).toWellFormed().replaceAll(/\s+/g, " ").trim();
    return { label, detail: lines === 1 ? "" : counted(lines, "line"), value: text };
  });
}
