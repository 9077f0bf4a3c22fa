// One file while edits are made to it, one after another, in memory. Remembers for every line whether it is still the
// file's own or which edits wrote it, so that a change in the sum can name its edits. Never touches a line no edit names.

import { Bug } from "../../../base/index.ts";
import { endingOf, narrow, withoutEnding, type LineRange, type Text } from "../../../text/index.ts";
import { LineIndex } from "../../match/line-index.ts";
import { BOM, contentsOf } from "../../match/locate.ts";
import { BaseText } from "./base-text.ts";
import { EditedRuns, type LineEdit } from "./edited-runs.ts";
import { charsInEdited, type CharPlace } from "../../match/edited-chars.ts";
import { findInEdited } from "../../match/edited-matches.ts";
import type { Hits, SearchOptions } from "../../match/search.ts";
import type { EditId } from "../../types.ts";

export type { LineEdit } from "./edited-runs.ts";

/** A run of lines that edits took out or wrote, in the file as it was and as it is now. */
export type Touched = { readonly old: LineRange; readonly new: LineRange; readonly edits: ReadonlySet<EditId> };

const FEW_SEARCHES = 32;

export class Draft {
  readonly #base: BaseText;
  #bom: "" | typeof BOM;
  #bomCause: EditId | null = null;
  readonly #patches = new EditedRuns();
  #index: LineIndex | null = null;
  #searches = 0;
  #text: string | null;
  #lines: readonly string[] | null = null;
  #touched: readonly Touched[] | null = null;
  #revision = 0;
  /** The text as it is now, for copies. */
  #now: BaseText | null = null;

  constructor(base: string | BaseText) {
    this.#base = typeof base === "string" ? new BaseText(base) : base;
    this.#text = this.#base.text;
    this.#bom = this.#base.bom;
  }

  get base(): string {
    return this.#base.text;
  }

