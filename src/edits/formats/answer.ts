// A model's answer as numbered lines with their places in the text, and the character that each begins with.
// Never changes the text: what a format takes out of it are slices of the answer.

import { lineAt } from "../../text/index.ts";
import { isBlank } from "./blocks/path-line.ts";
import { RAW_CALL_TOKENS } from "./tool-call/raw-call-tokens.ts";
import { lineTable, type LineTable } from "./lines/line-table.ts";

const BOM = 0xfeff;

/** Line numbers are 0-based here; messages say them 1-based. */
export class Answer {
  readonly text: string;
  readonly length: number;
  /** How many lines were looked at, for tests that a hostile answer costs no more than its length. */
  reads = 0;
  readonly lines: LineTable;
  /** The lines on which a call in a model's own template may begin after other words. */
  readonly rawCallLines: ReadonlySet<number>;

  constructor(text: string) {
    this.text = text;
    this.lines = lineTable(text);
    this.length = this.lines.firsts.length;
    this.rawCallLines = this.#linesWith(RAW_CALL_TOKENS);
  }

  #linesWith(tokens: readonly string[]): ReadonlySet<number> {
    const lines = new Set<number>();
    for (const token of tokens)
      for (let from = this.text.indexOf(token); from >= 0; from = this.text.indexOf(token, this.to(this.lineAt(from))))
        lines.add(this.lineAt(from));
    return lines;
  }

  /** The line without its ending; "" past the last line. */
  line(at: number): string {
    this.reads += 1;
    if (at < 0 || at >= this.length) return "";
    const from = this.from(at);
    let to = this.to(at);
    if (to > from && this.text.charCodeAt(to - 1) === 0x0a) to -= 1;
    if (to > from && this.text.charCodeAt(to - 1) === 0x0d) to -= 1;
    // A BOM before the first word is how a file begins, not what it says.
    return this.text.slice(at === 0 && this.text.charCodeAt(0) === BOM ? from + 1 : from, to);
  }

  /** First UTF-16 unit of the line, to look at most lines without copying them; NaN where there is no line. */
  first(at: number): number {
    this.reads += 1;
    return this.lines.firsts[at] ?? Number.NaN;
  }

  /** Whether the line has nothing but spaces, tabs and its line break; true where there is no line. */
  isBlank(at: number): boolean {
    const unit = this.firstSign(at);
    return unit === 0x0d ? isBlank(this.line(at)) : unit === 0x0a || Number.isNaN(unit);
  }

  /** First UTF-16 unit of the line that is neither a space nor a tab; that of its line break when there is none. */
  firstSign(at: number): number {
    this.reads += 1;
    return this.lines.signs[at] ?? Number.NaN;
  }

  /** How often the first sign of the line is there, one after the other, counted up to `most`. */
  signRun(at: number, most: number): number {
    const sign = this.firstSign(at);
    let place = this.from(at);
    while (this.text.charCodeAt(place) !== sign) place += 1;
    let run = 1;
    while (run < most && this.text.charCodeAt(place + run) === sign) run += 1;
    return run;
  }

  /** The line that this place in the text is on. */
  lineAt(offset: number): number {
    return lineAt(this.lines.starts, offset);
  }

  from(at: number): number {
    return this.lines.starts[at] ?? this.text.length;
  }

  /** Where the line's ending ends. */
  to(at: number): number {
    return this.lines.starts[at + 1] ?? this.text.length;
  }

  /** Whether the line ends in \r\n: then the whole answer came through something that writes \r\n. */
  isCrlf(at: number): boolean {
    const to = this.to(at);
    return this.text.charCodeAt(to - 1) === 0x0a && this.text.charCodeAt(to - 2) === 0x0d;
  }

  /** One line of content with its line break, which the last line of an answer may lack. */
  wholeLine(at: number, { crlf }: { readonly crlf: boolean }): string {
    const line = this.content(at, at + 1, { crlf });
    return line.endsWith("\n") ? line : `${line}\n`;
  }

  /** The same of a line of a patch, without the sign it begins with. */
  signedLine(at: number, { crlf }: { readonly crlf: boolean }): string {
    this.reads += 1;
    const text = this.text.slice(this.from(at) + 1, this.to(at));
    const line = crlf && text.endsWith("\r\n") ? `${text.slice(0, -2)}\n` : text;
    return line.endsWith("\n") ? line : `${line}\n`;
  }

  /**
   * The lines from `from` up to, not including, `to`, as content of a file. `crlf`: the marker lines around them end
   * in \r\n, so these do not mean theirs either.
   */
  content(from: number, to: number, { crlf }: { readonly crlf: boolean }): string {
    this.reads += to - from;
    const text = this.text.slice(this.from(from), this.from(to));
    return crlf ? text.replaceAll("\r\n", "\n") : text;
  }
}
