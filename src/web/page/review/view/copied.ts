// Copying out of a change: what is put on the clipboard is what the file has, not what is drawn for it. Numbers, signs
// and our own words are left out; a mark is the character it is for.

import type { Outline } from "../../../../review/index.ts";
import { sideOf, type LineCell } from "../rows/line-cells.ts";
import type { ViewRows } from "../rows/view-rows.ts";

type Shown = { readonly shown: ViewRows; readonly outline: Outline };

/** A place in the list: a row, and an offset into what it shows of its line; null before or after it. */
export type Place = { readonly row: number; readonly offset: number | null };

/** Handles a copy event when the selection is in rows of the change. */
export function copied(event: ClipboardEvent, { shown, outline }: Shown): void {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0 || event.clipboardData === null) return;
  if (event.target instanceof Element && event.target.closest("textarea, input, .cm-editor") !== null) return;
  const range = selection.getRangeAt(0);
  const side = sideIn(range.startContainer);
  const start = placeIn(range.startContainer, range.startOffset, "start");
  const end = placeIn(range.endContainer, range.endOffset, "end");
  if (start === null || end === null) return;
  event.clipboardData.setData("text/plain", textBetween({ start, end }, { shown, outline, side }));
  event.preventDefault();
}

/** The text of the lines from one place to the other, as the files have it. `side`: of rows with two, the one that counts. */
export function textBetween(
  { start, end }: { readonly start: Place; readonly end: Place },
  { shown, outline, side }: Shown & { readonly side: "old" | "new" | null },
): string {
  let text = "";
  for (let row = start.row; row <= end.row; row += 1) {
    const cell = cellOf(shown, row, side);
    if (cell === null) continue;
    const { text: whole, starts } = sideOf(outline, cell.run);
    const line = whole.slice(starts[cell.line], starts[cell.line + 1]);
    const part = line.slice(cell.span.from, cell.span.to);
    const from = row === start.row ? (start.offset ?? 0) : 0;
    const to = row === end.row ? (end.offset ?? part.length) : part.length;
    text += part.slice(from, to);
  }
  return text;
}

function cellOf(shown: ViewRows, at: number, side: "old" | "new" | null): LineCell | null {
  if (at < 0 || at >= shown.count) return null;
  const row = shown.row(at);
  if (row.kind === "pair") return side === "old" ? row.old : row.new;
  return row.kind === "line" ? row : null;
}

function sideIn(node: Node): "old" | "new" | null {
  const cell = elementOf(node)?.closest<HTMLElement>("[data-cell]");
  return cell === null || cell === undefined ? null : cell.dataset["cell"] === "old" ? "old" : "new";
}

/** The row that a place in the document is in, and how many characters of the line are before it. */
function placeIn(node: Node, offset: number, edge: "start" | "end"): Place | null {
  const line = elementOf(node)?.closest<HTMLElement>("[data-row]");
  if (line === null || line === undefined) return besideRows(node, offset, edge);
  const row = Number(line.dataset["row"]);
  const text = elementOf(node)?.closest<HTMLElement>(".tx");
  if (text === null || text === undefined) return { row, offset: edge === "start" ? 0 : null };
  const before = document.createRange();
  before.setStart(text, 0);
  before.setEnd(node, offset);
  return { row, offset: lengthOf(before.cloneContents()) };
}

/** A selection that begins or ends between rows, or outside of the list. */
function besideRows(node: Node, offset: number, edge: "start" | "end"): Place | null {
  const list = document.querySelector(".diff .scroller-rows");
  if (list === null) return null;
  const rows = [...list.querySelectorAll<HTMLElement>("[data-row]")];
  const place = document.createRange();
  place.setStart(node, offset);
  place.collapse(true);
  const inside = rows.filter((row) => {
    const own = document.createRange();
    own.selectNode(row);
    const order = place.compareBoundaryPoints(Range.START_TO_START, own);
    return edge === "start" ? order <= 0 : order > 0;
  });
  const found = edge === "start" ? inside[0] : inside.at(-1);
  return found === undefined ? null : { row: Number(found.dataset["row"]), offset: edge === "start" ? 0 : null };
}

function elementOf(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement;
}

/** How many characters of the line a part of its text is. */
function lengthOf(part: DocumentFragment): number {
  let length = 0;
  const walk = (node: Node): void => {
    if (node instanceof HTMLElement) {
      if (node.classList.contains("unseen")) return;
      const own = node.dataset["n"];
      if (own !== undefined) {
        // A mark counts as a whole as soon as a part of it is selected.
        if (node.textContent !== "") length += Number(own);
        return;
      }
    }
    if (node.nodeType === Node.TEXT_NODE) length += node.textContent?.length ?? 0;
    for (const child of node.childNodes) walk(child);
  };
  for (const child of part.childNodes) walk(child);
  return length;
}
