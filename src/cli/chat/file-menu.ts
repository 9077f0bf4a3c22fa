// What the @ menu and `/add` offer: the files and folders of the workspace. Listed in the background when a menu opens,
// and again when it opens later; what a rule hides or .gitignore leaves out is never listed.

import type { Listing } from "../../fs/index.ts";
import type { MenuEntry, MenuSource } from "../../terminal/index.ts";
import { nounFor } from "../../base/index.ts";
import { listingEntries } from "./listing-entries.ts";

// A list that is this old is read again; until then it is shown as it is.
const FRESH_MS = 5_000;

export type FileMenuOptions = {
  /** Lists every file; never called twice at once. */
  readonly list: () => Promise<Listing>;
  readonly show: (path: string) => string;
  readonly now?: () => number;
};

export function fileMenu({ list, show, now = Date.now }: FileMenuOptions): MenuSource {
  let entries: readonly MenuEntry[] = [];
  let note: string | null = null;
  let listedAt: number | null = null;
  let isListing = false;
  const read = async (changed: () => void): Promise<void> => {
    isListing = true;
    if (listedAt === null) note = "Reading the files…";
    try {
      const listing = await list();
      entries = await listingEntries(listing, show);
      note = noteOn(listing);
    } catch (error) {
      note = `The files could not be listed: ${error instanceof Error ? error.message : String(error)}`;
    } finally {
      isListing = false;
      listedAt = now();
      changed();
    }
  };
  return {
    open: (changed) => {
      if (!isListing && (listedAt === null || now() - listedAt > FRESH_MS)) void read(changed);
    },
    entries: () => entries,
    note: () => note,
  };
}

/** What is not in the list. */
function noteOn({ truncated, skipped }: Listing): string | null {
  const names = skipped?.names ?? 0;
  const parts = [
    ...(truncated ? ["there are more files than are listed"] : []),
    ...(names > 0 ? [`${names} ${nounFor(names, "name")} with hidden characters left out`] : []),
  ];
  return parts.length === 0 ? null : parts.join(", ");
}
