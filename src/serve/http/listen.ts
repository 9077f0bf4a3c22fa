// The listening server: plain HTTP on loopback or behind a proxy, or TLS with certificate files. Connections, headers
// and times are bounded; stopping lets requests that run finish.

import { createServer, type RequestListener, type ServerOptions } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { failure } from "../../base/index.ts";

export type ListenOptions = {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** PEM texts. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  readonly answer: RequestListener;
};

export type Listening = {
  readonly port: number;
  /** Takes no more requests, waits for those that run, then ends what is left. */
  readonly close: () => Promise<void>;
};

const BOUNDS: ServerOptions = {
  maxHeaderSize: 32 * 1024, // Tokens of identity providers with many groups are long.
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 30_000,
};
const MOST_CONNECTIONS = 10_000;
/** Streams and held requests send something far more often. */
const SILENT_MS = 60_000;
const GRACE_MS = 5_000;

/** Throws INVALID_ARG when it cannot listen there, or the certificate cannot be used. */
export async function listen({ host, port, tls, answer }: ListenOptions): Promise<Listening> {
  const server = tls === null ? createServer(BOUNDS, answer) : createTls(tls, answer);
  server.maxConnections = MOST_CONNECTIONS;
  server.timeout = SILENT_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "it is in use" : String(error.code);
      reject(failure("INVALID_ARG", `Cannot listen on ${host}, port ${port}: ${why}.`, { cause: error }));
    });
    server.listen({ host, port, exclusive: true }, () => {
      server.removeAllListeners("error");
      server.on("error", () => undefined); // Of one connection that could not be accepted; there is nothing to do.
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port, // It listens on a port.
    close: () =>
      new Promise((resolve) => {
        const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
        server.close(() => {
          clearTimeout(late);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function createTls(tls: { readonly cert: string; readonly key: string }, answer: RequestListener) {
  try {
    return createTlsServer({ ...BOUNDS, ...tls, minVersion: "TLSv1.2" }, answer);
  } catch (error) {
    throw failure("INVALID_ARG", "The files of --tls-cert and --tls-key cannot be used together.", { cause: error });
  }
}
