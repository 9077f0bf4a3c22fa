// How changes are shown: wrapped or not, in one column or two. Kept for the next question; two columns only where there
// is room for them.

import { useEffect, useState } from "preact/hooks";
import type { Shape } from "../view/title-bar.tsx";

// Of the diff, in pixels.
const ROOM_FOR_TWO = 1000;
const STORED = "galley-review-shape";

type Kept = { readonly wrap: boolean; readonly isSplit: boolean };

export function useShape(place: { readonly current: HTMLElement | null }): {
  readonly shape: Shape;
  readonly setShape: (change: Partial<Kept>) => void;
} {
  const [kept, setKept] = useState<Kept>(read);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const sizes = new ResizeObserver(() => setWidth(element.clientWidth));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  const canSplit = width >= ROOM_FOR_TWO;
  return {
    shape: { wrap: kept.wrap, isSplit: kept.isSplit && canSplit, canSplit },
    setShape: (change) => {
      const next = { ...kept, ...change };
      setKept({ wrap: next.wrap, isSplit: next.isSplit });
      write(next);
    },
  };
}

function read(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(STORED) ?? "{}") as Partial<Kept> | null; // Checked below.
    return { wrap: found?.wrap !== false, isSplit: found?.isSplit !== false };
  } catch {
    // Storage can be closed, and what is in it can be anything.
    return { wrap: true, isSplit: true };
  }
}

function write(kept: Kept): void {
  try {
    localStorage.setItem(STORED, JSON.stringify({ wrap: kept.wrap, isSplit: kept.isSplit }));
  } catch {
    // It is kept as long as the page is open.
  }
}
