// A menu as rows: its entries around the selected one, and a line that says how many there are. Every row fits its width,
// down to a few columns; entries give way before the count does.

import { counted } from "../../../base/index.ts";
import { plain, printable, reveal, spaces, type Plain, type Printable } from "../../../text/index.ts";
import type { Paint } from "../../paint.ts";
import { keepEnd, keepStart } from "../../shorten.ts";
import { cells } from "../../wrap.ts";
import { MENUS, type Menu, type MenuEntry } from "./menu.ts";

export type MenuViewOptions = {
  readonly width: number;
  /** Rows there may be, at least 2. */
  readonly height: number;
  readonly paint: Paint;
  /** What the source says about its entries: that they are still being read, or that some are missing. */
  readonly note: string | null;
};

const MOST_ROWS = 8;
const MARK = plain`❯ `;
// Beside a label that is too short to be read, a detail helps no one.
const LEAST_LABEL = 24;
// A shorter piece of a detail says nothing.
const LEAST_DETAIL = 12;

export function drawMenu(menu: Menu, { width, height, paint, note }: MenuViewOptions): readonly Printable[] {
  const entries = menu.found?.entries ?? [];
  const most = Math.max(1, Math.min(MOST_ROWS, height - 1));
  const top = Math.max(0, Math.min(menu.selected - Math.floor(most / 2), entries.length - most));
  const visible = entries.slice(top, top + most);
  const column = Math.min(Math.floor(width / 2), Math.max(0, ...visible.map(({ label }) => cells(reveal(label)))));
  const rows = visible.map((entry, index) => {
    const isSelected = top + index === menu.selected;
    return entryRow(entry, { menu, width, column, paint, isSelected });
  });
  return [...rows, paint.dim(keepStart(reveal(footOf(menu, note)), width))];
}

type RowOptions = Pick<MenuViewOptions, "width" | "paint"> & {
  readonly menu: Menu;
  /** Where details begin, for labels that leave room. */
  readonly column: number;
  readonly isSelected: boolean;
};

function entryRow({ label, detail }: MenuEntry, { menu, width, column, paint, isSelected }: RowOptions): Printable {
  const room = Math.max(1, width - cells(MARK));
  const shown = reveal(label);
  const aside = reveal(detail);
  const cut = MENUS[menu.kind].cut === "start" ? keepEnd : keepStart;
  const forLabel = detail === "" ? room : Math.max(LEAST_LABEL, room - cells(aside) - 2);
  const name: Plain = cut(shown, Math.min(room, forLabel));
  const gap = 2 + Math.max(0, column - cells(name));
  const left = room - cells(name) - gap;
  const beside =
    detail === "" || left < Math.min(cells(aside), LEAST_DETAIL)
      ? plain``
      : plain`${spaces(gap)}${keepStart(aside, left)}`;
  return isSelected
    ? printable`${paint.cyan(MARK)}${paint.bold(name)}${paint.dim(beside)}`
    : printable`${spaces(cells(MARK))}${name}${paint.dim(beside)}`;
}

function footOf({ found, query, kind }: Menu, note: string | null): string {
  if (found === null) return note ?? "Looking…";
  const { entries, total } = found;
  const { title } = MENUS[kind];
  if (total === 0) return note ?? (query === "" ? `There are no ${title} here.` : "Nothing matches. Esc closes.");
  const more = total > entries.length ? `, the best ${entries.length} of them here` : "";
  const said = [`${counted(total, "match", "matches")}${more}`, ...(note === null ? [] : [note])];
  return [...said, "↑↓ Enter chooses", "Esc closes"].join(" · ");
}
