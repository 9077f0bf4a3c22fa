// Markdown while it comes: lines in, blocks out. A block that is finished never changes again, and only the last one is
// open, so a long answer is read once. Blocks are flat: a list is its items, each with its depth.
//
//   line                                   becomes
//   ``` or ~~~, and what follows           code, until the same fence or the end
//   <<<<<<< and what follows               an edit as text: code with its own lines, until >>>>>>>
//   # to ######                            a heading
//   - * + or 1. or 1), indented or not     an item; indented lines after it belong to it
//   >                                      a quotation
//   | a | b | and then | --- | --- |       a table, while lines have a |
//   --- *** ___                            a rule
//   anything else                          a paragraph, until a blank line

export type Block =
  | { readonly kind: "paragraph" | "quote"; readonly text: string }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "item"; readonly depth: number; readonly marker: string; readonly text: string }
  | {
      readonly kind: "code";
      readonly info: string;
      /** Of a list's item. */
      readonly depth: number;
      /** Lines in pieces: only the last piece grows. */
      readonly pieces: readonly (readonly string[])[];
      readonly isOpen: boolean;
    }
  | { readonly kind: "table"; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "rule" };

const LINES_IN_PIECE = 100;
// A longer paragraph is data: it is cut, so that what is drawn again stays small.
const LONGEST = 8_000;

type OpenCode = { kind: "code"; fence: string; indent: number; info: string; depth: number; pieces: string[][] };
type OpenText = { kind: "paragraph" | "quote"; lines: string[]; length: number };
type OpenItem = { kind: "item"; depth: number; marker: string; lines: string[]; length: number };
type OpenTable = { kind: "table"; head: string[]; rows: string[][] };
type Open = OpenCode | OpenText | OpenItem | OpenTable;

export class MarkdownStream {
  #done: Block[] = [];
  #open: Open | null = null;
  /** A line without its end, or the rest of one that is too long. */
  #partial = "";
  /** The line's beginning was read already; what follows is text, whatever it looks like. */
  #isContinued = false;
  readonly #longest: number;

  constructor({ longest = LONGEST }: { readonly longest?: number } = {}) {
    this.#longest = longest;
  }

  /** Text is only ever added. */
  push(text: string): void {
    const lines = (this.#partial + text).split("\n");
    this.#partial = lines.pop()!; // There is always one.
    for (const line of lines) {
      this.#part(this.#cutLong(withoutReturn(line)));
      this.#isContinued = false;
    }
    this.#partial = this.#cutLong(this.#partial);
  }

  /** Reads the beginning of a long line, and gives the rest. Lines of code stay whole: they are copied. */
  #cutLong(line: string): string {
    let rest = line;
    while (rest.length > this.#longest && (this.#isContinued || this.#open?.kind !== "code")) {
      const at = this.#longest - (isHighSurrogate(rest.charCodeAt(this.#longest - 1)) ? 1 : 0);
      this.#part(rest.slice(0, at));
      this.#isContinued = true;
      rest = rest.slice(at);
    }
    return rest;
  }

  #part(text: string): void {
    if (!this.#isContinued) return this.#line(text);
    const open = this.#open;
    if (text === "") return;
    if (open === null || open.kind === "code" || open.kind === "table") this.#text("paragraph", text);
    else this.#more(open, text);
  }

  /** Blocks that will never change. The same array, which grows. */
  get done(): readonly Block[] {
    return this.#done;
  }

  /** What comes after them now, with the line that is not whole yet. */
  tail(): readonly Block[] {
    if (this.#partial === "") return this.#open === null ? [] : [blockOf(this.#open, { isOpen: true })];
    // The line is read on a copy: it may still become another kind of line.
    const copy = new MarkdownStream({ longest: this.#longest });
    copy.#open = this.#open === null ? null : copyOf(this.#open);
    copy.#isContinued = this.#isContinued;
    copy.#part(withoutReturn(this.#partial));
    return copy.#open === null ? copy.#done : [...copy.#done, blockOf(copy.#open, { isOpen: true })];
  }

  #line(line: string): void {
    const open = this.#open;
    if (open?.kind === "code") return this.#code(open, line);
    if (line.trim() === "") return open?.kind === "item" ? this.#pause(open) : this.#close();
    const [, indent = "", rest = ""] = /^([ \t]*)(.*)$/s.exec(line) ?? [];
    const depth = depthOf(indent);
    const fence = FENCE.exec(rest);
    if (fence !== null)
      return this.#start({
        kind: "code",
        fence: fence[1]!,
        indent: indent.length,
        info: fence[2]!.trim(),
        depth: open?.kind === "item" ? open.depth + 1 : depth,
        pieces: [[]],
      });
    if (EDIT_START.test(rest)) {
      this.#start({ kind: "code", fence: EDIT_END, indent: 0, info: "", depth, pieces: [[line]] });
      return;
    }
    if (RULE.test(rest)) return this.#add({ kind: "rule" });
    const heading = HEADING.exec(rest);
    if (heading !== null) return this.#add({ kind: "heading", level: heading[1]!.length, text: heading[2]! });
    const item = ITEM.exec(rest);
    if (item !== null)
      return this.#start({ kind: "item", depth, marker: item[1]!, lines: [item[2]!], length: item[2]!.length });
    const quote = QUOTE.exec(rest);
    if (quote !== null) return this.#text("quote", quote[1]!);
    if (open?.kind === "table" && rest.includes("|")) return void open.rows.push(cellsOf(rest));
    if (open?.kind === "paragraph" && open.lines.length === 1 && isDelimiter(rest, open.lines[0]!)) {
      this.#open = { kind: "table", head: cellsOf(open.lines[0]!), rows: [] };
      return;
    }
    if (open?.kind === "item" && (indent !== "" || open.lines.at(-1) !== "")) return this.#more(open, rest);
    this.#text("paragraph", rest);
  }

