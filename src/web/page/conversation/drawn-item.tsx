// One item of the conversation. Drawn again only when it is another value, so a long conversation costs what its last item
// costs.

import { Component, type ComponentChildren, type VNode } from "preact";
import { useMemo } from "preact/hooks";
import { Glyph } from "../layout/glyphs.tsx";
import { Markdown } from "../markdown/markdown.tsx";
import { BlockResults } from "../task/block-results.tsx";
import { CommandHint, gitCommandsIn } from "../task/command-hint.tsx";
import { Warning } from "../task/report.tsx";
import { counted } from "../../../base/index.ts";
import { Revealed } from "../text.tsx";
import { BlockCard } from "./block-card.tsx";
import { CallCard } from "./call-card.tsx";
import { FollowUp } from "./follow-up.tsx";
import type { EndItem, Item, ResultsItem } from "./item-types.ts";
import { costInWords, usageInWords } from "./usage-text.ts";

type DrawnItemProps = {
  readonly item: Item;
  /** Fills the box for the next message; sends nothing. */
  readonly onUse: (text: string) => void;
  readonly onShow: (path: string) => void;
};

export class DrawnItem extends Component<DrawnItemProps> {
  override shouldComponentUpdate(next: DrawnItemProps): boolean {
    return next.item !== this.props.item;
  }

  override render({ item, onUse }: DrawnItemProps): ComponentChildren {
    const drawn = isBlank(item) ? null : draw(item, onUse);
    return drawn === null ? null : <div class={`chat-item is-${item.kind}`}>{drawn}</div>;
  }
}

/** Line breaks between two blocks are words too. */
function isBlank(item: Item): boolean {
  return item.kind === "words" && item.text.length < 100 && item.text.trim() === "";
}

function draw(item: Item, onUse: (text: string) => void): VNode | null {
  switch (item.kind) {
    case "user":
      return (
        <p class="chat-user">
          <Revealed text={item.text} lines reading="prose" pictures />
        </p>
      );
    case "words":
      return <Words text={item.text} />;
    case "thoughts":
      return (
        <details class="chat-thoughts">
          <summary class="dim small">{item.isOpen ? "Thinking…" : "Thoughts"}</summary>
          <p class="dim">
            <Revealed text={item.text} lines reading="prose" />
          </p>
        </details>
      );
    case "block":
      return <BlockCard block={item} />;
    case "call":
      return <CallCard call={item} />;
    case "results":
      return item.results.length === 0 ? null : <Results item={item} />;
    case "follow-up":
      return <FollowUp item={item} onUse={onUse} />;
    case "note":
      return (
        <p class="dim small">
          <Revealed text={item.message} lines />
        </p>
      );
    case "retry":
      return (
        <p class="notice warn">
          <span>
            <Revealed text={item.message} lines /> Trying again in {Math.ceil(item.waitMs / 1000)} s.
            {item.isDiscarded && " What was shown of the answer is discarded; it starts again."}
          </span>
        </p>
      );
    case "end":
      return <End item={item} />;
    default:
      return item satisfies never;
  }
}

function Words({ text }: { readonly text: string }): VNode {
  const commands = useMemo(() => gitCommandsIn(text), [text]);
  return (
    <>
      <Markdown text={text} />
      {commands.length > 0 && (
        <CommandHint commands={commands}>Edits cannot delete or rename files. To do it, run this yourself:</CommandHint>
      )}
    </>
  );
}

function Results({ item: { results, report } }: { readonly item: ResultsItem }): VNode {
  return (
    <div class="chat-results">
      <BlockResults results={results} />
      {report !== null && report.staged.length > 0 && (
        <p class="dim small">{counted(report.staged.length, "file")} staged in git.</p>
      )}
      {report?.warnings.map((warning) => (
        <Warning key={warning}>{warning}</Warning>
      ))}
    </div>
  );
}

const ENDS: Readonly<Record<EndItem["outcome"], string>> = {
  done: "",
  interrupted: "Stopped by you.",
  stopped: "Stopped at a rejection.",
  limit: "A limit was reached.",
  failed: "The turn failed.",
};

function End({ item: { outcome, message, usage, costUsd } }: { readonly item: EndItem }): VNode {
  const numbers = [usageInWords(usage), costInWords(costUsd)].filter((part) => part !== "").join(" · ");
  return (
    <>
      {outcome !== "done" && (
        <p class={`notice ${outcome === "failed" ? "bad" : ""}`} role={outcome === "failed" ? "alert" : undefined}>
          {outcome === "failed" && <Glyph name="warn" />}
          <span>
            {ENDS[outcome]} {message !== null && <Revealed text={message} lines />}
          </span>
        </p>
      )}
      {numbers !== "" && <p class="chat-end dim small">{numbers}</p>}
    </>
  );
}
