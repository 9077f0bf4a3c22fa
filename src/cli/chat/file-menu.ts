// What the @ menu and `/add` offer: the files and folders of the workspace, and what its source files define. Read in the
// background when a menu opens, and again when it opens later; what a rule hides or .gitignore leaves out is never listed.

import type { Listing } from "../../fs/index.ts";
import type { MenuEntry, MenuSource } from "../../terminal/index.ts";
import { counted } from "../../base/index.ts";
import { listingEntries } from "./listing-entries.ts";
import { symbolEntries } from "./list-symbols.ts";
import type { FoundSymbols, SymbolsRead } from "./menu-thread.ts";

// A list that is this old is read again; until then it is shown as it is. Symbols cost more: every source file is read.
const FRESH_MS = { files: 5_000, symbols: 30_000 };
// The first symbols are offered while the others are read; each time, what is typed is looked for again.
const STEP_MS = 1_000;

export type FileMenuOptions = {
  /** Lists every file; never called twice at once. */
  readonly list: () => Promise<Listing>;
  /** Finds what they define; never called twice at once. Null: not to be had here. */
  readonly symbols: (found: (symbols: FoundSymbols) => void) => Promise<SymbolsRead | null>;
  readonly show: (path: string) => string;
  readonly now?: () => number;
};

/** A part of the list that is read by itself. */
type Part = { entries: readonly MenuEntry[]; note: string | null; readAt: number | null; isReading: boolean };

export function fileMenu({ list, symbols, show, now = Date.now }: FileMenuOptions): MenuSource {
  const files: Part = { entries: [], note: null, readAt: null, isReading: false };
  const names: Part = { entries: [], note: null, readAt: null, isReading: false };
  let entries: readonly MenuEntry[] = [];
  let notify: () => void = () => undefined;
  const publish = (): void => {
    entries = names.entries.length === 0 ? files.entries : [...files.entries, ...names.entries];
    notify();
  };
  const read = async (part: Part, work: () => Promise<string | null>): Promise<void> => {
    part.isReading = true;
    try {
      part.note = await work();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      part.note = `the ${part === files ? "files" : "symbols"} could not be read: ${why}`;
    } finally {
      part.isReading = false;
      part.readAt = now();
      publish();
    }
  };
  const readFiles = async (): Promise<string | null> => {
    const listing = await list();
    files.entries = await listingEntries(listing, show);
    return noteOnFiles(listing);
  };
  const readNames = async (): Promise<string | null> => {
    const isFirst = names.readAt === null;
    const found: MenuEntry[] = [];
    let shownAt = now();
    const result = await symbols((some) => {
      for (const entry of symbolEntries(some, show)) found.push(entry);
      // Later, the symbols from before stay until all are read again.
      if (!isFirst || now() - shownAt < STEP_MS) return;
      shownAt = now();
      names.entries = [...found];
      publish();
    });
    names.entries = found;
    return result === null ? null : noteOnSymbols(result);
  };
  const isStale = ({ readAt, isReading }: Part, most: number): boolean =>
    !isReading && (readAt === null || now() - readAt > most);
  return {
    open: (changed) => {
      notify = changed;
      // One after the other: files are what most people look for.
      const listed = isStale(files, FRESH_MS.files) ? read(files, readFiles) : Promise.resolve();
      void listed.then(() => (isStale(names, FRESH_MS.symbols) ? read(names, readNames) : undefined));
    },
    entries: () => entries,
    note: () => {
      if (files.readAt === null) return "Reading the files…";
      const reading = names.readAt === null && names.isReading ? ["reading the symbols…"] : [];
      const parts = [files.note, names.note, ...reading].filter((part) => part !== null);
      return parts.length === 0 ? null : parts.join(", ");
    },
  };
}

/** What is not in the list. */
function noteOnFiles({ truncated, skipped }: Listing): string | null {
  const names = skipped?.names ?? 0;
  const parts = [
    ...(truncated ? ["there are more files than are listed"] : []),
    ...(names > 0 ? [`${counted(names, "name")} with hidden characters left out`] : []),
  ];
  return parts.length === 0 ? null : parts.join(", ");
}

function noteOnSymbols({ truncated, leftOut }: SymbolsRead): string | null {
  const parts = [
    ...(truncated ? ["there are more symbols than are listed"] : []),
    ...(leftOut > 0 ? [`no symbols of ${counted(leftOut, "file")}`] : []),
  ];
  return parts.length === 0 ? null : parts.join(", ");
}
