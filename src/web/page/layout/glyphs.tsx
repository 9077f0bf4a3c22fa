// The few signs of the page, as strokes in the colour of the text around them.

import type { VNode } from "preact";

const STROKES = {
  rail: "M2.5 3h11v10h-11z M6 3v10",
  chat: "M2.5 3h11v10h-11z M10 3v10",
  close: "M4 4l8 8M12 4l-8 8",
  inbox: "M2.5 9l2-6h7l2 6v4h-11z M2.5 9h3.2l1 1.8h2.6l1-1.8h3.2",
  file: "M4 2.5h5l3 3v8H4z M9 2.5v3h3",
  folder: "M2 4h4l1.5 1.5H14v7H2z",
  open: "M6 4l4 4-4 4",
  history: "M8 4.5V8l2.5 1.5 M2.8 8a5.2 5.2 0 1 0 1.6-3.7 M2.6 2.8v2.4H5",
  rules: "M5.5 4H13M5.5 8H13M5.5 12H13M2.5 4h.5M2.5 8h.5M2.5 12h.5",
  config: "M2.5 5h6M11.5 5h2M10 3.5v3M2.5 11h2M7.5 11h6M6 9.5v3",
  bell: "M4 11.5V7a4 4 0 0 1 8 0v4.5M2.8 11.5h10.4M6.8 13.8h2.4",
  help: "M6 6.2a2 2 0 1 1 2.8 1.8c-.6.3-.8.7-.8 1.4M8 11.6v.1",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5L14 14",
  undo: "M5.5 3.5L2.5 6.5l3 3M2.5 6.5h7a3.5 3.5 0 0 1 0 7H7",
  check: "M3 8.5l3.5 3.5L13 4.5",
  cross: "M4 4l8 8M12 4l-8 8",
  dash: "M3.5 8h9",
  warn: "M8 2.5l6 11H2zM8 6.5v3.2M8 11.6v.1",
  send: "M8 13V3M3.8 7.2L8 3l4.2 4.2",
  stop: "M4 4h8v8H4z",
  back: "M10 3.5L5.5 8l4.5 4.5",
  copy: "M5.5 5.5h8v8h-8z M10.5 5.5v-3h-8v8h3",
  more: "M3 8h.1M8 8h.1M13 8h.1",
  plus: "M8 3v10M3 8h10",
  theme: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11",
  review: "M2.5 3h11v10h-11zM5 6.5h3M5 9.5h6M11 5.5v2M10 6.5h2",
} as const;

export type GlyphName = keyof typeof STROKES;

export function Glyph({ name }: { readonly name: GlyphName }): VNode {
  return (
    <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
      <path d={STROKES[name]} />
    </svg>
  );
}
