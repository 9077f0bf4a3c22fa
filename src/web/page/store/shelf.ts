// What a user typed and has not used yet, kept in the browser: it is still there after a reload, or when the server was
// started again. Written a moment after it changed, and when the page goes away. A browser that keeps nothing works all
// the same, and the page says so.

import { Store } from "./store.ts";

export type Shelf = {
  /** As it was kept, unchecked; null when there is nothing. */
  readonly get: (name: string) => unknown;
  readonly keep: (name: string, value: unknown) => void;
  readonly forget: (name: string) => void;
};

type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const PREFIX = "galley-draft ";
const WAIT_MS = 250;
const MOST = 40;

export type ShelfOptions = {
  /** Calls back when the page goes away. */
  readonly onLeaving: (write: () => void) => void;
  /** Called after each attempt to write: whether the storage took it. */
  readonly onWritten?: (isKept: boolean) => void;
  readonly now?: () => number;
};

export function openShelf(kept: Kept, { onLeaving, onWritten = () => undefined, now = Date.now }: ShelfOptions): Shelf {
  const waiting = new Map<string, unknown>();
  /** What the storage refused: kept here as long as the page is open. */
  const refused = new Map<string, unknown>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const write = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    for (const [name, value] of waiting) put(name, value);
    waiting.clear();
  };
  const put = (name: string, value: unknown): void => {
    try {
      kept.setItem(PREFIX + name, JSON.stringify({ at: now(), value }));
      for (const old of oldest(kept)) kept.removeItem(old);
      refused.delete(name);
      onWritten(true);
    } catch {
      // A full or forbidden storage.
      refused.set(name, value);
      onWritten(false);
    }
  };
  onLeaving(write);
  return {
    get(name) {
      for (const own of [waiting, refused]) if (own.has(name)) return own.get(name);
      return read(kept, PREFIX + name)?.value ?? null;
    },
    keep(name, value) {
      waiting.set(name, value);
      timer ??= setTimeout(write, WAIT_MS);
    },
    forget(name) {
      waiting.delete(name);
      refused.delete(name);
      try {
        kept.removeItem(PREFIX + name);
      } catch {
        // Nothing could be kept there either.
      }
    },
  };
}

const shelves = new Map<string, Shelf>();

/** Whether the browser keeps what is typed; false after its storage refused some of it. */
export const keepsDrafts: Store<boolean> = new Store(true);

/** `localStorage`: for every tab, and the next ones. `sessionStorage`: for this tab. */
export function pageShelf(where: "localStorage" | "sessionStorage"): Shelf {
  const shelf =
    shelves.get(where) ?? openShelf(storage(where), { onLeaving, onWritten: (isKept) => keepsDrafts.set(isKept) });
  shelves.set(where, shelf);
  return shelf;
}

function storage(where: "localStorage" | "sessionStorage"): Kept {
  try {
    return globalThis[where];
  } catch {
    // Forbidden by the browser's settings.
    return { length: 0, key: () => null, getItem: () => null, setItem: refuse, removeItem: () => undefined };
  }
}

function refuse(): never {
  throw new Error("The browser keeps nothing for this page.");
}

function onLeaving(write: () => void): void {
  addEventListener("pagehide", write);
}

/** Those beyond the newest ones. */
function oldest(kept: Kept): readonly string[] {
  const names = Array.from({ length: kept.length }, (_, at) => kept.key(at) ?? "").filter((name) =>
    name.startsWith(PREFIX),
  );
  if (names.length <= MOST) return [];
  const age = new Map(names.map((name) => [name, read(kept, name)?.at ?? 0]));
  return names.sort((one, other) => age.get(other)! - age.get(one)!).slice(MOST);
}

function read(kept: Kept, name: string): { readonly at: number; readonly value: unknown } | null {
  try {
    const found = JSON.parse(kept.getItem(name) ?? "null") as unknown;
    if (typeof found !== "object" || found === null || !("at" in found) || !("value" in found)) return null;
    return { at: Number(found.at) || 0, value: found.value };
  } catch {
    // Written by something else, or not to be read.
    return null;
  }
}
