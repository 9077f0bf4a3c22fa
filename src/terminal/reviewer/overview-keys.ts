// The keys of the overview, once: what each does, what the last row and the help say, what the docs say. bindings.ts,
// hints.ts, help.ts and docs/guides/reviewing.md are derived from this table, in its order.

import type { OverviewRow } from "../../review/index.ts";
import { plain, type Plain } from "../../text/index.ts";
import { does, type Action } from "./actions.ts";

export type OverviewKey = {
  /** A character is itself; others have the names of keys.ts. */
  readonly keys: readonly string[];
  /** The keys as the help shows them. */
  readonly shown: Plain;
  readonly help: Plain;
  /** For docs/guides/reviewing.md; Markdown. */
  readonly docs: string;
  /** `height`: how many rows fit. */
  readonly does: (key: string, height: number) => Action;
  /** In the last row; `says` gives null where the key is of no use. Missing: the help alone names it. */
  readonly hint?: { readonly key: Plain; readonly says: (at: HintedRow) => Plain | null; readonly isPinned?: true };
};

/** The row under the cursor, and the filter. */
export type HintedRow = { readonly row: OverviewRow | null; readonly filter: string };

const FAR = Number.MAX_SAFE_INTEGER;

export const OVERVIEW_KEYS: readonly OverviewKey[] = [
  {
    keys: ["enter"],
    shown: plain`Enter`,
    help: plain`open the file; fold or unfold a folder`,
    docs: "opens the file under the cursor; folds or unfolds a folder",
    does: () => does({ kind: "row-opened" }),
    hint: {
      key: plain`Enter`,
      says: ({ row }) =>
        row === null ? null : row.kind === "file" ? plain`open` : row.isFolded ? plain`unfold` : plain`fold`,
    },
  },
  {
    keys: ["up", "k", "down", "j", "page-up", "b", "page-down", "f", "home", "g", "end", "G"],
    shown: plain`↑ ↓ j k`,
    help: plain`move; PgUp PgDn b f by pages, g G to the ends`,
    docs: "move; `PgUp` `PgDn` `b` `f` by pages, `g` `G` to the ends",
    does: (key, height) => does({ kind: "cursor-moved", by: distanceOf(key, height) }),
  },
  {
    keys: ["y"],
    shown: plain`y`,
    help: plain`apply the file or the folder; the number of files is asked first`,
    docs: "applies the file, or the folder; you are asked first, with the number of files and how many you have not viewed",
    does: () => does({ kind: "bulk-asked", action: "apply", of: "row" }),
    hint: { key: plain`y`, says: ({ row }) => (row === null ? null : plain`apply`) },
  },
  {
    keys: ["n", "d"],
    shown: plain`n d`,
    help: plain`reject the file or the folder; asked first`,
    docs: "rejects the file, or the folder; you are asked first",
    does: () => does({ kind: "bulk-asked", action: "reject", of: "row" }),
    hint: { key: plain`n`, says: ({ row }) => (row === null ? null : plain`reject`) },
  },
  {
    keys: ["Y"],
    shown: plain`Y`,
    help: plain`apply the rest: all that has no answer, of what the filter shows`,
    docs: "applies the rest: every file without an answer; with a filter, of those that match",
    does: () => does({ kind: "bulk-asked", action: "apply", of: "rest" }),
    hint: { key: plain`Y`, says: ({ filter }) => (filter === "" ? plain`apply the rest` : plain`apply the matches`) },
  },
  {
    keys: ["/"],
    shown: plain`/`,
    help: plain`show only paths with a text; Esc shows all again`,
    docs: "shows only the paths that contain what you type; `Esc` shows all again",
    does: () => does({ kind: "filter-asked" }),
    hint: { key: plain`/`, says: () => plain`filter` },
  },
  {
    keys: ["N", "D"],
    shown: plain`N D`,
    help: plain`reject the rest`,
    docs: "rejects the rest",
    does: () => does({ kind: "bulk-asked", action: "reject", of: "rest" }),
    hint: { key: plain`N`, says: ({ filter }) => (filter === "" ? plain`reject the rest` : plain`reject the matches`) },
  },
  {
    keys: ["escape"],
    shown: plain`Esc`,
    help: plain`show all again`,
    docs: "ends the filter",
    does: () => does({ kind: "filter-cleared" }),
    hint: { key: plain`Esc`, says: ({ filter }) => (filter === "" ? null : plain`show all`), isPinned: true },
  },
  {
    keys: ["left", "h", "right", "l", " "],
    shown: plain`← →`,
    help: plain`fold, unfold; ← also goes to the folder`,
    docs: "fold and unfold; `←` on a file goes to its folder",
    does: (key) =>
      key === " " ? does({ kind: "row-opened" }) : does({ kind: "row-folded", fold: key === "left" || key === "h" }),
  },
  {
    keys: ["o", "tab"],
    shown: plain`o Tab`,
    help: plain`back to the file`,
    docs: "returns to the file",
    does: () => does({ kind: "overview-asked" }),
    hint: { key: plain`o`, says: () => plain`file` },
  },
  {
    keys: ["q"],
    shown: plain`q`,
    help: plain`cancel the run`,
    docs: "cancels the run; you then say whether files you already approved are written",
    does: () => does({ kind: "stop-asked" }),
    hint: { key: plain`q`, says: () => plain`cancel` },
  },
  {
    keys: ["?"],
    shown: plain`?`,
    help: plain`this list`,
    docs: "shows the list of keys",
    does: () => does({ kind: "help-asked" }),
    hint: { key: plain`?`, says: () => plain`help` },
  },
];

function distanceOf(key: string, height: number): number {
  const page = Math.max(1, height - 1);
  switch (key) {
    case "up":
    case "k":
      return -1;
    case "page-up":
    case "b":
      return -page;
    case "page-down":
    case "f":
      return page;
    case "home":
    case "g":
      return -FAR;
    case "end":
    case "G":
      return FAR;
    default:
      return 1;
  }
}
