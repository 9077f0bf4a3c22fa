// Cuts an answer into parts that can be drawn for good, line by line: what a line means is settled by the lines before
// it and by itself, so the parts are the same however the answer arrived. Linear; holds one part at a time.
//
//   part = markdown (up to a blank line; a list, up to a line that is none of it) | code (a fence, line by line)
//
// A search/replace block is code too: as Markdown its marks would be a heading and quotes.

export type Part =
  | { readonly kind: "markdown"; readonly text: string }
  /** Too long for Markdown: shown as it is. */
  | { readonly kind: "plain"; readonly text: string }
  | { readonly kind: "code-start"; readonly mark: string; readonly info: string }
  | { readonly kind: "code-line"; readonly text: string }
  /** `mark` is null when the text ended before the fence did. */
  | { readonly kind: "code-end"; readonly mark: string | null };

/** The mark that opened a fence, and how far it was indented. */
type Marked = { readonly mark: string; readonly indent: number };

type Fence = Marked | "search-replace";

// More than this in one part is data, not prose.
const MAX_PART = 8192;
const MAX_LINE = 8192;

const OPENING = /^( *)(`{3,}|~{3,})([^\n]*)$/;
const TOP_BULLET = /^(?:[-*+]|\d{1,9}[.)])\s/;
// The second line of a table: without it, and the line before it, rows are no table.
const DELIMITERS = /^[ |:-]*-[ |:-]*$/;
const SEARCH = /^<{5,9} ?SEARCH\b/;
const REPLACE = /^>{5,9} ?REPLACE\b/;
const BULLET = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

export class Splitter {
  #lines: string[] = [];
  #size = 0;
  #isList = false;
  #wasBlank = false;
  #fence: Fence | null = null;
  /** A fence inside of a list: its lines are no bullets and no ends. */
  #inner: Marked | null = null;

  /** One whole line, without its break. Gives what it settles. */
  line(line: string): readonly Part[] {
    if (this.#fence !== null) return this.#codeLine(line, this.#fence);
    if (line.length > MAX_LINE) return [...this.#take(), { kind: "plain", text: line }];
    const done = this.#ends(line) ? this.#take() : [];
    if (this.#inner === null && SEARCH.test(line)) {
      this.#fence = "search-replace";
      const start = { kind: "code-start", mark: "", info: "" } as const;
      return [...done, ...this.#take(), start, { kind: "code-line", text: line }];
    }
    const fence = openingOf(line);
    if (fence !== null && (this.#lines.length === 0 || !this.#isList)) {
      this.#fence = fence;
      return [...done, ...this.#take(), { kind: "code-start", mark: fence.mark, info: fence.info }];
    }
    if (this.#lines.length === 0 && line.trim() === "") return done;
    this.#add(line, fence);
    return this.#size > MAX_PART ? [...done, ...this.#take()] : done;
  }

  end(): readonly Part[] {
    const open = this.#fence === null ? this.#take() : [{ kind: "code-end", mark: null } as const];
    this.#fence = null;
    return open;
  }

  /**
   * What a copy of this one would give for the rest: for showing what is not settled yet, or the end of it with at least so
   * many characters. It is drawn many times a second.
   */
  preview(rest: string, least = Infinity): readonly Part[] {
    const copy = new Splitter();
    copy.#lines = this.#lastLines(least);
    copy.#size = copy.#lines.reduce((size, line) => size + line.length + 1, 0);
    copy.#isList = this.#isList;
    copy.#wasBlank = this.#wasBlank;
    copy.#fence = this.#fence;
    copy.#inner = this.#inner;
    return [...(rest === "" ? [] : copy.line(rest)), ...copy.end()];
  }

  /** From a line that can be the first one: in a list that is an item of it; a table stays whole. */
  #lastLines(least: number): string[] {
    const lines = this.#lines;
    if (this.#size <= least || this.#inner !== null || DELIMITERS.test(lines[1] ?? "")) return [...lines];
    let size = 0;
    const from = lines.findLastIndex((line) => {
      size += line.length + 1;
      return size >= least && (this.#isList ? TOP_BULLET.test(line) : line.trim() !== "");
    });
    return lines.slice(Math.max(0, from));
  }

  /** Whether the part so far ends before this line. */
  #ends(line: string): boolean {
    if (this.#lines.length === 0 || this.#inner !== null) return false;
    if (!this.#isList) return line.trim() === "";
    if (OPENING.exec(line)?.[1] === "") return true;
    return this.#wasBlank && line.trim() !== "" && !/^\s/.test(line) && !BULLET.test(line);
  }

  #add(line: string, fence: Marked | null): void {
    if (this.#lines.length === 0) this.#isList = BULLET.test(line);
    if (this.#inner !== null) this.#inner = closes(line, this.#inner) ? null : this.#inner;
    else if (this.#isList) this.#inner = fence ?? innerFence(line);
    this.#wasBlank = line.trim() === "";
    this.#lines.push(line);
    this.#size += line.length + 1;
  }

  #take(): readonly Part[] {
    const text = this.#lines.join("\n");
    this.#lines = [];
    this.#size = 0;
    this.#isList = false;
    this.#wasBlank = false;
    this.#inner = null;
    return text.trim() === "" ? [] : [{ kind: "markdown", text }];
  }

  #codeLine(line: string, fence: Fence): readonly Part[] {
    if (fence === "search-replace") {
      if (!REPLACE.test(line)) return [{ kind: "code-line", text: line }];
      this.#fence = null;
      return [
        { kind: "code-line", text: line },
        { kind: "code-end", mark: null },
      ];
    }
    if (closes(line, fence) && line.search(/\S/) <= 3) {
      this.#fence = null;
      return [{ kind: "code-end", mark: fence.mark }];
    }
    const indent = Math.min(fence.indent, line.length - line.trimStart().length);
    return [{ kind: "code-line", text: line.slice(indent) }];
  }
}

/** A fence at the left edge of the answer. */
function openingOf(line: string): (Marked & { readonly info: string }) | null {
  const [, indent, mark, info] = OPENING.exec(line) ?? [];
  if (mark === undefined || indent === undefined || info === undefined || indent.length > 3) return null;
  // `code` in one line is no fence.
  if (mark.startsWith("`") && info.includes("`")) return null;
  return { mark, indent: indent.length, info: info.trim() };
}

/** Below a bullet a fence may be indented further, or follow the bullet itself. */
function innerFence(line: string): Marked | null {
  const [, mark, info = ""] = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})([^\n]*)$/.exec(line) ?? [];
  return mark === undefined || (mark.startsWith("`") && info.includes("`")) ? null : { mark, indent: 0 };
}

function closes(line: string, { mark }: Marked): boolean {
  const text = line.trim();
  return text.length >= mark.length && text === mark[0]!.repeat(text.length);
}
