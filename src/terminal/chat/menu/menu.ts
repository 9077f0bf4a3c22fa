// A menu below the prompt: what there is to choose from, filtered by what is typed. Pure. A menu is opened by a key,
// follows the text it filters by, and closes when that text is no filter any more; a paste never opens one.

import { writeMention, writeWord } from "../mentions.ts";

/** One thing to choose. Texts are made safe where they are drawn. */
export type MenuEntry = {
  /** What is shown, and filtered unless `filter` is given. */
  readonly label: string;
  /** What is filtered in its place: the part of the label that a person would type. */
  readonly filter?: string;
  /** Shown beside it where there is room. */
  readonly detail: string;
  /** What choosing it writes, in the way of its menu. */
  readonly value: string;
  /** Of entries that fit as well, one of a lower class comes first. Default: 0. */
  readonly rank?: 0 | 1 | 2;
};

export type MenuKind = keyof typeof MENUS;
export type Matching = "fuzzy" | "substring";

type MenuType = {
  readonly title: string;
  /** `substring` keeps the order of the list. */
  readonly matching: Matching;
  /** Which end of a label is left out where it has no room. */
  readonly cut: "start" | "end";
  readonly write: (value: string) => string;
  /** What follows what was chosen. */
  readonly after: " " | "";
  /** Whether a text is still a filter, and not what comes after it. */
  readonly isFilter: (text: string) => boolean;
};

export const MENUS = {
  /** After an @. */
  mention: {
    title: "files",
    matching: "fuzzy",
    cut: "start",
    write: (value) => `@${writeMention(value)}`,
    after: " ",
    isFilter: isWord,
  },
  /** What a command takes. */
  path: { title: "files and folders", matching: "fuzzy", cut: "start", write: writeWord, after: " ", isFilter: isWord },
  /** After a slash at the start. */
  slash: {
    title: "commands",
    matching: "fuzzy",
    cut: "end",
    write: (value) => `/${value}`,
    after: " ",
    isFilter: isWord,
  },
  /** What was typed before; what is in the prompt is the filter. */
  history: { title: "earlier messages", matching: "substring", cut: "end", write: asIs, after: "", isFilter: isLine },
  /** What a command has to choose from. */
  choice: { title: "entries", matching: "substring", cut: "end", write: asIs, after: "", isFilter: isLine },
} as const satisfies Readonly<Record<string, MenuType>>;

function asIs(value: string): string {
  return value;
}

function isLine(text: string): boolean {
  return !text.includes("\n");
}

/** A quoted name may have spaces. */
function isWord(text: string): boolean {
  return text.startsWith('"') ? !text.includes("\n") && !/[^\\]"/.test(text.slice(1)) : !/\s/.test(text);
}

/** Where in the draft the text that choosing replaces begins; the filter follows `prefix`. */
export type Anchor = { readonly from: number; readonly prefix: string };

/** The first entries that fit the filter, and how many fit in all. */
export type Found = { readonly filter: string; readonly entries: readonly MenuEntry[]; readonly total: number };

export type Menu = {
  readonly kind: MenuKind;
  readonly anchor: Anchor;
  readonly query: string;
  /** Null until something was found. While a search runs, the result for an earlier filter: shown, never chosen from. */
  readonly found: Found | null;
  readonly selected: number;
  /** The person moved to an entry: it stays selected as long as it is there. */
  readonly hasMoved: boolean;
};

export function openMenu(kind: MenuKind, anchor: Anchor): Menu {
  return { kind, anchor, query: "", found: null, selected: 0, hasMoved: false };
}

/** The text was edited, or the cursor moved. Null: the menu closes. */
export function followed(menu: Menu, { text, at }: { readonly text: string; readonly at: number }): Menu | null {
  const { from, prefix } = menu.anchor;
  if (at < from + prefix.length || !text.startsWith(prefix, from)) return null;
  const query = text.slice(from + prefix.length, at);
  if (query === menu.query) return menu;
  if (!MENUS[menu.kind].isFilter(query)) return null;
  return { ...menu, query, selected: 0, hasMoved: false };
}

/** What entries are compared with: an opening quote only keeps the spaces of a name together. */
export function filterOf({ query }: Menu): string {
  return query.startsWith('"') ? query.slice(1) : query;
}

/** Whether what was found belongs to what is typed now. Only then is there something to select or to choose. */
export function isCurrent(menu: Menu): menu is Menu & { readonly found: Found } {
  return menu.found !== null && menu.found.filter === filterOf(menu);
}

/** What was looked for has been found. */
export function filled(menu: Menu, found: Found): Menu {
  const before = menu.hasMoved ? (chosen(menu)?.value ?? null) : null;
  const same = before === null ? -1 : found.entries.findIndex(({ value }) => value === before);
  return { ...menu, found, selected: Math.max(0, same), hasMoved: same >= 0 };
}

/** Up from the first is the last, and the other way round. */
export function moved(menu: Menu, by: 1 | -1): Menu {
  const count = isCurrent(menu) ? menu.found.entries.length : 0;
  if (count === 0) return menu;
  return { ...menu, selected: (menu.selected + by + count) % count, hasMoved: true };
}

/** Null when there is nothing to choose, or what is typed has not been looked for yet. */
export function chosen(menu: Menu): MenuEntry | null {
  return isCurrent(menu) ? (menu.found.entries[menu.selected] ?? null) : null;
}

/** What choosing an entry makes of the text: a space follows it. */
export function written(
  { kind, anchor, query }: Menu,
  { value }: MenuEntry,
  text: string,
): { readonly from: number; readonly to: number; readonly text: string } {
  const to = anchor.from + anchor.prefix.length + query.length;
  const space = text[to] === " " ? "" : MENUS[kind].after;
  return { from: anchor.from, to, text: MENUS[kind].write(value) + space };
}
