// An edit block of an answer, live while it is still coming: its file, and its lines as removed and added. What becomes of
// it is in the results that follow.

import type { VNode } from "preact";
import { counted } from "../../../base/index.ts";
import { Path, Revealed } from "../text.tsx";
import type { BlockItem } from "./item-types.ts";

// More are in the review. While a block comes, its last lines are shown.
const MOST_LINES = 60;
const LAST_LINES = 8;

export function BlockCard({ block }: { readonly block: BlockItem }): VNode {
  const { path, old, new: added, isOpen, broken } = block;
  const lines = [
    ...linesOf(old).map((text) => ({ sign: "-", text })),
    ...linesOf(added).map((text) => ({ sign: "+", text })),
  ];
  const shown = isOpen ? lines.slice(-LAST_LINES) : lines.slice(0, MOST_LINES);
  return (
    <figure class="card block-card">
      <figcaption class="block-card-head">
        <span class="grow cut">{path === null ? <span class="dim">no path</span> : <Path path={path} />}</span>
        <span class={`chip ${broken !== null ? "bad" : isOpen ? "accent" : ""}`}>
          {broken !== null ? "Broken" : isOpen ? "Writing…" : "Edit"}
        </span>
        <span class="dim small">{counted(lines.length, "line")}</span>
      </figcaption>
      <pre class="code diff-text" tabIndex={0} aria-label="The edit">
        {shown.map(({ sign, text }, at) => (
          <span key={at} class={`diff-row ${sign === "+" ? "is-added" : "is-removed"}`}>
            {sign} <Revealed text={text} reading="code" />
          </span>
        ))}
        {!isOpen && lines.length > MOST_LINES && (
          <span class="diff-row dim">{counted(lines.length - MOST_LINES, "more line")}</span>
        )}
      </pre>
      {broken !== null && (
        <p class="block-card-note">
          <Revealed text={broken} lines />
        </p>
      )}
    </figure>
  );
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
