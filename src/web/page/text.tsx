// Text from outside as text nodes: hidden characters are chips with their names, and right-to-left runs are isolated, so
// that nothing around them moves. Never makes an element from what a text says.

import type { VNode } from "preact";
import { reveal, revealLines, revealPath, type RevealOptions } from "../../text/index.ts";
import { partsOf, type RevealedPart } from "./text-parts.ts";

type RevealedProps = RevealOptions & {
  readonly text: string;
  /** Line breaks stay line breaks; otherwise they are chips too. */
  readonly lines?: boolean;
};

/** A message, a name, a line: anything that was not written in this source. */
export function Revealed({ text, lines = false, ...options }: RevealedProps): VNode {
  return <>{partsOf(lines ? revealLines(text, options) : reveal(text, options)).map(drawPart)}</>;
}

/** A path: its folder dimmed, its name bold, every space that could be overlooked marked. */
export function Path({ path }: { readonly path: string }): VNode {
  const at = path.lastIndexOf("/", path.length - 2) + 1;
  return (
    <span class="path">
      {at > 0 && <span class="path-folder">{partsOf(revealPath(path.slice(0, at))).map(drawPart)}</span>}
      <span class="path-name">{partsOf(revealPath(path.slice(at))).map(drawPart)}</span>
    </span>
  );
}

function drawPart({ kind, text }: RevealedPart): VNode | string {
  if (kind === "text") return text;
  if (kind === "right-to-left") return <bdi dir="rtl">{text}</bdi>;
  return <span class="mark" title="a hidden or misleading character">{`⟨${text}⟩`}</span>;
}
