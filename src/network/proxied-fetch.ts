// One request through a proxy, with Node's own HTTP: https goes through a tunnel (CONNECT), http is sent to the proxy with
// its whole address, as other programs do. Connections are kept for the next request.

import * as http from "node:http";
import * as https from "node:https";
import { Readable } from "node:stream";
import type { HttpProxy } from "./proxy.ts";
import { ProxyError } from "./proxy-error.ts";
import { dial, openTunnel, wantsPassword } from "./tunnel.ts";

export class ProxiedFetch {
  readonly #connectMs: number;
  readonly #agents = new Map<string, http.Agent>();

  constructor(connectMs: number) {
    this.#connectMs = connectMs;
  }

  /** Throws ProxyError, what the network throws, and the signal's reason. */
  async fetch(proxy: HttpProxy, request: Request): Promise<Response> {
    const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
    const incoming = await this.#send(proxy, request, body).catch((error: unknown) => {
      throw request.signal.aborted ? request.signal.reason : error;
    });
    const { statusCode: status = 0 } = incoming;
    if (status === 407) {
      incoming.destroy();
      throw wantsPassword(proxy, incoming.headers["proxy-authenticate"]);
    }
    if (request.redirect === "error" && status >= 300 && status < 400) {
      incoming.destroy();
      throw new TypeError("the server redirects to another address");
    }
    return toResponse(incoming, status);
  }

  #send(proxy: HttpProxy, request: Request, body: Buffer | null): Promise<http.IncomingMessage> {
    const url = new URL(request.url);
    const isTunnel = url.protocol === "https:";
    const headers = {
      accept: "*/*",
      "user-agent": "node", // As fetch says without a proxy.
      ...Object.fromEntries(request.headers),
      host: url.host,
      "accept-encoding": "identity", // Nothing here decompresses.
      ...(body === null ? {} : { "content-length": String(body.length) }),
      ...(isTunnel || proxy.authorization === null ? {} : { "proxy-authorization": proxy.authorization }),
    };
    const { method, signal } = request;
    const options = { method, signal, headers, agent: this.#agentFor(proxy, isTunnel) };
    const sent = isTunnel ? https.request(url, options) : http.request({ ...options, path: url.href });
    return new Promise((resolve, reject) => {
      sent.once("response", resolve);
      sent.on("error", reject);
      sent.end(body ?? undefined);
    });
  }

  #agentFor(proxy: HttpProxy, isTunnel: boolean): http.Agent {
    const key = JSON.stringify([proxy.address, proxy.authorization, isTunnel]);
    const known = this.#agents.get(key) ?? connecting(proxy, { isTunnel, connectMs: this.#connectMs });
    this.#agents.set(key, known);
    return known;
  }
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

function toResponse(incoming: http.IncomingMessage, status: number): Response {
  if (status < 200) throw new ProxyError(`The server answered with status ${status}.`, { isPassing: false });
  const headers = new Headers();
  for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2)
    headers.append(incoming.rawHeaders[at]!, incoming.rawHeaders[at + 1]!);
  const hasBody = !WITHOUT_BODY.has(status);
  if (!hasBody) incoming.resume();
  // The same stream under Node's own name for its type.
  const body = hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null;
  return new Response(body, { status, statusText: incoming.statusMessage ?? "", headers });
}
