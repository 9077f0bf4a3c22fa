// Every route of the page's API. All of them are behind the checks of http/check-request.ts: a request that gets here is
// signed in. Each reads its input, checks it, and hands it on.

import { Hono } from "hono";
import { replyTo } from "../http/refusal.ts";
import type { WebError } from "../protocol.ts";
import { addChatRoutes } from "./chat-routes.ts";
import { addEventRoutes } from "./event-routes.ts";
import { addFileRoutes } from "./file-routes.ts";
import { addHistoryRoutes } from "./history-routes.ts";
import { addQuestionRoutes } from "./question-routes.ts";
import type { RouteParts, WebApp } from "./parts.ts";
import { addTaskRoutes } from "./task-routes.ts";

export function createRoutes(parts: RouteParts): WebApp {
  const app: WebApp = new Hono();
  addEventRoutes(app, parts);
  addQuestionRoutes(app, parts);
  addTaskRoutes(app, parts);
  addChatRoutes(app, parts);
  addFileRoutes(app, parts);
  addHistoryRoutes(app, parts);
  app.notFound((context) => context.json(NO_SUCH_ROUTE, 404));
  app.onError((error) => {
    const reply = replyTo(error);
    if (reply === null) parts.host.report(error);
    const { status, body } = reply ?? { status: 500, body: BUG };
    return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
  });
  return app;
}

const NO_SUCH_ROUTE: WebError = { error: { code: "NOT_FOUND", message: "There is no such address." } };
const BUG: WebError = {
  error: { code: "BUG", message: "Failed because of a bug in galley. The terminal where galley web runs shows it." },
};
