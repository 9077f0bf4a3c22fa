// Starts the server of a team on a store that is open: checks each request before anything else sees it, then the page,
// the API of people, the API of machines, and what probes ask for. It holds nothing that is not in the store: any number
// of servers can run on one. It never touches a workspace.

import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { isFailure } from "../base/index.ts";
import type { TeamStore } from "../team/index.ts";
import { IMMUTABLE, NO_STORE, SECURITY_HEADERS, type PageFiles } from "../web/index.ts";
import type { ServeConfig } from "./config/serve-config.ts";
import { checkRequest, type ProbePath } from "./http/check-request.ts";
import { listen, type ListenOptions } from "./http/listen.ts";
import { failureReply, notFound } from "./http/reply.ts";
import { Standing } from "./http/standing.ts";
import { addMachineRoutes } from "./machine/machine-routes.ts";
import type { ServeApp, ServeParts } from "./parts.ts";
import { Presence } from "./people/presence.ts";
import { addQuestionRoutes } from "./people/question-routes.ts";
import { addQueueRoutes } from "./people/queue-routes.ts";
import type { VerifyToken } from "./sign-in/verify-token.ts";
import { errorFacts, type Log } from "./watch/log.ts";
import { Metrics } from "./watch/metrics.ts";
import { keepDeleting } from "./watch/retention.ts";

export type ServeOptions = {
  readonly version: string;
  /** Stays open when the server is closed. */
  readonly store: TeamStore;
  readonly config: ServeConfig;
  readonly verify: VerifyToken | null;
  readonly listen: Omit<ListenOptions, "answer">;
  /** How people and machines reach it: an origin; null: by the address it listens on. */
  readonly url: string | null;
  readonly pageFiles: PageFiles;
  readonly log: Log;
};

export type Server = {
  readonly url: string;
  /** Ends streams and held requests, waits for the others. */
  readonly close: () => Promise<void>;
};

/** Throws INVALID_ARG where it cannot listen. */
export async function startServe(options: ServeOptions): Promise<Server> {
  const { version, store, config, verify, pageFiles, log } = options;
  const stopping = new AbortController();
  const metrics = new Metrics();
  const standing = new Standing(store);
  const parts: ServeParts = { version, store, config, verify, metrics, standing, log, signal: stopping.signal };
  const presence = new Presence(store.transport({ kind: "everything" }));
  const routes = createRoutes(parts, presence);
  const answerRoute = getRequestListener(routes.fetch, { overrideGlobalObjects: false });
  let url = options.url ?? "";
  let hosts: ReadonlySet<string> = new Set();
  const server = await listen({
    ...options.listen,
    answer: (incoming, outgoing) => {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) outgoing.setHeader(name, value);
      outgoing.setHeader("cache-control", NO_STORE);
      // What comes next goes to another server.
      if (stopping.signal.aborted) outgoing.setHeader("connection", "close");
      const checked = checkRequest(incoming, { hosts, origin: url, isPageFile: pageFiles.has });
      record(checked.kind, incoming, outgoing);
      switch (checked.kind) {
        case "refused":
          return refuse(incoming, outgoing);
        case "probe":
          return void probe(checked.path, outgoing);
        case "page":
          return sendFile(checked.path, incoming, outgoing);
        case "machine":
        case "people":
          return void answerRoute(incoming, outgoing);
        default:
          checked satisfies never;
      }
    },
  });
  const scheme = options.listen.tls === null ? "http" : "https";
  url = options.url ?? `${scheme}://${nameOf(options.listen.host)}:${server.port}`;
  hosts = hostsOf(url, { host: options.listen.host, port: server.port });
  const stopDeleting = keepDeleting(parts);
  return {
    url,
    close: async () => {
      stopping.abort();
      await Promise.all([server.close(), stopDeleting(), presence.close()]);
    },
  };

  function record(area: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const began = performance.now();
    outgoing.once("close", () => {
      const { statusCode: status } = outgoing;
      metrics.add("galley_requests", { area, status });
      if (area === "page" || area === "probe") return;
      const ms = Math.round(performance.now() - began);
      const level = status < 400 ? "info" : "warning";
      log({ level, event: "request", area, route: routeOf(area, incoming.url ?? ""), status, ms });
    });
  }

  async function probe(path: ProbePath, outgoing: ServerResponse): Promise<void> {
    const send = (status: number, text: string, type = "text/plain; charset=utf-8"): void => {
      outgoing.statusCode = status;
      outgoing.setHeader("content-type", type);
      outgoing.end(text);
    };
    if (path === "/healthz") return send(200, "ok\n");
    if (path === "/metrics") {
      const queue = await store.questions.counts().catch(() => null);
      const text = metrics.text({ queue, status: store.status(), now: new Date() });
      return send(200, text, "application/openmetrics-text; version=1.0.0; charset=utf-8");
    }
    const problem = stopping.signal.aborted ? "stopping" : await store.problem();
    if (problem !== null) log({ level: "warning", event: "not-ready", problem });
    return problem === null ? send(200, "ready\n") : send(503, "not ready\n");
  }

  function sendFile(path: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { content, type, isHashed } = pageFiles.read(path);
    const body = type.startsWith("text/html") ? forTeam(content) : content;
    outgoing.setHeader("content-type", type);
    outgoing.setHeader("content-length", body.length);
    if (isHashed) outgoing.setHeader("cache-control", IMMUTABLE);
    outgoing.end(incoming.method === "HEAD" ? undefined : body);
  }
}

function createRoutes(parts: ServeParts, presence: Presence): ServeApp {
  const { log } = parts;
  const app: ServeApp = new Hono();
  addMachineRoutes(app, parts);
  addQuestionRoutes(app, parts);
  addQueueRoutes(app, { ...parts, presence });
  app.notFound(notFound);
  app.onError((error) =>
    failureReply(error, (failed) => {
      const event = isFailure(failed, "IO") ? "store-failed" : "bug";
      log({ level: "error", event, ...errorFacts(failed) });
    }),
  );
  return app;
}

/** The page learns from its document that a team's server sent it. */
function forTeam(document: Buffer): Buffer {
  return Buffer.from(document.toString("utf8").replace("<html", '<html data-server="team"'));
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.statusCode = 403;
  outgoing.setHeader("content-type", "text/plain; charset=utf-8");
  outgoing.setHeader("connection", "close");
  outgoing.end(incoming.method === "HEAD" ? undefined : "Forbidden\n");
}

/** Without ids and without what anyone may have written into an address. */
function routeOf(area: string, url: string): string {
  if (area === "refused") return "";
  const [, first = "", second = "", third = "", fourth = ""] = url.split("?", 1)[0]!.split("/"); // One part at least.
  return second === "questions" && first === "api" ? `/api/questions/ID/${known(fourth)}` : `/${first}/${known(second)}/${known(third)}`; // prettier-ignore
}

function known(word: string): string {
  return /^[a-z0-9]{0,16}$/.test(word) ? word : "OTHER";
}

function hostsOf(url: string, { host, port }: { readonly host: string; readonly port: number }): ReadonlySet<string> {
  const { host: public_, protocol } = new URL(url);
  const withPort =
    public_.includes(":") && !public_.endsWith("]") ? public_ : `${public_}:${protocol === "https:" ? 443 : 80}`;
  const own = isAnyAddress(host) ? [] : [`${nameOf(host)}:${port}`];
  const loopback = isLoopback(host) ? [`localhost:${port}`, `127.0.0.1:${port}`] : [];
  return new Set([public_, withPort, ...own, ...loopback].map((name) => name.toLowerCase()));
}

function nameOf(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

export function isAnyAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}
