// Markdown as elements. Everything that was written is a text node; a link is one of http or https, opens apart, and
// shows where it leads; nothing is fetched, and HTML stays text. Only what changed is drawn again.

import { Component, type ComponentChildren, type VNode } from "preact";
import { useRef } from "preact/hooks";
import { Revealed } from "../text.tsx";
import { MarkdownStream, type Block } from "./blocks.ts";
import { CodeBlock } from "./code-block.tsx";
import { parseInline, type Inline } from "./inline.ts";
import { useFed } from "./use-fed.ts";

/** `text` may only grow while the component is on screen. */
export function Markdown({ text }: { readonly text: string }): VNode {
  const kept = useRef<{ stream: MarkdownStream; length: number } | null>(null);
  const end = useFed(text);
  if (kept.current === null || kept.current.length > end) kept.current = { stream: new MarkdownStream(), length: 0 };
  const { stream } = kept.current;
  if (end > kept.current.length) {
    stream.push(text.slice(kept.current.length, end));
    kept.current.length = end;
  }
  // One list: a block that is finished stays the element it was.
  return (
    <div class="markdown">
      {[...stream.done, ...stream.tail()].map((block, at) => (
        <DrawnBlock key={at} block={block} />
      ))}
    </div>
  );
}

/** Drawn once for each block: a finished one is always the same. */
class DrawnBlock extends Component<{ readonly block: Block }> {
  override shouldComponentUpdate(next: { readonly block: Block }): boolean {
    return next.block !== this.props.block;
  }

  override render({ block }: { readonly block: Block }): ComponentChildren {
    return drawBlock(block);
  }
}

function drawBlock(block: Block): VNode {
  switch (block.kind) {
    case "paragraph":
      return (
        <p>
          <Inlines text={block.text} />
        </p>
      );
    case "heading": {
      // The page has its own first headings.
      const Tag = block.level <= 2 ? "h3" : "h4";
      return (
        <Tag>
          <Inlines text={block.text} />
        </Tag>
      );
    }
    case "quote":
      return (
        <blockquote>
          <Inlines text={block.text} />
        </blockquote>
      );
    case "item":
      return (
        <div class="md-item" style={{ marginLeft: `${block.depth * 16}px` }}>
          <span class="md-marker">{/^\d/.test(block.marker) ? block.marker : block.marker === "" ? "" : "•"}</span>
          <span class="md-item-text">
            <Inlines text={block.text} />
          </span>
        </div>
      );
    case "code":
      return <CodeBlock info={block.info} pieces={block.pieces} depth={block.depth} isOpen={block.isOpen} />;
    case "table":
      return <Table head={block.head} rows={block.rows} />;
    case "rule":
      return <hr />;
    default:
      return block satisfies never;
  }
}

function Table({ head, rows }: Pick<Extract<Block, { kind: "table" }>, "head" | "rows">): VNode {
  return (
    <div class="md-table" tabIndex={0} role="region" aria-label="A table">
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col">
                <Inlines text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Row key={at} cells={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Drawn once: of a table that grows, only its last row is another. */
class Row extends Component<{ readonly cells: readonly string[] }> {
  override shouldComponentUpdate({ cells }: { readonly cells: readonly string[] }): boolean {
    const { cells: shown } = this.props;
    return cells !== shown && (cells.length !== shown.length || cells.some((cell, at) => cell !== shown[at]));
  }

  override render({ cells }: { readonly cells: readonly string[] }): ComponentChildren {
    return (
      <tr>
        {cells.map((cell, column) => (
          <td key={column}>
            <Inlines text={cell} />
          </td>
        ))}
      </tr>
    );
  }
}

function Inlines({ text }: { readonly text: string }): VNode {
  return <>{parseInline(text).map(drawInline)}</>;
}

function drawInline(part: Inline, key: number): VNode {
  switch (part.kind) {
    case "text":
      return <Revealed key={key} text={part.text} lines reading="prose" pictures />;
    case "code":
      return (
        <code key={key}>
          <Revealed text={part.text} lines reading="code" />
        </code>
      );
    case "strong":
      return <strong key={key}>{part.children.map(drawInline)}</strong>;
    case "emphasis":
      return <em key={key}>{part.children.map(drawInline)}</em>;
    case "struck":
      return <s key={key}>{part.children.map(drawInline)}</s>;
    case "link":
      return <Link key={key} href={part.href} children={part.children} />;
    default:
      return part satisfies never;
  }
}

/** The words of a link may name another place than it leads to, so the place is shown too. */
function Link({ href, children }: { readonly href: string; readonly children: readonly Inline[] }): VNode {
  const address = hrefOf(href);
  const drawn = children.map(drawInline);
  if (address === null) return <span>{drawn}</span>;
  const isPlain = children.length === 1 && children[0]?.kind === "text" && children[0].text === href;
  return (
    <>
      <a href={address.href} target="_blank" rel="noopener noreferrer nofollow" title={address.href}>
        {drawn}
      </a>
      {!isPlain && (
        <span class="dim small">
          {" ("}
          <Revealed text={address.host} reading="exact" />
          {")"}
        </span>
      )}
    </>
  );
}

function hrefOf(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "http:" || url.protocol === "https:" ? url : null;
}
