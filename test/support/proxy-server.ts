// A real HTTP proxy on loopback: CONNECT tunnels, and requests with a whole address. Every server it is asked for is the
// one on this machine whose port the test gives.

import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

export type ProxyServer = {
  readonly port: number;
  readonly url: string;
  /** "CONNECT models.test:443 Basic …" for each request, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
};

export type ProxyServerOptions = {
  /** The port on this machine behind every name. */
  readonly to: number;
  /** "user:password" that it wants. */
  readonly account?: string;
  /** What it answers to every request instead of passing it on. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Closes each connection without a word. */
  readonly isDumb?: boolean;
};

export async function startProxy(options: ProxyServerOptions): Promise<ProxyServer> {
  const { to, account, isDumb = false } = options;
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const wanted = account === undefined ? undefined : `Basic ${Buffer.from(account).toString("base64")}`;
  const refusal = ({ method, url, headers }: IncomingMessage): number | null => {
    asked.push(`${method} ${url} ${headers["proxy-authorization"] ?? "-"}`);
    if (options.status !== undefined) return options.status;
    return wanted === undefined || headers["proxy-authorization"] === wanted ? null : 407;
  };
  const server = createServer((incoming: IncomingMessage, response: ServerResponse) => {
    const status = refusal(incoming);
    if (status !== null) return void response.writeHead(status, options.headers).end();
    const { pathname, search } = new URL(incoming.url ?? "");
    const { method, headers } = incoming;
    const passed = request({ host: "127.0.0.1", port: to, path: pathname + search, method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 0, reply.headers);
      reply.on("error", () => response.destroy());
      reply.pipe(response);
    });
    passed.on("error", () => response.destroy());
    incoming.pipe(passed);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    if (isDumb) socket.once("data", () => socket.destroy());
  });
  server.on("connect", (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on("error", () => undefined);
    const status = refusal(incoming);
    if (status !== null) {
      const lines = Object.entries(options.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
      return void socket.end(`HTTP/1.1 ${status} Scripted\r\n${lines.join("")}\r\n`);
    }
    const onward = connect(to, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    sockets.add(onward);
    onward.on("error", () => socket.destroy());
    socket.on("close", () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
