// What the page shows at first, what happens after that, and what has ended.

import type { TeamQuestion } from "../../team/index.ts";
import { Refusal, type TeamHistory, type TeamPeople, type WebLine, type WebState } from "../../web/index.ts";
import { lineStream } from "../http/line-stream.ts";
import { goneOf } from "../machine/machine-routes.ts";
import type { ServeApp, ServeParts } from "../parts.ts";
import { historyFilter } from "./history-filter.ts";
import type { Presence } from "./presence.ts";
import { endShown, lineOf } from "./shown.ts";
import { signedIn } from "./signed-in.ts";

const MOST_STREAMS = 2_000;
const PAGE = 50;

export function addQueueRoutes(app: ServeApp, parts: ServeParts & { readonly presence: Presence }): void {
  const { store, metrics, standing, signal: stopping, presence } = parts;

  app.get("/api/state", async (context) => {
    const { person } = await signedIn(context.env, parts);
    const gone = new AbortController();
    const signal = AbortSignal.any([stopping, gone.signal]);
    const { cursor, open } = await firstSnapshot(signal);
    gone.abort();
    return context.json<WebState>({
      cursor,
      version: parts.version,
      root: "",
      name: "Team inbox",
      host: "",
      warnings: [],
      questions: open,
      unreadable: [],
      tasks: [],
      conversation: { session_id: "", model: null, busy: false, events: [], next: 0 },
      selection: [],
      models: { current: null, available: [], advice: null },
      team: { person },
    });
  });

  app.get("/api/people", async (context) => {
    await signedIn(context.env, parts);
    const people = (await store.people.list()).filter(({ blocked_at }) => blocked_at === null);
    return context.json<TeamPeople>({ people: people.map(({ id, name }) => ({ id, name })) });
  });

  app.get("/api/events", async (context) => {
    const { person, expires } = await signedIn(context.env, parts);
    if (metrics.streams >= MOST_STREAMS)
      throw new Refusal(503, "TOO_LARGE", "Too many pages are open at once. Close some.");
    const after = context.req.query("after");
    const ending = new AbortController();
    // A token that has ended shows nothing more; the page connects again with the next one.
    const timer = setTimeout(() => ending.abort(), Math.min(expires.getTime() - Date.now(), LONGEST_TIMER_MS));
    // Someone who is blocked meanwhile sees events for a few seconds at most, however many there are.
    const held = standing.hold({ kind: "person", id: person.id });
    const signal = AbortSignal.any([stopping, goneOf(context), ending.signal, held.signal]);
    const left = presence.enter();
    metrics.streams += 1;
    const leave = (): void => {
      clearTimeout(timer);
      held.leave();
      metrics.streams -= 1;
      left();
    };
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave);
    let last = after ?? "";
    const events = lines(store.questions.watch({ ...(after !== undefined && { cursor: after }), signal }), (cursor) => {
      last = cursor;
    });
    const ping = (): WebLine => ({ cursor: last, event: { type: "ping" } });
    return lineStream({ events, ping, signal });
  });

  app.get("/api/history", async (context) => {
    await signedIn(context.env, parts);
    const { rows, next } = await store.questions.history({ ...historyFilter(context.req.query()), limit: PAGE });
    return context.json<TeamHistory>({
      rows: rows.map((row) => ({ ...row, outcome: endShown(row.outcome) })),
      next,
    });
  });

  async function firstSnapshot(
    signal: AbortSignal,
  ): Promise<{ readonly cursor: string; readonly open: readonly TeamQuestion[] }> {
    for await (const event of store.questions.watch({ signal })) if (event.kind === "snapshot") return event;
    throw new Refusal(503, "IO", "The server is stopping. Try again.");
  }
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

async function* lines(
  events: ReturnType<ServeParts["store"]["questions"]["watch"]>,
  onCursor: (cursor: string) => void,
): AsyncGenerator<WebLine> {
  for await (const event of events) {
    onCursor(event.cursor);
    yield lineOf(event);
  }
}