  /** Another draft, which begins with the text as it is now. */
  copy(): Draft {
    return new Draft((this.#now ??= this.#revision === 0 ? this.#base : new BaseText(this.text)));
  }

  /** How many lines there are. */
  get length(): number {
    return this.#base.starts.length - 1 + this.#patches.growth;
  }

  /** One line with its ending; a BOM is not part of the first. Undefined where there is none. */
  line(at: number): string | undefined {
    if (at < 0 || at >= this.length) return undefined;
    const origin = this.#patches.originOf(at);
    return origin === null ? this.#patches.written(at)! : this.#bodyLine(origin);
  }

  /** All lines as `line` returns them. Rebuilt after each change: to read only a few, use `line`. */
  get lines(): readonly string[] {
    return (this.#lines ??= this.#pieces(
      (from, to, all) => {
        for (let line = from; line < to; line += 1) all.push(this.#bodyLine(line));
      },
      (written, all) => {
        for (const line of written) all.push(line);
      },
    ));
  }

  get bom(): "" | typeof BOM {
    return this.#bom;
  }

  get text(): string {
    return (this.#text ??=
      this.#bom +
      this.#pieces(
        (from, to, all) => all.push(this.#base.body.slice(this.#base.starts[from], this.#base.starts[to])),
        (written, all) => all.push(narrow(written.join(""))),
      ).join(""));
  }

  /** Where each line of the base begins, a BOM not counted, and its length as a last entry. */
  get baseStarts(): readonly number[] {
    return this.#base.starts;
  }

  /** The 0-based lines at which these lines, without endings, match whole and in order. */
  find(contents: readonly string[], options: SearchOptions = {}): Hits {
    if (this.#patches.runs.length === 0) return this.#base.find(contents, options);
    if (this.#index === null && this.#searches < FEW_SEARCHES) {
      this.#searches += 1;
      const hits = this.#findAround(contents, options);
      if (hits !== null) return hits;
    }
    this.#index ??= new LineIndex(this.lines.map(withoutEnding));
    return this.#index.find(contents, options);
  }

  /** Every place of these characters, which are not a BOM, ascending; they may overlap. */
  findChars(find: string): readonly CharPlace[] {
    const { runs } = this.#patches;
    if (runs.length === 0) return this.#base.findChars(find);
    const edited = { runs, length: this.length, line: (at: number): string => this.line(at)! };
    return charsInEdited(find, edited, () => this.#base.findChars(find)) ?? new BaseText(this.text).findChars(find);
  }

  /** The first 0-based line of the base at which the text is; null when it is not there. A BOM does not count. */
  firstInBase(text: string, match: "chars" | "lines"): number | null {
    const find = text.startsWith(BOM) ? text.slice(BOM.length) : text;
    if (match === "chars") return this.#base.findChars(find)[0]?.line ?? null;
    return this.#base.find(contentsOf(find), { keep: 1 }).places[0] ?? null;
  }

  /** The line's number in the base, or null when an edit wrote it. */
  originOf(line: number): number | null {
    return line < 0 || line >= this.length ? null : this.#patches.originOf(line);
  }

  matchesAt(contents: readonly string[], from: number): boolean {
    if (from < 0 || from + contents.length > this.length) return false;
    return contents.every((content, at) => withoutEnding(this.line(from + at)!) === content);
  }

  /** Grows with every change. */
  get revision(): number {
    return this.#revision;
  }

  get isChanged(): boolean {
    return this.#patches.hasRemoved || this.#patches.growth !== 0 || this.#bomCause !== null;
  }

  /** A file that is not empty and whose last line has no newline. */
  get isUnterminated(): boolean {
    const last = this.line(this.length - 1);
    return last !== undefined && endingOf(last) === "";
  }

  /** Makes the changes; they are ascending, apart, and count lines as they are before any of them. */
  apply(edit: EditId, changes: readonly LineEdit[]): void {
    checkOrder(changes, this.length);
    this.#patches.apply(edit, changes);
    this.#index?.apply(changes.map(({ from, to, lines }) => ({ from, to, put: lines.map(withoutEnding) })));
    this.#changed();
    this.#adoptBom(edit);
  }

  /** Gives the file a BOM or takes it away. */
  setBom(edit: EditId, bom: "" | typeof BOM): void {
    if (bom === this.#bom) return;
    this.#bom = bom;
    this.#bomCause = edit;
    this.#changed();
  }

  /** The edits that took out lines of the base in this range. */
  whoRemoved({ from, to }: LineRange): ReadonlySet<EditId> {
    return this.#patches.whoRemoved(from, to);
  }

  /** The edits that wrote lines of the present text in this range. */
  whoWrote({ from, to }: LineRange): ReadonlySet<EditId> {
    const edits = this.#patches.whoWrote(from, to);
    if (from === 0 && this.#bomCause !== null) edits.add(this.#bomCause);
    return edits;
  }

  /** Every run of lines that is not the base's own, in order. Between them base and text are the same lines. */
  touched(): readonly Touched[] {
    return (this.#touched ??= this.#patches.runs.map(({ from, to, oldFrom, oldTo }) => {
      const old = { from: oldFrom, to: oldTo };
      const fresh = { from, to };
      return { old, new: fresh, edits: new Set([...this.whoRemoved(old), ...this.whoWrote(fresh)]) };
    }));
  }

  /** Null when that many lines were written that numbering all of them is better. */
  #findAround(contents: readonly string[], options: SearchOptions): Hits | null {
    const { keep = Infinity, ...rest } = options;
    return findInEdited(
      this.#patches.runs,
      {
        length: contents.length,
        lines: this.length,
        keep,
        mayBe: (written, nth) => written.startsWith(contents[nth]!),
        matchesAt: (line) => this.matchesAt(contents, line),
      },
      () => this.#base.findInText(contents, rest).places,
    );
  }

  #bodyLine(line: number): string {
    const { starts, body } = this.#base;
    return body.slice(starts[line], starts[line + 1]);
  }

  /** What `keep` makes of the base's lines and `write` of those written in between, in order. */
  #pieces(
    keep: (from: number, to: number, all: string[]) => unknown,
    write: (lines: readonly string[], all: string[]) => unknown,
  ): string[] {
    const all: string[] = [];
    let base = 0;
    for (const { oldFrom, oldTo, lines } of this.#patches.runs) {
      keep(base, oldFrom, all);
      write(lines, all);
      base = oldTo;
    }
    keep(base, this.#base.starts.length - 1, all);
    return all;
  }

  #changed(): void {
    this.#text = null;
    this.#lines = null;
    this.#touched = null;
    this.#now = null;
    this.#revision += 1;
  }

  /** A BOM written at the start of the file is the file's BOM from then on. */
  #adoptBom(edit: EditId): void {
    const first = this.line(0);
    if (this.#bom !== "" || !first?.startsWith(BOM)) return;
    // A line that was further down may begin with one; it is another line without it.
    const rest = first.slice(BOM.length);
    this.#patches.apply(edit, [{ from: 0, to: 1, lines: rest === "" ? [] : [rest] }]);
    this.#bom = BOM;
    this.#bomCause = edit;
    this.#index = null;
  }
}

function checkOrder(changes: readonly LineEdit[], lines: number): void {
  let last = 0;
  for (const { from, to } of changes) {
    if (from < last || to < from || to > lines) throw new Bug("changes of one edit must be ascending and apart");
    last = to;
  }
}

/** The draft as it is now; edits only ever add well-formed text. */
export function textOf(draft: Draft): Text {
  return draft.text as Text; // Made of a snapshot's text and of new text checked by the planner.
}
