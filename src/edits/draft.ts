// One file while edits are made to it, one after another, in memory. Remembers for every line whether it is still the
// file's own or which edits wrote it, so that a change in the sum can name its edits. Never touches a line no edit names.

import { Bug } from "../base/index.ts";
import { endingOf, splitLines, withoutEnding, type LineRange, type Text } from "../text/index.ts";
import { LineIndex, spliceAll } from "./line-index.ts";
import { BOM, findWholeLines } from "./locate.ts";
import type { Hits, SearchOptions } from "./search.ts";
import type { EditId } from "./types.ts";

/** Lines `from` to `to` give way to these, endings included. */
export type LineEdit = { readonly from: number; readonly to: number; readonly lines: readonly string[] };

/** A run of lines that edits took out or wrote, in the file as it was and as it is now. */
export type Touched = { readonly old: LineRange; readonly new: LineRange; readonly edits: ReadonlySet<EditId> };

/** The edits that wrote a line; lines written at one place by one edit share it. */
type Cause = Set<EditId>;

const FEW_SEARCHES = 16;

export class Draft {
  readonly base: string;
  readonly #baseLines: number;
  #bom: "" | typeof BOM;
  #lines: string[];
  #bomCause: EditId | null = null;
  /** For each line its number in the base, or what wrote it. Null: every line is the base's own. */
  #origins: (number | Cause)[] | null = null;
  /** Lines of the base that are no more. */
  readonly #gone = new Map<number, Cause>();
  #index: LineIndex | null = null;
  #searches = 0;
  #text: string | null;
  #revision = 0;

  /** `lines`: those of the base without its BOM, when they are known already. */
  constructor(base: string, lines?: readonly string[]) {
    this.base = base;
    this.#text = base;
    this.#bom = base.startsWith(BOM) ? BOM : "";
    this.#lines = lines === undefined ? splitLines(base.slice(this.#bom.length)) : [...lines];
    this.#baseLines = this.#lines.length;
  }

  /** Lines with their endings; a BOM is not part of the first. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  get bom(): "" | typeof BOM {
    return this.#bom;
  }

  get text(): string {
    return (this.#text ??= this.#bom + this.#lines.join(""));
  }

  /** The 0-based lines at which these lines, without endings, stand whole and in order. */
  find(contents: readonly string[], options: SearchOptions = {}): Hits {
    // Each of these reads the text once; numbering all lines costs about as much as all of them, and serves for good.
    if (this.#index === null && this.#text !== null && this.#searches < FEW_SEARCHES) {
      this.#searches += 1;
      return findWholeLines(this.#text.slice(this.#bom.length), contents, options);
    }
    this.#index ??= new LineIndex(this.#lines.map(withoutEnding));
    return this.#index.find(contents, options);
  }

  /** The line's number in the base, or null when an edit wrote it. */
  originOf(line: number): number | null {
    const origin = this.#origins === null ? line : this.#origins[line];
    return typeof origin === "number" && line < this.#lines.length ? origin : null;
  }

  standsAt(contents: readonly string[], from: number): boolean {
    if (from < 0 || from + contents.length > this.#lines.length) return false;
    return contents.every((content, at) => withoutEnding(this.#lines[from + at]!) === content);
  }

  /** Grows with every change. */
  get revision(): number {
    return this.#revision;
  }

  get isChanged(): boolean {
    return this.#gone.size > 0 || this.#lines.length !== this.#baseLines || this.#bomCause !== null;
  }

  /** A file that is not empty and whose last line has no newline. */
  get isUnterminated(): boolean {
    const last = this.#lines.at(-1);
    return last !== undefined && endingOf(last) === "";
  }

  /** Makes the changes; they are ascending, apart, and count lines as they are before any of them. */
  apply(edit: EditId, changes: readonly LineEdit[]): void {
    checkOrder(changes, this.#lines.length);
    this.#origins ??= Array.from(this.#lines, (_, at) => at);
    const origins = changes.map(({ from, to, lines }) => {
      const cause = this.#takeOut(edit, from, to);
      return { from, to, put: lines.map(() => cause) };
    });
    this.#index?.apply(changes.map(({ from, to, lines }) => ({ from, to, put: lines.map(withoutEnding) })));
    this.#origins = spliceAll(this.#origins, origins);
    this.#lines = spliceAll(
      this.#lines,
      changes.map(({ from, to, lines }) => ({ from, to, put: lines })),
    );
    this.#text = null;
    this.#revision += 1;
    this.#adoptBom(edit);
  }

  /** Gives the file a BOM or takes it away. */
  setBom(edit: EditId, bom: "" | typeof BOM): void {
    if (bom === this.#bom) return;
    this.#bom = bom;
    this.#bomCause = edit;
    this.#text = null;
    this.#revision += 1;
  }

  /** The edits that took out lines of the base in this range. */
  whoRemoved({ from, to }: LineRange): ReadonlySet<EditId> {
    const edits = new Set<EditId>();
    for (let line = from; line < to; line += 1) for (const edit of this.#gone.get(line) ?? []) edits.add(edit);
    return edits;
  }

  /** The edits that wrote lines of the present text in this range. */
  whoWrote({ from, to }: LineRange): ReadonlySet<EditId> {
    const edits = new Set<EditId>();
    for (let line = from; line < to; line += 1) {
      const origin = this.#origins?.[line];
      if (typeof origin === "object") for (const edit of origin) edits.add(edit);
    }
    if (from === 0 && this.#bomCause !== null) edits.add(this.#bomCause);
    return edits;
  }

  /** Every run of lines that is not the base's own, in order. Between them base and text are the same lines. */
  touched(): readonly Touched[] {
    const runs: Touched[] = [];
    const origins = this.#origins;
    if (origins === null) return runs;
    let base = 0;
    for (let at = 0; at < this.#lines.length || base < this.#baseLines;) {
      if (origins[at] === base) {
        at += 1;
        base += 1;
        continue;
      }
      const from = at;
      while (typeof origins[at] === "object") at += 1;
      const next = at < this.#lines.length ? (origins[at] as number) : this.#baseLines; // Not written, so a base line.
      const old = { from: base, to: next };
      const fresh = { from, to: at };
      runs.push({ old, new: fresh, edits: new Set([...this.whoRemoved(old), ...this.whoWrote(fresh)]) });
      base = next;
    }
    return runs;
  }

  #takeOut(edit: EditId, from: number, to: number): Cause {
    const cause: Cause = new Set([edit]);
    for (let line = from; line < to; line += 1) {
      const origin = this.#origins![line]!; // Made before anything is taken out.
      if (typeof origin === "number") {
        this.#gone.set(origin, cause);
      } else if (origin !== cause) {
        // What is left of the earlier edit's work at this place is also this edit's work.
        for (const earlier of origin) cause.add(earlier);
        origin.add(edit);
      }
    }
    return cause;
  }

  /** A BOM written at the start of the file is the file's BOM from then on. */
  #adoptBom(edit: EditId): void {
    const first = this.#lines[0];
    if (this.#bom !== "" || !first?.startsWith(BOM)) return;
    // A line that was further down may begin with one; it is another line without it.
    this.#origins![0] = this.#takeOut(edit, 0, 1);
    const rest = first.slice(BOM.length);
    this.#lines.splice(0, 1, ...(rest === "" ? [] : [rest]));
    if (rest === "") this.#origins!.shift();
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

/** The draft as it stands; edits only ever add well-formed text. */
export function textOf(draft: Draft): Text {
  return draft.text as Text; // Made of a snapshot's text and of new text checked by the planner.
}
