// The server on loopback: refuses what is not from our page before anything else sees it, hands out the files of the
// page, and gives the rest to the routes. Connections, headers and time are bounded.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { failure } from "../../base/index.ts";
import { checkRequest, cookieName } from "./check-request.ts";
import type { PageFiles } from "./page-files.ts";
import { IMMUTABLE, NO_STORE, SECURITY_HEADERS } from "./response-headers.ts";
import type { SignIn } from "./sign-in.ts";

export type HttpServerOptions = {
  /** 0: any that is free. */
  readonly port: number;
  readonly signIn: SignIn;
  readonly pageFiles: PageFiles;
  /** Gets every request that is signed in. */
  readonly answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  readonly bounds?: Bounds;
};

/** Times are in milliseconds. */
export type Bounds = {
  readonly connections: number;
  readonly headersMs: number;
  /** For a whole request with its body. A response may take as long as it likes while something is sent. */
  readonly requestMs: number;
  /** A tab that takes nothing for so long loses its connection. Streams send something far more often. */
  readonly silentMs: number;
  /** How often the times are looked at. */
  readonly checkMs: number;
};

export type HttpServer = { readonly port: number; readonly close: () => Promise<void> };

const HEADER_BYTES = 16 * 1024;
const BOUNDS: Bounds = { connections: 256, headersMs: 10_000, requestMs: 60_000, silentMs: 60_000, checkMs: 5_000 };

/** Throws INVALID_ARG when the port is taken or not allowed. */
export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { port, signIn, pageFiles, answer, bounds = BOUNDS } = options;
  let bound = port;
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: bounds.headersMs,
      requestTimeout: bounds.requestMs,
      connectionsCheckingInterval: bounds.checkMs,
      keepAliveTimeout: 5_000,
    },
    (incoming, outgoing) => {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) outgoing.setHeader(name, value);
      outgoing.setHeader("cache-control", NO_STORE);
      const checked = checkRequest(incoming, { port: bound, signIn, isPageFile: pageFiles.has });
      switch (checked.kind) {
        case "refused":
          return refuse(incoming, outgoing, "Forbidden\n");
        case "page":
          return sendFile(checked.path);
        case "sign-in": {
          if (checked.session === null) return refuse(incoming, outgoing, WORTHLESS);
          const cookie = `${cookieName(bound)}=${checked.session}; Path=/; HttpOnly; SameSite=Strict`;
          outgoing.setHeader("set-cookie", cookie);
          return sendFile("/");
        }
        case "signed-in":
          return answer(incoming, outgoing);
        default:
          checked satisfies never;
      }

      function sendFile(path: string): void {
        const { content, type, isHashed } = pageFiles.read(path);
        outgoing.setHeader("content-type", type);
        outgoing.setHeader("content-length", content.length);
        if (isHashed) outgoing.setHeader("cache-control", IMMUTABLE);
        outgoing.end(incoming.method === "HEAD" ? undefined : content);
      }
    },
  );
  server.maxConnections = bounds.connections;
  server.timeout = bounds.silentMs;
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  bound = await listen(server, port);
  return {
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** For the person who opens an old link; the same for a token that never was one. */
const WORTHLESS =
  "This link was used already, or is not valid. Press Enter in the terminal where galley web runs to get a new one.\n";

/** What the client still sends is not read. */
function refuse(incoming: IncomingMessage, outgoing: ServerResponse, text: string): void {
  outgoing.statusCode = 403;
  outgoing.setHeader("content-type", "text/plain; charset=utf-8");
  outgoing.setHeader("connection", "close");
  outgoing.end(incoming.method === "HEAD" ? undefined : text);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "is in use" : `cannot be used (${error.code})`;
      reject(
        failure("INVALID_ARG", `Port ${port} ${why}. Choose another with --port, or omit it.`, {
          cause: error,
          data: { taken: error.code === "EADDRINUSE" },
        }),
      );
    });
    server.listen({ host: "127.0.0.1", port, exclusive: true }, () => {
      server.removeAllListeners("error");
      server.on("error", () => undefined); // Of one connection that could not be accepted; there is nothing to do.
      resolve((server.address() as AddressInfo).port); // It listens on a port.
    });
  });
}
