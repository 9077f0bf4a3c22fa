// Keeps the page up to date: the state once, then events for as long as there is a server. A lost connection continues
// where it was; a server that started anew is asked for everything. Gives up only where a new link is needed.

import type { WebLine, WebState } from "../../protocol.ts";
import { ApiError, messageOf, type Api } from "./api.ts";
import type { Events } from "./shared-events.ts";

export type ConnectionStatus =
  | { readonly kind: "connecting" }
  | { readonly kind: "online" }
  /** `since` is a time as performance.now() gives it: a clock that is set makes it neither longer nor shorter. */
  | { readonly kind: "lost"; readonly since: number; readonly message: string }
  | { readonly kind: "signed-out" };

export type ConnectionOptions = {
  readonly api: Api;
  /** Where lines come from: this tab's own stream, or one that all tabs share. */
  readonly events: Events;
  readonly onState: (state: WebState) => void;
  /** What came at once, in order. */
  readonly onLines: (lines: readonly WebLine[]) => void;
  readonly onStatus: (status: ConnectionStatus) => void;
  readonly signal: AbortSignal;
  readonly now?: () => number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};

// A server that has not pinged for so long is gone, whatever the network says.
const SILENCE_MS = 25_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;

/** Ends when the signal fires, or when the server does not know this browser any more. Never throws. */
export async function connect(options: ConnectionOptions): Promise<void> {
  const { onStatus, signal, now = () => performance.now(), wait = sleep } = options;
  let cursor: string | null = null;
  let lostAt: number | null = null;
  let delay = FIRST_WAIT_MS;
  const setCursor = (to: string | null): void => {
    cursor = to;
    if (to === null) return;
    lostAt = null;
    delay = FIRST_WAIT_MS;
    onStatus({ kind: "online" });
  };
  onStatus({ kind: "connecting" });
  while (!signal.aborted) {
    try {
      await follow(options, cursor, setCursor);
      // The server starts anew; one that does so again and again is not asked without a pause.
      await wait(FIRST_WAIT_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.isSignedOut) return onStatus({ kind: "signed-out" });
      lostAt ??= now();
      onStatus({ kind: "lost", since: lostAt, message: messageOf(error) });
      await wait(delay, signal);
      delay = Math.min(2 * delay, LONGEST_WAIT_MS);
    }
  }
}

/** One connection. Throws when it is lost; returns when the server says `reset`, with the cursor forgotten. */
async function follow(
  { api, events, onState, onLines, signal }: ConnectionOptions,
  from: string | null,
  setCursor: (cursor: string | null) => void,
): Promise<void> {
  let cursor = from;
  if (cursor === null) {
    const state = await api.get<WebState>("/api/state", { signal });
    cursor = state.cursor;
    onState(state);
    // The server is there, also where another tab has yet to say so.
    setCursor(cursor);
  }
  const silence = new AbortController();
  const both = AbortSignal.any([signal, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    for await (const lines of events(cursor, both)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      setCursor(cursor);
      const reset = lines.findIndex(({ event }) => event.type === "reset");
      const useful = reset < 0 ? lines : lines.slice(0, reset);
      if (useful.length > 0) {
        onLines(useful);
        cursor = useful.at(-1)!.cursor; // There is one.
        setCursor(cursor);
      }
      if (reset >= 0) return setCursor(null);
    }
    throw new ApiError("OFFLINE", "The server closed the connection.", { status: 0 });
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}
