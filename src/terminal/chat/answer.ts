// A model's answer while it comes: words as Markdown, changes as the lines that go and the lines that come. Gives rows
// that are final and rows that are still open. Cuts between pieces mean nothing.

import { plain, printable, reveal, revealPath, trimEndOf, type Printable } from "../../text/index.ts";
import type { MarkdownOptions } from "../markdown/render.ts";
import { MarkdownStream } from "../markdown/stream.ts";
import { signedRows } from "../view/signed-rows.ts";
import { wrap, wrapWords } from "../wrap.ts";
import type { EditEvent } from "./types.ts";

type Section = "old" | "new";

export class AnswerStream {
  #words: MarkdownStream | null = null;
  #edit: { section: Section; rest: string } | null = null;
  #isFirst = true;

  /** Nothing has come yet. */
  get isEmpty(): boolean {
    return this.#isFirst;
  }

  say(delta: string, options: MarkdownOptions): readonly Printable[] {
    // Blank lines alone are no words.
    if (delta === "" || (this.#words === null && delta.trim() === "")) return [];
    const ended = this.#endEdit(options);
    const apart = this.#words === null ? this.#apart() : [];
    this.#words ??= new MarkdownStream();
    return [...ended, ...apart, ...this.#words.push(delta, options)];
  }

  edit(event: EditEvent, options: MarkdownOptions): readonly Printable[] {
    const { width, paint } = options;
    switch (event.kind) {
      case "edit-start": {
        const before = this.end(options);
        const name = event.path === null ? plain`an edit without a path` : plain`edit ${revealPath(event.path)}`;
        this.#edit = { section: "old", rest: "" };
        return [...before, ...this.#apart(), ...wrap(name, width - 2).map((row) => paint.dim(plain`  ${row}`))];
      }
      case "edit-text": {
        if (this.#edit === null) return [];
        const before = this.#edit.section === event.section ? [] : this.#flush(options);
        this.#edit.section = event.section;
        this.#edit.rest += event.text;
        if (!event.text.includes("\n")) return before;
        const lines = this.#edit.rest.split("\n");
        this.#edit.rest = lines.pop()!; // split gives at least one.
        return [...before, ...lines.flatMap((line) => changedRows(line, event.section, options))];
      }
      case "edit-end": {
        const rows = this.#endEdit(options);
        if (event.problem === null) return rows;
        const said = wrapWords(reveal(event.problem, { keepMarks: true }), Math.max(8, width - 4));
        return [
          ...rows,
          ...said.map((row, at) => (at === 0 ? printable`  ${paint.red(plain`✗`)} ${row}` : plain`    ${row}`)),
        ];
      }
      default:
        return event satisfies never;
    }
  }

  /** What is open, or the last rows of it, at least so many. */
  tail(options: MarkdownOptions, rows?: number): readonly Printable[] {
    if (this.#edit !== null)
      // What is at the end of an open line may be followed by more: no trailing whitespace yet.
      return this.#edit.rest === ""
        ? []
        : changedRows(this.#edit.rest.slice(-8192).trimEnd(), this.#edit.section, options);
    return this.#words?.tail(options, rows) ?? [];
  }

  end(options: MarkdownOptions): readonly Printable[] {
    const rows = [...this.#endEdit(options), ...(this.#words?.end(options) ?? [])];
    this.#words = null;
    return rows;
  }

  #endEdit(options: MarkdownOptions): readonly Printable[] {
    const rows = this.#flush(options);
    this.#edit = null;
    return rows;
  }

  #flush(options: MarkdownOptions): readonly Printable[] {
    if (this.#edit === null || this.#edit.rest === "") return [];
    const rows = changedRows(this.#edit.rest, this.#edit.section, options);
    this.#edit.rest = "";
    return rows;
  }

  #apart(): readonly Printable[] {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    return isFirst ? [] : [plain``];
  }
}

function changedRows(line: string, section: Section, { width, paint }: MarkdownOptions): readonly Printable[] {
  const sign = section === "old" ? plain`-` : plain`+`;
  const colour = section === "old" ? paint.red : paint.green;
  return signedRows(sign, line.replace(/\r$/, ""), { room: Math.max(1, width - 4), changes: true }).map((row) => {
    const end = row.end === "" ? row.end : paint.dim(row.end);
    return printable`  ${colour(trimEndOf(plain`${row.sign} ${row.text}`))}${end}`;
  });
}
