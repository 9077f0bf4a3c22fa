// One page's stream of events: lines as they happen, a ping when nothing does. It reads on only as fast as the page
// takes them.

import type { EventLog } from "./event-log.ts";

const CHUNK_BYTES = 64 * 1024;
const PING_MS = 10_000;

export type EventStreamOptions = {
  readonly log: EventLog;
  /** Of the last line that the page has; null: from now on, beginning with `reset`. */
  readonly after: string | null;
  /** Fires when the page is gone, or the server stops. */
  readonly signal: AbortSignal;
  readonly pingMs?: number;
};

export function eventStream({ log, after, signal, pingMs = PING_MS }: EventStreamOptions): ReadableStream<Uint8Array> {
  let position = after === null ? null : log.positionOf(after);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = log.after(position, CHUNK_BYTES) ?? (await waited());
        if (signal.aborted) return controller.close();
        if (next !== null) position = next.position;
        controller.enqueue(next?.bytes ?? log.ping());
      },
    },
    { highWaterMark: 0 },
  );

  /** What came next; null when it is time for a ping, or all is over. */
  async function waited(): Promise<ReturnType<EventLog["after"]>> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        stop();
        resolve();
      };
      const timer = setTimeout(done, pingMs);
      const stop = log.listen(done);
      signal.addEventListener("abort", done);
      if (signal.aborted) done();
    });
    return log.after(position, CHUNK_BYTES);
  }
}
