// A proxy between a browser and the server whose connections can be cut and allowed again, as a network does it. The
// server sees the requests as they are: Host and Origin are the browser's own.

import { createServer, request } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type BreakableProxy = {
  /** For a browser context. */
  readonly server: string;
  /** Every connection breaks, and no new one gets an answer. */
  readonly cut: () => void;
  readonly join: () => void;
  readonly close: () => void;
};

export async function startBreakableProxy(): Promise<BreakableProxy> {
  let isCut = false;
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = "" } = incoming;
    const upstream = request(url, { method: method!, headers }, (response) => {
      outgoing.writeHead(response.statusCode!, response.rawHeaders);
      response.pipe(outgoing);
    });
    upstream.on("error", () => outgoing.destroy());
    outgoing.on("close", () => upstream.destroy());
    incoming.pipe(upstream);
  });
  server.on("connection", (socket: Socket) => {
    if (isCut) return void socket.destroy();
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const destroyAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // It listens on a port.
    cut: () => {
      isCut = true;
      destroyAll();
    },
    join: () => void (isCut = false),
    close: () => {
      server.close();
      destroyAll();
    },
  };
}
