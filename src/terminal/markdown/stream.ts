// An answer while it arrives: rows that are final, and rows of what is still open. Pieces may be cut anywhere; the
// final rows are the same in the end. Nothing is kept of what was drawn as final.

import { plain, printable, reveal, type Printable } from "../../text/index.ts";
import { codeRows } from "./code.ts";
import { revealCode } from "./prose.ts";
import { codeLabel, codeWidth, isStyled, markdownRows, plainRows, type MarkdownOptions } from "./render.ts";
import { Splitter, type Part } from "./split.ts";

// More of an open line than this is on no screen.
const MAX_TAIL = 4096;

export class MarkdownStream {
  readonly #splitter = new Splitter();
  readonly #drawer = new Drawer();
  #rest = "";

  /** Gives the rows that are settled now. */
  push(text: string, options: MarkdownOptions): readonly Printable[] {
    this.#rest += text;
    // A line of megabytes must not be looked at again for every piece of it.
    if (!text.includes("\n")) return [];
    const lines = this.#rest.split("\n");
    this.#rest = lines.pop()!; // split gives at least one.
    return lines.flatMap((line) => this.#splitter.line(line)).flatMap((part) => this.#drawer.draw(part, options));
  }

  /**
   * What is open, as it would look if the answer ended here; of a long part, its last rows, at least so many. A half
   * character at its end is waited for.
   */
  tail(options: MarkdownOptions, rows = Infinity): readonly Printable[] {
    const end = this.#rest.length - (/[\ud800-\udbff]$/.test(this.#rest.slice(-1)) ? 1 : 0);
    const drawer = this.#drawer.copy();
    if (end > MAX_TAIL) return drawer.draw({ kind: "plain", text: this.#rest.slice(end - MAX_TAIL, end) }, options);
    const parts = this.#splitter.preview(this.#rest.slice(0, end), rows * options.width);
    return parts.flatMap((part) => drawer.draw(part, options));
  }

  end(options: MarkdownOptions): readonly Printable[] {
    const parts = [...(this.#rest === "" ? [] : this.#splitter.line(this.#rest)), ...this.#splitter.end()];
    this.#rest = "";
    return parts.flatMap((part) => this.#drawer.draw(part, options));
  }
}

/** Parts into rows, with one blank row between them. */
class Drawer {
  #isFirst = true;
  #language = "";

  copy(): Drawer {
    const copy = new Drawer();
    copy.#isFirst = this.#isFirst;
    copy.#language = this.#language;
    return copy;
  }

  draw(part: Part, options: MarkdownOptions): readonly Printable[] {
    const { width, paint } = options;
    switch (part.kind) {
      case "markdown":
        return this.#apart(markdownRows(part.text, options));
      case "plain":
        return this.#apart(plainRows(part.text, options));
      case "code-start": {
        this.#language = part.info.split(/\s/, 1)[0] ?? "";
        const rows = codeLabel(reveal(part.mark), reveal(part.info), {
          ...options,
          width: width - 2,
        });
        return this.#apart(rows.map((row) => printable`  ${row}`));
      }
      case "code-line":
        return codeRows(revealCode(part.text), { width: codeWidth(options) - 2, paint, language: this.#language }).map(
          (row) => (row === "" ? row : printable`  ${row}`),
        );
      case "code-end":
        return part.mark === null || isStyled(paint) ? [] : [plain`  ${reveal(part.mark)}`];
      default:
        return part satisfies never;
    }
  }

  #apart(rows: readonly Printable[]): readonly Printable[] {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    return isFirst ? rows : [plain``, ...rows];
  }
}
