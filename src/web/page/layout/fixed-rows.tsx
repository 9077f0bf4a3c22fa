// A long list of rows of one height, of which only those near the screen exist. What is drawn depends on the height of
// the list, not on how many rows there are.

import type { ComponentChildren, Ref, VNode } from "preact";
import { useEffect, useImperativeHandle, useRef, useState } from "preact/hooks";

export type RowsControl = { readonly show: (index: number) => void };

type FixedRowsProps = {
  readonly count: number;
  /** In pixels. */
  readonly height: number;
  readonly draw: (index: number) => ComponentChildren;
  readonly control?: Ref<RowsControl>;
  readonly class?: string;
  /** Attributes of the element that scrolls. */
  readonly attributes?: preact.HTMLAttributes<HTMLDivElement>;
};

// Rows above and below what is seen, so that a quick scroll shows no gap.
const SPARE = 12;

export function FixedRows({ count, height, draw, control, class: more = "", attributes }: FixedRowsProps): VNode {
  const element = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  useEffect(() => {
    const box = element.current;
    if (box === null) return;
    // Only what is drawn depends on it: a scroll within one row changes nothing.
    const look = (): void =>
      setView((before) => {
        const top = height * Math.floor(box.scrollTop / height);
        return before.top === top && before.height === box.clientHeight ? before : { top, height: box.clientHeight };
      });
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box);
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, [height]);
  useImperativeHandle(
    control ?? null,
    () => ({
      show: (index) => {
        const box = element.current;
        if (box === null) return;
        if (index * height < box.scrollTop) box.scrollTop = index * height;
        else if ((index + 1) * height > box.scrollTop + box.clientHeight)
          box.scrollTop = (index + 1) * height - box.clientHeight;
      },
    }),
    [height],
  );
  const first = Math.max(0, Math.floor(view.top / height) - SPARE);
  const end = Math.min(count, Math.ceil((view.top + view.height) / height) + SPARE);
  const shown = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  return (
    <div ref={element} class={`fixed-rows ${more}`} {...attributes}>
      <div class="fixed-rows-inside" style={{ height: `${count * height}px` }} role="presentation">
        <div class="fixed-rows-shown" style={{ transform: `translateY(${first * height}px)` }} role="presentation">
          {shown.map(draw)}
        </div>
      </div>
    </div>
  );
}
