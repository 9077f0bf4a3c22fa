// The events of the server for every tab of this browser, over one connection: browsers allow six to a host, and each
// tab needs some for its requests. The tab that holds the lock reads the stream and passes the lines on; when it is
// closed, another one goes on from where it was. Without locks or channels each tab reads for itself.

import type { WebLine } from "../../protocol.ts";
import { ApiError, type Api } from "./api.ts";
import { LineSplitter } from "./line-splitter.ts";

/** Lines after the cursor as they come, none for a sign of life; throws when the connection is lost. */
export type Events = (cursor: string, signal: AbortSignal) => AsyncGenerator<readonly WebLine[], void>;

export function directEvents(api: Api): Events {
  return async function* (cursor, signal) {
    const body = await api.open(`/api/events?after=${encodeURIComponent(cursor)}`, { signal });
    yield [];
    const splitter = new LineSplitter();
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new ApiError("OFFLINE", "The server closed the connection.", { status: 0 });
      yield splitter.push(value);
    }
  };
}

type Message =
  | { readonly kind: "lines"; readonly lines: readonly WebLine[] }
  /** A tab that follows asks for what came after its cursor. */
  | { readonly kind: "wanted"; readonly cursor: string }
  /** To those at this cursor: what came after it is not known any more. */
  | { readonly kind: "reset"; readonly cursor: string }
  | { readonly kind: "lost"; readonly message: string; readonly status: number };

export type Sharing = {
  readonly locks: Pick<LockManager, "request">;
  readonly openChannel: () => Pick<BroadcastChannel, "postMessage" | "close"> & {
    onmessage: ((event: MessageEvent<Message>) => void) | null;
  };
};

/** Null where this browser cannot share. */
export function browserSharing(): Sharing | null {
  if (!("locks" in navigator) || typeof BroadcastChannel === "undefined") return null;
  return { locks: navigator.locks, openChannel: () => new BroadcastChannel(NAME) };
}

const NAME = "galley-events";
// What a tab that just opened may have missed between its first request and the first line it heard.
const MOST_KEPT = 1000;

export function sharedEvents(own: Events, { locks, openChannel }: Sharing): Events {
  return async function* (from, signal) {
    const channel = openChannel();
    const heard = new Inbound();
    const over = new AbortController();
    let done = (): void => undefined;
    const release = new Promise<void>((resolve) => (done = resolve));
    channel.onmessage = ({ data }) => heard.put({ kind: "message", message: data });
    const onAbort = (): void => heard.put({ kind: "ended" });
    signal.addEventListener("abort", onAbort);
    // Held as long as this tab reads for all. A wait that is given up is no failure.
    void locks
      .request(NAME, { signal: AbortSignal.any([signal, over.signal]) }, () => {
        heard.put({ kind: "leads" });
        return release;
      })
      .catch(() => undefined);
    try {
      let cursor = from;
      channel.postMessage({ kind: "wanted", cursor } satisfies Message);
      for (;;) {
        const next = await heard.take();
        if (next.kind === "ended") throw new ApiError("OFFLINE", "The server is silent.", { status: 0 });
        if (next.kind === "leads") return yield* lead(own, { cursor, signal, channel, heard });
        const { message } = next;
        if (message.kind === "lost") throw new ApiError("OFFLINE", message.message, { status: message.status });
        if (message.kind === "reset" && message.cursor === cursor) yield [{ cursor, event: { type: "reset" } }];
        if (message.kind !== "lines") continue;
        const fresh = after(cursor, message.lines);
        if (fresh === null) {
          // Something is missing in between.
          channel.postMessage({ kind: "wanted", cursor } satisfies Message);
          continue;
        }
        cursor = fresh.at(-1)?.cursor ?? cursor;
        yield fresh;
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      over.abort();
      done();
      channel.close();
    }
  };
}

type Leading = {
  readonly cursor: string;
  readonly signal: AbortSignal;
  readonly channel: ReturnType<Sharing["openChannel"]>;
  readonly heard: Inbound;
};

/** Reads the stream, passes every line on, and answers those who missed some. */
async function* lead(
  own: Events,
  { cursor, signal, channel, heard }: Leading,
): AsyncGenerator<readonly WebLine[], void> {
  const say = (message: Message): void => channel.postMessage(message);
  const kept: WebLine[] = [];
  // Everything after `start`, up to `last`, is kept.
  let [start, last] = [cursor, cursor];
  const reply = (wanted: string): void => {
    const [from, at] = [positionOf(start), positionOf(wanted)];
    const isKept = from.name === at.name && at.number >= from.number;
    if (isKept) say({ kind: "lines", lines: [...kept, { cursor: last, event: { type: "ping" } }] });
    else say({ kind: "reset", cursor: wanted });
  };
  channel.onmessage = ({ data }) => {
    if (data.kind === "wanted") reply(data.cursor);
  };
  for (const wanted of heard.wanted()) reply(wanted);
  try {
    for await (const lines of own(cursor, signal)) {
      for (const line of lines) if (line.event.type !== "ping" && line.event.type !== "reset") kept.push(line);
      if (kept.length > MOST_KEPT) start = kept.splice(0, kept.length - MOST_KEPT).at(-1)!.cursor; // Some are dropped.
      last = lines.at(-1)?.cursor ?? last;
      // A sign of life for the others too.
      say({ kind: "lines", lines: lines.length === 0 ? [{ cursor: last, event: { type: "ping" } }] : lines });
      yield lines;
    }
  } catch (error) {
    // A tab that goes has lost nothing: the others follow the next one.
    if (signal.aborted) throw error;
    const { message, status } = error instanceof ApiError ? error : { message: "The connection was lost.", status: 0 };
    say({ kind: "lost", message, status });
    throw error;
  }
}

/** The lines that come after the cursor; null when some in between are missing. */
function after(cursor: string, lines: readonly WebLine[]): readonly WebLine[] | null {
  const at = positionOf(cursor);
  // Of a server that was started again. One of the same server is for the tab that read it.
  const reset = lines.find((line) => line.event.type === "reset" && positionOf(line.cursor).name !== at.name);
  if (reset !== undefined) return [reset];
  const fresh: WebLine[] = [];
  let reached = at.number;
  for (const line of lines) {
    const { name, number } = positionOf(line.cursor);
    if (line.event.type === "reset" || name !== at.name || number <= reached) continue;
    // A ping has the number of the line before it.
    if (line.event.type === "ping" || number > reached + 1) return null;
    fresh.push(line);
    reached = number;
  }
  return fresh;
}

type Position = { readonly name: string; readonly number: number };

function positionOf(cursor: string): Position {
  const [name = "", digits = ""] = cursor.split("/");
  return { name, number: Number(digits) };
}

type Heard =
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "leads" }
  | { readonly kind: "ended" };

/** What came, in order, for one who waits. */
class Inbound {
  readonly #queue: Heard[] = [];
  #wake: (() => void) | null = null;

  put(heard: Heard): void {
    this.#queue.push(heard);
    this.#wake?.();
  }

  async take(): Promise<Heard> {
    while (this.#queue.length === 0) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wake = null;
    }
    return this.#queue.shift()!; // There is one.
  }

  /** Cursors that others asked from before anyone led. */
  wanted(): readonly string[] {
    return this.#queue.flatMap((one) =>
      one.kind === "message" && one.message.kind === "wanted" ? one.message.cursor : [],
    );
  }
}
