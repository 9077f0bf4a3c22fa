import { expect, test } from "vitest";
import type { WebLine } from "../../protocol.ts";
import { sharedEvents, type Events, type Sharing } from "./shared-events.ts";

const line = (number: number, type: "log-changed" | "ping" | "reset" = "log-changed", name = "s"): WebLine => ({
  cursor: `${name}/${number}`,
  event: { type },
});

/** One browser: its lock, and its tabs. */
function browser(): Sharing {
  type Channel = ReturnType<Sharing["openChannel"]>;
  const channels = new Set<Channel>();
  let holders = Promise.resolve();
  const request = (_: string, options: { signal: AbortSignal }, run: () => Promise<void>): Promise<void> => {
    const turn = holders.then(() => (options.signal.aborted ? undefined : run()));
    holders = turn.catch(() => undefined);
    return turn;
  };
  return {
    locks: { request } as never,
    openChannel: () => {
      const own: Channel = {
        onmessage: null,
        postMessage: (data) => {
          for (const other of channels)
            if (other !== own) queueMicrotask(() => other.onmessage?.({ data: structuredClone(data) } as never));
        },
        close: () => void channels.delete(own),
      };
      channels.add(own);
      return own;
    },
  };
}

/** A server whose stream a test writes; counts who reads it. */
class Server {
  readonly lines: WebLine[] = [];
  streams = 0;
  #wake: (() => void)[] = [];
  readonly events: Events = (cursor, signal) => this.#read(Number(cursor.split("/")[1]), signal);

  say(...lines: readonly WebLine[]): void {
    this.lines.push(...lines);
    for (const wake of this.#wake.splice(0)) wake();
  }

  async *#read(from: number, signal: AbortSignal): AsyncGenerator<readonly WebLine[], void> {
    this.streams += 1;
    try {
      yield [];
      for (let at = from; ;) {
        if (signal.aborted) throw new Error("aborted");
        const next = this.lines.slice(at);
        at += next.length;
        if (next.length > 0) yield next;
        else
          await new Promise<void>((resolve) => {
            this.#wake.push(resolve);
            signal.addEventListener("abort", () => resolve());
          });
      }
    } finally {
      this.streams -= 1;
    }
  }
}

function tab(events: Events, cursor = "s/0") {
  const [got, closing] = [[] as string[], new AbortController()];
  let problem: string | null = null;
  const ended = (async () => {
    for await (const lines of events(cursor, closing.signal))
      for (const { cursor: at, event } of lines) if (event.type !== "ping") got.push(`${event.type} ${at}`);
  })().catch((error: unknown) => void (problem = String(error)));
  return {
    got,
    problem: () => problem,
    close: async () => {
      closing.abort();
      await ended;
    },
  };
}
const changes = (...numbers: readonly number[]): string[] => numbers.map((number) => `log-changed s/${number}`);

test("eight tabs share one stream; when its reader is closed another goes on, and no line is lost", async () => {
  const [server, sharing] = [new Server(), browser()];
  const tabs = Array.from({ length: 8 }, () => tab(sharedEvents(server.events, sharing)));
  server.say(line(1), line(2));
  for (const { got } of tabs) await expect.poll(() => got).toEqual(changes(1, 2));
  expect(server.streams).toBe(1);
  await tabs[0]!.close();
  server.say(line(3));
  for (const { got } of tabs.slice(1)) await expect.poll(() => got).toEqual(changes(1, 2, 3));
  expect(server.streams).toBe(1);
  for (const one of tabs) await one.close();
});

test("a tab that comes later gets what it missed; one that is too far behind starts again", async () => {
  const [server, sharing] = [new Server(), browser()];
  const first = tab(sharedEvents(server.events, sharing));
  server.say(line(1), line(2), line(3));
  await expect.poll(() => first.got).toEqual(changes(1, 2, 3));
  const later = tab(sharedEvents(server.events, sharing), "s/1");
  await expect.poll(() => later.got).toEqual(changes(2, 3));
  const other = tab(sharedEvents(server.events, sharing), "older/9");
  await expect.poll(() => other.got).toEqual(["reset older/9"]);
  server.say(line(4));
  await expect.poll(() => later.got).toEqual(changes(2, 3, 4));
  expect(first.got).toEqual(changes(1, 2, 3, 4));
  for (const one of [first, later, other]) await one.close();
});

test("a server that was started again resets every tab; a lost connection is said to all", async () => {
  const [server, sharing] = [new Server(), browser()];
  const tabs = [0, 1, 2].map(() => tab(sharedEvents(server.events, sharing)));
  server.say(line(7, "reset", "next"));
  for (const { got } of tabs) await expect.poll(() => got).toContain("reset next/7");
  for (const one of tabs) await one.close();
  const failing: Events = async function* () {
    yield [];
    throw new Error("gone");
  };
  const lost = [0, 1].map(() => tab(sharedEvents(failing, browser())));
  for (const { problem } of lost) await expect.poll(problem).not.toBe(null);
});
