// Where the focus goes when a box or panel is gone: back to where it was, or to the lines of the review.

import { useLayoutEffect } from "preact/hooks";

/** To be called before the component takes the focus, which it does in a layout effect: a key typed next is meant for it. */
export function useReturnedFocus(): void {
  useLayoutEffect(() => {
    const was = document.activeElement;
    return () => {
      const place = was instanceof HTMLElement && was !== document.body && was.isConnected ? was : lines();
      place?.focus({ preventScroll: true });
    };
  }, []);
}

function lines(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-testid="review"] .scroller');
}
