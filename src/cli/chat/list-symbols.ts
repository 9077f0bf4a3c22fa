// What the source files of a workspace define, for the menu of a conversation: read by a thread, and handed over in small
// pieces, so that no key waits for them.

import type { MenuEntry } from "../../terminal/index.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";
import type { Settings } from "../settings.ts";
import { isOnDisk, runThread, type FoundSymbols, type SymbolsRead } from "./menu-thread.ts";

/** More would take longer to look through than a person waits. */
export const MOST_SYMBOLS = 100_000;

/** Null where only the session itself can reach the files. */
export async function listSymbols(
  settings: Settings,
  workspace: LocalWorkspace,
  found: (symbols: FoundSymbols) => void,
): Promise<SymbolsRead | null> {
  return isOnDisk(workspace) ? runThread("symbols", settings, found) : null;
}

/** Choosing one names its file, and says what in it is meant. */
export function symbolEntries(symbols: FoundSymbols, show: (path: string) => string): readonly MenuEntry[] {
  return symbols.flatMap(({ path, names }) => {
    const shown = show(path);
    return names.map(([name, kind, line]): MenuEntry => ({
      label: name,
      detail: `${kind.padEnd(KIND)}  ${shown}:${line}`,
      value: `${shown}#${name}`,
      rank: 2,
    }));
  });
}

// "function" and "constant": in a list the files are below each other.
const KIND = 8;
