// A long text in parts, one per frame: parsing and drawing a whole answer at once would stop the page for seconds. What
// grows by less than a part, as a stream does, is there at once.

import { useEffect, useRef, useState } from "preact/hooks";

/** In characters: what is drawn well within a frame. */
export const PART = 6_000;

/** How much of the text may be drawn now. */
export function useFed(text: string): number {
  const fed = useRef(0);
  const [, redraw] = useState(0);
  if (fed.current > text.length) fed.current = 0;
  fed.current = nextEnd(text, fed.current);
  const isWhole = fed.current === text.length;
  useEffect(() => {
    if (isWhole) return;
    // After the frame that shows this part, so that a key or a click is heard in between.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => redraw((times) => times + 1))));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  });
  return fed.current;
}

/** Where the next part ends: never inside a character. */
export function nextEnd(text: string, from: number): number {
  const end = Math.min(text.length, from + PART);
  const isCut = end < text.length && text.charCodeAt(end - 1) >= 0xd800 && text.charCodeAt(end - 1) < 0xdc00;
  return isCut ? end - 1 : end;
}
