// Everything that happens, as numbered lines for the pages that are open. The last lines are kept, within bounds, so
// that a page that lost its connection continues where it was; one that fell further behind has to start again.
// A stream is only a position in here: a tab that takes nothing costs nothing.

import { newId, type NewId } from "../../base/index.ts";
import type { WebEvent, WebLine } from "../protocol.ts";

export type EventLogOptions = {
  readonly newId?: NewId;
  readonly most?: { readonly lines: number; readonly bytes: number };
};

const MOST = { lines: 20_000, bytes: 16 * 1024 * 1024 };

export class EventLog {
  /** Positions of another server mean nothing here. */
  readonly #name: string;
  readonly #most: { readonly lines: number; readonly bytes: number };
  #lines: Buffer[] = [];
  #bytes = 0;
  #next = 0;
  readonly #listeners = new Set<() => void>();

  constructor({ newId: name = newId, most = MOST }: EventLogOptions = {}) {
    this.#name = name();
    this.#most = most;
  }

  /** The position after everything so far. */
  get cursor(): string {
    return `${this.#name}/${this.#next}`;
  }

  get #first(): number {
    return this.#next - this.#lines.length;
  }

  add(event: WebEvent): void {
    this.#next += 1;
    const line = this.#lineOf(event);
    this.#lines.push(line);
    this.#bytes += line.length;
    let dropped = 0;
    // The bounds hold also for a single line: a page that has not read it starts again.
    while (
      dropped < this.#lines.length &&
      (this.#lines.length - dropped > this.#most.lines || this.#bytes > this.#most.bytes)
    ) {
      this.#bytes -= this.#lines[dropped]!.length;
      dropped += 1;
    }
    if (dropped > 0) this.#lines = this.#lines.slice(dropped);
    for (const listener of this.#listeners) listener();
  }

  /** Lines after the position, at most about so many bytes, and the position after them. Null: there are none yet. */
  after(position: number | null, mostBytes: number): { readonly bytes: Buffer; readonly position: number } | null {
    if (position === null || position < this.#first || position > this.#next)
      return { bytes: this.#lineOf({ type: "reset" }), position: this.#next };
    const lines: Buffer[] = [];
    let [at, size] = [position, 0];
    while (at < this.#next && size < mostBytes) {
      const line = this.#lines[at - this.#first]!;
      lines.push(line);
      size += line.length;
      at += 1;
    }
    return lines.length === 0 ? null : { bytes: Buffer.concat(lines), position: at };
  }

  /** Null for a position that was not given out here. */
  positionOf(cursor: string): number | null {
    const [name, digits = ""] = cursor.split("/");
    return name === this.#name && /^\d{1,15}$/.test(digits) ? Number(digits) : null;
  }

  /** Keeps a connection open. It has no number of its own. */
  ping(): Buffer {
    return this.#lineOf({ type: "ping" });
  }

  /** Calls back when there is something new. Returns how to stop. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #lineOf(event: WebEvent): Buffer {
    return Buffer.from(`${JSON.stringify({ cursor: this.cursor, event } satisfies WebLine)}\n`);
  }
}
