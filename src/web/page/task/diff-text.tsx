// A unified diff as text, with its signs and colours. For short ones: proposals of a place, blocks of an answer.

import type { VNode } from "preact";
import { counted } from "../../../base/index.ts";
import { Revealed } from "../text.tsx";

// Beyond this a diff is looked at in a review, or as text.
const MAX_LINES = 400;

export function DiffText({ text }: { readonly text: string }): VNode {
  const lines = text.replace(/\n$/, "").split("\n");
  return (
    <pre class="code diff-text" tabIndex={0} aria-label="A diff">
      {lines.slice(0, MAX_LINES).map((line, index) => (
        <span key={index} class={`diff-row ${classOf(line)}`}>
          <Revealed text={line} reading="code" />
        </span>
      ))}
      {lines.length > MAX_LINES && <span class="diff-row dim">{counted(lines.length - MAX_LINES, "more line")}</span>}
    </pre>
  );
}

function classOf(line: string): string {
  if (line.startsWith("+++") || line.startsWith("---")) return "dim";
  if (line.startsWith("@@")) return "is-fold";
  return line.startsWith("+") ? "is-added" : line.startsWith("-") ? "is-removed" : "";
}
