// A list of any length of which only what is near the window is in the document. Rows may differ in height: they are
// guessed, measured when drawn, and what is being looked at stays where it is. Reports which rows were painted.

import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Heights } from "../rows/heights.ts";
import { PaintedRows } from "../rows/painted-rows.ts";

export type Painted = { readonly from: number; readonly to: number; readonly rows: number; readonly height: number };

/** For the component that shows the list: keys and links that go to a row. */
export type ListControl = {
  /** Puts the row near the top of the window, or leaves it where it is in sight. */
  goTo(row: number, options?: { readonly always?: boolean }): void;
  /** Scrolls by so many windows. */
  page(by: number): void;
  /** The first row in the window. */
  top(): number;
  /** A drawn row, or null. */
  element(row: number): HTMLElement | null;
};

type ListProps = {
  readonly count: number;
  /** Names how rows are counted. Where it is another, heights are guessed anew. */
  readonly layout: string;
  readonly label: string;
  readonly class?: string;
  readonly guess: (row: number, width: number) => number;
  /** Its root element is one element. The same row is drawn once for each `version`. */
  readonly draw: (row: number) => VNode;
  readonly version: unknown;
  /** Names a row whatever is inserted above it, and finds it again. */
  readonly keyOf: (row: number) => string;
  readonly rowOf: (key: string) => number | null;
  readonly onPainted?: (painted: Painted) => void;
  readonly control?: { current: ListControl | null };
};

// Drawn above and below the window, so that scrolling a little draws nothing.
const MARGIN = 600;
// Drawing starts before the edge of what is drawn comes into sight.
const NEAR = 200;

/** Where the window is: a row, and how much of it is above. */
type Anchor = { readonly key: string; readonly offset: number };

