// Puts frames on the screen through ink. A frame is rows that are already cut to the width; nothing is cut here.

import { EventEmitter } from "node:events";
import { render, Text, type Instance } from "ink";
import { createElement } from "react";

export type Canvas = { readonly columns: number; readonly rows: number; write(text: string): void };

const CLEAR = "\u001b[0m\u001b[2J\u001b[H";

export class Painter {
  readonly #canvas: Canvas;
  #stream: InkStream | null = null;
  #instance: Instance | null = null;
  #last = "";

  constructor(canvas: Canvas) {
    this.#canvas = canvas;
  }

  /** Resolves when the frame was handed to the terminal. At most as many rows as the screen has, less one. */
  async paint(rows: readonly string[]): Promise<void> {
    const frame = rows.join("\n");
    if (frame === this.#last && this.#instance !== null) return;
    this.#last = frame;
    const node = createElement(Text, { wrap: "wrap" }, frame);
    if (this.#instance === null || this.#stream === null) {
      this.#canvas.write(CLEAR);
      this.#stream = new InkStream(this.#canvas);
      const written = this.#stream.written();
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
    const written = this.#stream.written();
    this.#instance.rerender(node);
    await written;
  }

  /** Forgets what is on the screen: after a resize, or when another program had it. */
  reset(): void {
    this.#stream?.mute();
    this.#instance?.unmount();
    this.#instance = null;
    this.#stream = null;
    this.#last = "";
  }
}

/** As much of a terminal's stream as ink asks for. */
class InkStream extends EventEmitter {
  readonly isTTY = true;
  readonly columns: number;
  readonly rows: number;
  readonly #canvas: Canvas;
  #isMuted = false;
  #onWritten: (() => void) | null = null;

  constructor(canvas: Canvas) {
    super();
    this.#canvas = canvas;
    this.columns = canvas.columns;
    this.rows = canvas.rows;
  }

  write(text: string, ...rest: readonly unknown[]): boolean {
    if (!this.#isMuted) this.#canvas.write(text);
    for (const each of rest) if (typeof each === "function") queueMicrotask(() => (each as () => void)()); // A callback.
    if (text.length > MARKER) this.#settle();
    return true;
  }

  /** The next frame was written. */
  written(): Promise<void> {
    return new Promise((resolve) => {
      this.#onWritten = resolve;
      // Two frames that look the same are one for ink: then nothing is written.
      setTimeout(resolve, SAME_FRAME_MS);
    });
  }

  mute(): void {
    this.#isMuted = true;
    this.#settle();
  }

  asWriteStream(): NodeJS.WriteStream {
    return this as unknown as NodeJS.WriteStream; // Ink uses write, columns, rows, isTTY and events only.
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
