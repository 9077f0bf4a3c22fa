// Puts frames on the screen through ink. A frame is rows that are already cut to the width; nothing is cut here.

import { EventEmitter } from "node:events";
import { render, Text, type Instance } from "ink";
import { createElement } from "react";

export type Canvas = { readonly columns: number; readonly rows: number; write(text: string): void };

export type Held = { readonly last: number; readonly between: () => void };

const CLEAR = "\u001b[0m\u001b[2J\u001b[H";

export class Painter {
  readonly #canvas: Canvas;
  #stream: InkStream | null = null;
  #instance: Instance | null = null;
  #last = "";

  constructor(canvas: Canvas) {
    this.#canvas = canvas;
  }

  /**
   * Resolves when the frame was handed to the terminal. At most as many rows as the screen has, less one. With `last`,
   * so many rows at the end are written after the others, and `between` is called in between.
   */
  async paint(rows: readonly string[], held: Held | null = null): Promise<void> {
    const frame = rows.join("\n");
    if (frame === this.#last && this.#instance !== null) {
      held?.between();
      return;
    }
    this.#last = frame;
    const split = held === null ? null : { after: rows.length - held.last, between: held.between };
    const node = createElement(Text, { wrap: "wrap" }, frame);
    if (this.#instance === null || this.#stream === null) {
      this.#canvas.write(CLEAR);
      this.#stream = new InkStream(this.#canvas);
      const written = this.#stream.written(split);
      this.#instance = render(node, {
        stdout: this.#stream.asWriteStream(),
        stdin: process.stdin,
        exitOnCtrlC: false,
        patchConsole: false,
        maxFps: 1000,
      });
      await written;
      return;
    }
    const written = this.#stream.written(split);
    this.#instance.rerender(node);
    await written;
  }

  /** Forgets what is on the screen: after a resize, or when another program had it. */
  reset(): void {
    this.#stream?.end();
    this.#instance?.unmount();
    this.#instance = null;
    this.#stream = null;
    this.#last = "";
  }
}

/** Rows that are written first. */
type Split = { readonly after: number; readonly between: () => void };

/** As much of a terminal's stream as ink asks for. */
class InkStream extends EventEmitter {
  readonly isTTY = true;
  /** Ink paints a last frame when it ends, unless it finds this. */
  destroyed = false;
  readonly columns: number;
  readonly rows: number;
  readonly #canvas: Canvas;
  #split: Split | null = null;
  #onWritten: (() => void) | null = null;

  constructor(canvas: Canvas) {
    super();
    this.#canvas = canvas;
    this.columns = canvas.columns;
    this.rows = canvas.rows;
  }

  write(text: string, ...rest: readonly unknown[]): boolean {
    if (!this.destroyed) this.#put(text);
    for (const each of rest) if (typeof each === "function") queueMicrotask(() => (each as () => void)()); // A callback.
    if (text.length > MARKER) this.#settle();
    return true;
  }

  /** The next frame was written, in two parts where it is to be split. */
  written(split: Split | null): Promise<void> {
    this.#split = split;
    return new Promise((resolve) => {
      this.#onWritten = resolve;
      // Two frames that look the same are one for ink: then nothing is written.
      setTimeout(resolve, SAME_FRAME_MS);
    });
  }

  end(): void {
    this.destroyed = true;
    this.#settle();
  }

  asWriteStream(): NodeJS.WriteStream {
    return this as unknown as NodeJS.WriteStream; // Ink uses write, columns, rows, isTTY and events only.
  }

  #put(text: string): void {
    const split = text.length > MARKER ? this.#split : null;
    if (split === null) return this.#canvas.write(text);
    this.#split = null;
    let at = 0;
    for (let row = 0; row < split.after; row += 1) at = text.indexOf("\n", at) + 1;
    this.#canvas.write(text.slice(0, at));
    split.between();
    this.#canvas.write(text.slice(at));
  }

  #settle(): void {
    const settled = this.#onWritten;
    this.#onWritten = null;
    // The end of a synchronized update is written right after the frame, in the same turn.
    if (settled !== null) queueMicrotask(settled);
  }
}

// Ink also writes short marks around a frame: begin and end of an update, hiding the cursor.
const MARKER = 10;
const SAME_FRAME_MS = 50;