export function VirtualList(props: ListProps): VNode {
  const { count, layout, label, guess, draw, version } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const block = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [, redraw] = useState(0);
  const anchor = useRef<Anchor>({ key: "", offset: 0 });
  const range = useRef({ from: 0, to: 0 });
  const painted = useRef(new PaintedRows());
  const latest = useRef(props);
  latest.current = props;
  const heights = useMemo(() => {
    painted.current.reset();
    return new Heights(count, (row) => guess(row, width));
  }, [layout, count, width]);
  const measured = useRef<Heights | null>(null);
  measured.current = heights;
  const drawn = useMemo(() => new Map<number, VNode>(), [layout, count, version]);

  /** The distance from the top at which the anchor is kept. */
  const anchored = (): number => {
    const row = latest.current.rowOf(anchor.current.key);
    return row === null
      ? anchor.current.offset
      : heights.top(row) + Math.min(anchor.current.offset, heights.height(row));
  };
  const windowOf = (top: number): { from: number; to: number } => {
    const height = scroller.current?.clientHeight || 800;
    return { from: heights.at(top - MARGIN), to: Math.min(count, heights.at(top + height + MARGIN) + 1) };
  };
  range.current = windowOf(anchored());
  const { from, to } = range.current;

  const moved = (): void => {
    const top = scroller.current?.scrollTop ?? 0;
    const row = heights.at(top);
    anchor.current = { key: latest.current.keyOf(row), offset: top - heights.top(row) };
    const bottom = top + (scroller.current?.clientHeight ?? 0);
    const isDrawn =
      (range.current.from === 0 || heights.top(range.current.from) <= top - NEAR) &&
      (range.current.to === count || heights.top(range.current.to) >= bottom + NEAR);
    if (!isDrawn) redraw((times) => times + 1);
    report();
  };

  /** After what is in the document now was on the screen: a frame was made of it, and then another one began. */
  const pending = useRef(0);
  const report = (): void => {
    if (pending.current !== 0) return;
    pending.current = requestAnimationFrame(() => {
      pending.current = requestAnimationFrame(() => {
        pending.current = 0;
        const element = scroller.current;
        const known = measured.current;
        if (element === null || known === null || document.visibilityState !== "visible") return;
        const { scrollTop: top, clientHeight: height } = element;
        const drawnTop = Math.max(top, known.top(range.current.from));
        const bottom = Math.min(top + height, known.top(range.current.to));
        const rows = painted.current.paint(known, { top: drawnTop, bottom });
        latest.current.onPainted?.({ ...rows, rows: known.count, height: rows.to - rows.from });
      });
    });
  };

  /** Replaces guesses by what was drawn; what is looked at stays where it is. */
  const measure = (): void => {
    const [element, inner, space] = [scroller.current, block.current, room.current];
    if (element === null || inner === null || space === null) return;
    let change = 0;
    let row = range.current.from;
    // All that is read is read before anything is written: the browser lays out once.
    const sizes = Array.from(inner.children, (child) => child.getBoundingClientRect().height);
    const was = element.scrollTop;
    for (const size of sizes) {
      change += Math.abs(heights.set(row, size));
      row += 1;
    }
    write(space, "height", `${heights.total}px`);
    write(inner, "transform", `translateY(${heights.top(range.current.from)}px)`);
    const top = anchored();
    if (Math.abs(was - top) > 0.5) element.scrollTop = top;
    if (change > 0) moved();
  };

  useLayoutEffect(() => {
    measure();
    report();
  });
  useEffect(() => {
    const element = scroller.current;
    const inner = block.current;
    if (element === null || inner === null) return;
    const sizes = new ResizeObserver(() => setWidth(element.clientWidth));
    sizes.observe(element);
    const onVisible = (): void => report();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      sizes.disconnect();
      document.removeEventListener("visibilitychange", onVisible);
      cancelAnimationFrame(pending.current);
      pending.current = 0;
    };
  }, []);
  // A box that grows while it is typed in moves what is below it.
  const remeasure = useRef(measure);
  remeasure.current = measure;
  useEffect(() => {
    const inner = block.current;
    if (inner === null) return;
    const grown = new ResizeObserver(() => remeasure.current());
    grown.observe(inner);
    return () => grown.disconnect();
  }, []);

  if (props.control !== undefined) {
    props.control.current = {
      goTo(row, { always = false } = {}) {
        const element = scroller.current;
        if (element === null) return;
        const [top, bottom] = [heights.top(row), heights.top(row + 1)];
        const isInSight = top >= element.scrollTop && bottom <= element.scrollTop + element.clientHeight;
        if (isInSight && !always) return;
        const above = Math.min(element.clientHeight / 4, 120);
        element.scrollTop = Math.max(0, top - above);
        moved();
      },
      page(by) {
        const element = scroller.current;
        if (element !== null) element.scrollTop += by * Math.max(40, element.clientHeight - 40);
      },
      top: () => heights.at(scroller.current?.scrollTop ?? 0),
      element(row) {
        const child = block.current?.children[row - range.current.from];
        return child instanceof HTMLElement ? child : null;
      },
    };
  }

  const rows: VNode[] = [];
  for (let row = from; row < to; row += 1) {
    let one = drawn.get(row);
    if (one === undefined) {
      one = draw(row);
      drawn.set(row, one);
    }
    rows.push(one);
  }
  // What is far from the window is drawn again when it is needed.
  if (drawn.size > MOST_DRAWN) for (const row of drawn.keys()) if (row < from || row >= to) drawn.delete(row);
  return (
    <div
      ref={scroller}
      class={`scroller ${props.class ?? ""}`}
      role="region"
      aria-label={label}
      tabIndex={0}
      onScroll={moved}
    >
      <div ref={room} class="scroller-room">
        <div ref={block} class="scroller-rows">
          {rows}
        </div>
      </div>
    </div>
  );
}

const MOST_DRAWN = 2000;

/** A style that is there already is not written: it would be laid out once more. */
function write(element: HTMLElement, name: "height" | "transform", value: string): void {
  if (element.style[name] !== value) element.style[name] = value;
}
