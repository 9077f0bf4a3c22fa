// One request with Node's own HTTP, through a proxy or without one: https goes through a proxy's tunnel (CONNECT), http is
// sent to a proxy with its whole address, as other programs do. Connections are kept for the next request.
//
// Node's fetch copies what has arrived again for every few pieces of a stream that comes faster than it is read; this
// reads all that is there at once.

import * as http from "node:http";
import * as https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpProxy } from "./proxy.ts";
import { ProxyError } from "./proxy-error.ts";
import { dial, openTunnel, wantsPassword } from "./tunnel.ts";

export class HttpFetch {
  readonly #connectMs: number;
  readonly #agents = new Map<string, http.Agent>();

  constructor(connectMs: number) {
    this.#connectMs = connectMs;
  }

  /** Throws the signal's reason, ProxyError, and what the network throws as the cause of a TypeError, like fetch. */
  async fetch(proxy: HttpProxy | null, request: Request): Promise<Response> {
    const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
    const incoming = await this.#send(proxy, request, body).catch((error: unknown) => {
      if (request.signal.aborted) throw request.signal.reason;
      throw proxy === null ? new TypeError("fetch failed", { cause: error }) : error;
    });
    const { statusCode: status = 0 } = incoming;
    if (status === 407 && proxy !== null) {
      incoming.destroy();
      throw wantsPassword(proxy, incoming.headers["proxy-authenticate"]);
    }
    if (request.redirect === "error" && status >= 300 && status < 400) {
      incoming.destroy();
      throw new TypeError("the server redirects to another address");
    }
    return toResponse(incoming, { status, signal: request.signal });
  }

  async #send(proxy: HttpProxy | null, request: Request, body: Buffer | null): Promise<http.IncomingMessage> {
    const first = this.#request(proxy, request);
    try {
      return await answered(first, body);
    } catch (error) {
      // The server closed a kept connection at the moment it was used again: it has not read the request.
      if (!first.reusedSocket || (error as NodeJS.ErrnoException).code !== "ECONNRESET") throw error;
      return answered(this.#request(proxy, request), body);
    }
  }

  #request(proxy: HttpProxy | null, request: Request): http.ClientRequest {
    const url = new URL(request.url);
    const isSecure = url.protocol === "https:";
    const { method, signal } = request;
    const headers = {
      accept: "*/*",
      "user-agent": "node", // As fetch says.
      ...Object.fromEntries(request.headers),
      host: url.host,
      "accept-encoding": "identity", // Nothing here decompresses.
      ...(isSecure || proxy === null || proxy.authorization === null
        ? {}
        : { "proxy-authorization": proxy.authorization }),
    };
    const options = { method, signal, headers, agent: this.#agentFor(proxy, isSecure) };
    if (isSecure) return this.#inTime(https.request(url, options), proxy);
    return this.#inTime(
      proxy === null ? http.request(url, options) : http.request({ ...options, path: url.href }),
      proxy,
    );
  }

  /** A connection through a proxy has its own limit. */
  #inTime(sent: http.ClientRequest, proxy: HttpProxy | null): http.ClientRequest {
    if (proxy !== null) return sent;
    return sent.once("socket", (socket) => {
      if (!socket.connecting) return;
      const late = setTimeout(() => sent.destroy(new Error("no connection in time")), this.#connectMs);
      const stop = (): void => clearTimeout(late);
      socket.once("encrypted" in socket ? "secureConnect" : "connect", stop).once("close", stop);
    });
  }

  #agentFor(proxy: HttpProxy | null, isSecure: boolean): http.Agent {
    const key = JSON.stringify([proxy?.address, proxy?.authorization, isSecure]);
    const known = this.#agents.get(key) ?? this.#connecting(proxy, isSecure);
    this.#agents.set(key, known);
    return known;
  }

  #connecting(proxy: HttpProxy | null, isTunnel: boolean): http.Agent {
    if (proxy !== null) return connecting(proxy, { isTunnel, connectMs: this.#connectMs });
    return isTunnel ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true });
  }
}

function answered(sent: http.ClientRequest, body: Buffer | null): Promise<http.IncomingMessage> {
  if (body !== null) sent.setHeader("content-length", body.length);
  return new Promise((resolve, reject) => {
    sent.once("response", resolve);
    sent.on("error", reject);
    sent.end(body ?? undefined);
  });
}

type Connecting = { readonly isTunnel: boolean; readonly connectMs: number };

function connecting(proxy: HttpProxy, { isTunnel, connectMs }: Connecting): http.Agent {
  // TLS inside TLS would keep the process alive while it is idle.
  const options = { keepAlive: !(isTunnel && proxy.isSecure) };
  const agent = isTunnel ? new https.Agent(options) : new http.Agent(options);
  // Node takes a socket that comes later by the callback; its types do not say so.
  const create = (target: http.ClientRequestArgs, done: (error: unknown, socket?: object) => void): void => {
    const opening = isTunnel
      ? openTunnel(proxy, { host: target.host ?? "", port: Number(target.port) }, connectMs)
      : dial(proxy, connectMs);
    opening.then((socket) => done(null, socket), done);
  };
  return Object.assign(agent, { createConnection: create });
}

const WITHOUT_BODY = new Set([101, 204, 205, 304]);

function toResponse(
  incoming: http.IncomingMessage,
  { status, signal }: { readonly status: number; readonly signal: AbortSignal },
): Response {
  if (status < 200) throw new ProxyError(`The server answered with status ${status}.`, { isPassing: false });
  const headers = new Headers();
  for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2)
    headers.append(incoming.rawHeaders[at]!, incoming.rawHeaders[at + 1]!);
  const hasBody = !WITHOUT_BODY.has(status);
  if (!hasBody) incoming.resume();
  const body = hasBody ? bodyOf(incoming, signal) : null;
  return new Response(body, { status, statusText: incoming.statusMessage ?? "", headers });
}

// Every piece costs its readers, and an eye can hardly tell more than forty a second apart. A fast sender is not held
// back: the socket is read no further while a piece waits, so a large piece is followed by the next one at once.
const PIECE_MS = 25;
const LARGE_PIECE = 32 * 1024;

/** Whatever has arrived is one piece: the first at once, the next ones a moment apart unless they are large. */
function bodyOf(incoming: http.IncomingMessage, signal: AbortSignal): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array, undefined> = incoming[Symbol.asyncIterator]();
  let nextMs = -Infinity;
  return new ReadableStream(
    {
      async pull(controller) {
        const waitMs = nextMs - performance.now();
        if (waitMs > 0 && !incoming.complete && !incoming.destroyed) await sleep(waitMs);
        try {
          const { done, value } = await pieces.next();
          if (done === true) return controller.close();
          if (value.length < LARGE_PIECE) nextMs = performance.now() + PIECE_MS;
          controller.enqueue(value);
        } catch (error) {
          throw signal.aborted ? signal.reason : new TypeError("terminated", { cause: error });
        }
      },
      cancel: () => void incoming.destroy(),
    },
    { highWaterMark: 0 }, // Nothing is taken before it is asked for.
  );
}