  #code(open: OpenCode, line: string): void {
    const rest = line.trimStart();
    if (open.fence === EDIT_END && rest.startsWith(EDIT_END)) {
      open.pieces.at(-1)!.push(line); // There is always one.
      return this.#close();
    }
    if (rest.startsWith(open.fence) && rest.replaceAll(open.fence[0]!, "").trim() === "") return this.#close();
    const text = line.slice(0, open.indent).trim() === "" ? line.slice(open.indent) : line;
    const last = open.pieces.at(-1)!; // There is always one.
    if (last.length < LINES_IN_PIECE) last.push(text);
    else open.pieces.push([text]);
  }

  /** A blank line in a list: an indented line after it belongs to the item. */
  #pause(open: OpenItem): void {
    if (open.lines.at(-1) !== "") open.lines.push("");
  }

  #text(kind: OpenText["kind"], line: string): void {
    const open = this.#open;
    if (open?.kind === kind) return this.#more(open, line);
    this.#start({ kind, lines: [line], length: line.length });
  }

  #more(open: OpenText | OpenItem, line: string): void {
    if (open.length + line.length > this.#longest) {
      this.#start(
        open.kind === "item"
          ? { ...open, marker: "", lines: [line], length: line.length }
          : { ...open, lines: [line], length: line.length },
      );
      return;
    }
    open.lines.push(line);
    open.length += line.length;
  }

  #start(open: Open): void {
    this.#close();
    this.#open = open;
  }

  #add(block: Block): void {
    this.#close();
    this.#done.push(block);
  }

  #close(): void {
    if (this.#open !== null) this.#done.push(blockOf(this.#open, { isOpen: false }));
    this.#open = null;
  }
}

const FENCE = /^(`{3,}|~{3,})([^`]*)$/;
const EDIT_START = /^<{5,}(?:\s|$)/;
const EDIT_END = ">>>>>";
const RULE = /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const HEADING = /^(#{1,6})[ \t]+(.*)$/s;
const ITEM = /^([-*+]|\d{1,9}[.)])[ \t]+(.*)$/s;
const QUOTE = /^>[ \t]?(.*)$/s;

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const withoutReturn = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line);

// Two spaces are a level in most answers, four in some: both are shown deeper.
function depthOf(indent: string): number {
  const columns = [...indent].reduce((sum, character) => sum + (character === "\t" ? 4 : 1), 0);
  return Math.min(8, Math.floor(columns / 2));
}

function isDelimiter(line: string, head: string): boolean {
  return head.includes("|") && line.includes("-") && line.includes("|") && /^[ \t|:-]+$/.test(line);
}

function cellsOf(line: string): string[] {
  const inside = line.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function blockOf(open: Open, { isOpen }: { readonly isOpen: boolean }): Block {
  switch (open.kind) {
    case "code": {
      const { info, depth, pieces } = open;
      // The last piece grows: its caller gets a copy.
      return {
        kind: "code",
        info,
        depth,
        pieces: pieces.map((piece, at) => (at === pieces.length - 1 ? [...piece] : piece)),
        isOpen,
      };
    }
    case "item":
      return { kind: "item", depth: open.depth, marker: open.marker, text: open.lines.join("\n").trimEnd() };
    case "table":
      return { kind: "table", head: [...open.head], rows: [...open.rows] };
    default:
      return { kind: open.kind, text: open.lines.join("\n") };
  }
}

function copyOf(open: Open): Open {
  switch (open.kind) {
    case "code":
      return { ...open, pieces: [...open.pieces.slice(0, -1), [...open.pieces.at(-1)!]] };
    case "table":
      return { ...open, rows: [...open.rows] };
    default:
      return { ...open, lines: [...open.lines] };
  }
}
