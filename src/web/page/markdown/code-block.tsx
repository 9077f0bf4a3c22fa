// A block of code: its language, a button to copy it, its lines with colours. Lines are drawn in pieces, of which only the
// last one changes while the block comes.

import { Component, type ComponentChildren, type VNode } from "preact";
import { counted } from "../../../base/index.ts";
import { languageOf } from "../../../review/index.ts";
import { CopyButton } from "../layout/copy-button.tsx";
import { Revealed } from "../text.tsx";
import { CodeLine } from "./code-line.tsx";

type CodeBlockProps = {
  readonly info: string;
  readonly pieces: readonly (readonly string[])[];
  readonly depth: number;
  readonly isOpen: boolean;
};

export function CodeBlock({ info, pieces, depth, isOpen }: CodeBlockProps): VNode {
  const [name = ""] = info.split(/\s/);
  return (
    <figure class="code-block" style={{ marginLeft: `${depth * 16}px` }}>
      <figcaption class="code-head">
        <span class="dim small grow cut">
          <Revealed text={name === "" ? "text" : name} />
        </span>
        {!isOpen && <CopyButton text={pieces.flat().join("\n")} label="Copy" />}
      </figcaption>
      <pre class="code" tabIndex={0} aria-label={name === "" ? "Code" : `Code, ${name}`}>
        {pieces.map((lines, at) => (
          <Piece key={at} lines={lines} language={name} />
        ))}
      </pre>
    </figure>
  );
}

const LONGEST_LINE = 4_000;

type PieceProps = { readonly lines: readonly string[]; readonly language: string };

class Piece extends Component<PieceProps> {
  override shouldComponentUpdate(next: PieceProps): boolean {
    return (
      next.lines !== this.props.lines &&
      (next.lines.length !== this.props.lines.length || !isSame(next.lines, this.props.lines))
    );
  }

  override render({ lines, language }: PieceProps): ComponentChildren {
    const known = languageOf(`x.${NAMES[language.toLowerCase()] ?? language.toLowerCase()}`);
    return (
      <span class="code-piece">
        {lines.map((line, at) => (
          <span class="code-line" key={at}>
            <CodeLine text={line.length > LONGEST_LINE ? line.slice(0, LONGEST_LINE) : line} language={known} />
            {line.length > LONGEST_LINE && (
              <span class="dim"> … {counted(line.length - LONGEST_LINE, "more character")}: Copy has all of it</span>
            )}
            {"\n"}
          </span>
        ))}
      </span>
    );
  }
}

/** Only the last line can have grown. */
function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.at(-1) === b.at(-1);
}

/** What a fence calls a language → the extension of its files. */
const NAMES: Readonly<Record<string, string>> = {
  typescript: "ts",
  javascript: "js",
  python: "py",
  bash: "sh",
  shell: "sh",
  zsh: "sh",
  console: "sh",
  rust: "rs",
  ruby: "rb",
  golang: "go",
  "c++": "cpp",
  csharp: "cs",
  yml: "yaml",
  kotlin: "kt",
};
