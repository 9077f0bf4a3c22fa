// What is said above the prompt, as rows for the scrollback in the order it came. A long answer is laid out in turns: it must
// not hold up the keys.

import { plain, type Printable } from "../../text/index.ts";
import { AnswerStream } from "./answer.ts";
import { groupOf, itemRows, type Group, type ItemOptions } from "./items.ts";
import { InTurns, piecesOf } from "./in-turns.ts";
import { preparations } from "../markdown/prepare.ts";
import type { EditEvent, Item } from "./types.ts";

export type SpokenOptions = {
  /** How rows are laid out now. */
  readonly layout: () => ItemOptions;
  /** There are rows to write, or the answer's end is another. */
  readonly onChange: () => void;
  /** An answer, or what comes in its place, is whole. */
  readonly onSettled: () => void;
};

export class Spoken {
  readonly #options: SpokenOptions;
  readonly #turns = new InTurns();
  #answer = new AnswerStream();
  /** Rows that are to be written above the prompt. */
  #above: Printable[] = [];
  #last: Group | null = null;
  #isPrepared = false;

  constructor(options: SpokenOptions) {
    this.#options = options;
  }

  show(item: Item): void {
    this.#turns.add(() => {
      this.settleNow();
      this.#put(itemRows(item, this.#options.layout()), groupOf(item));
    });
  }

  /** Words may come soon. */
  prepare(): void {
    if (this.#isPrepared) return;
    this.#isPrepared = true;
    this.#turns.add(...preparations(this.#options.layout()));
  }

  say(delta: string): void {
    this.#answerWith(piecesOf(delta), (piece, layout) => this.#answer.say(piece, layout));
  }

  edit(event: EditEvent): void {
    const pieces: readonly EditEvent[] =
      event.kind === "edit-text" ? piecesOf(event.text).map((text) => ({ ...event, text })) : [event];
    this.#answerWith(pieces, (piece, layout) => this.#answer.edit(piece, layout));
  }

  /** In its turn, after everything that was said before. */
  afterwards(work: () => void): void {
    this.#turns.add(work);
  }

  /** Everything that waits for its turn. */
  finish(): void {
    this.#turns.finish();
  }

  settleNow(): void {
    this.#options.onSettled();
    if (this.#answer.isEmpty) return;
    const rows = this.#answer.end(this.#options.layout());
    this.#answer = new AnswerStream();
    this.#put(rows, "words");
  }

  /** What comes next is of this group: a blank row is between it and another one. */
  separate(group: Group): void {
    if (this.#last !== null && this.#last !== group) this.#above.push(plain``);
    this.#last = group;
  }

  /** The screen is empty: nothing is above what comes next, but for an answer that is not whole. */
  startAnew(): void {
    if (this.#answer.isEmpty) this.#last = null;
  }

  /** Whether something is above the prompt. */
  get isAny(): boolean {
    return this.#last !== null;
  }

  /** The rows that were not taken before. */
  take(): readonly Printable[] {
    const above = this.#above;
    this.#above = [];
    return above;
  }

  /** What may still change of an answer, or the last rows of it, at least so many. */
  tail(layout: ItemOptions, rows: number): readonly Printable[] {
    return this.#answer.tail(layout, rows);
  }

  #answerWith<Piece>(
    pieces: readonly Piece[],
    layOut: (piece: Piece, layout: ItemOptions) => readonly Printable[],
  ): void {
    const works = pieces.map((piece) => () => {
      // Rows of the answer follow what came before with a blank row between.
      if (this.#answer.isEmpty) this.separate("words");
      this.#put(layOut(piece, this.#options.layout()), "words");
    });
    this.#turns.add(...works);
  }

  #put(rows: readonly Printable[], group: Group): void {
    if (rows.length > 0) {
      this.separate(group);
      this.#above.push(...rows);
    }
    this.#options.onChange();
  }
}
