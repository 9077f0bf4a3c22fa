// What the page shows at first, and what happens after that.

import { basename } from "node:path";
import { eventStream } from "../events/event-stream.ts";
import { Refusal } from "../http/refusal.ts";
import type { WebState } from "../protocol.ts";
import type { RouteParts, WebApp } from "./parts.ts";

const MOST_STREAMS = 64;

export function addEventRoutes(app: WebApp, { host, log, tasks, conversation, signal }: RouteParts): void {
  let streams = 0;

  app.get("/api/state", async (context) => {
    // Taken first: what happens while the rest is read comes as an event too.
    const { cursor } = log;
    const open = await conversation();
    const [{ questions, unreadable }, selection] = await Promise.all([host.inbox.open(), open.selection()]);
    const { root, host: machine, version, workspace } = host;
    return context.json<WebState>({
      cursor,
      version,
      root,
      name: basename(root) || root,
      host: machine,
      warnings: workspace.warnings,
      questions,
      unreadable,
      tasks: tasks.list(),
      conversation: open.state(),
      selection,
      models: await open.models({ ask: false }),
    });
  });

  app.get("/api/events", (context) => {
    if (streams >= MOST_STREAMS) throw new Refusal(503, "TOO_LARGE", "Too many pages are open at once. Close some.");
    streams += 1;
    const gone = new AbortController();
    context.env.outgoing.once("close", () => {
      streams -= 1;
      gone.abort();
    });
    const stream = eventStream({
      log,
      after: context.req.query("after") ?? null,
      signal: AbortSignal.any([signal, gone.signal]),
    });
    return new Response(stream, { headers: { "content-type": "application/x-ndjson", "x-accel-buffering": "no" } });
  });
}
