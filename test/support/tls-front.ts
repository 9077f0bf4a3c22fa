// TLS in front of a plain server on this machine, with a certificate for the name models.test that no one trusts.

import { readFileSync } from "node:fs";
import { connect, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";

const folder = join(import.meta.dirname, "..", "fixtures", "tls");
export const CERTIFICATE = join(folder, "cert.pem");

export async function startTlsFront(to: number): Promise<{ readonly port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer(
    { cert: readFileSync(CERTIFICATE), key: readFileSync(join(folder, "key.pem")) },
    (socket) => {
      const onward = connect(to, "127.0.0.1");
      for (const one of [socket, onward]) {
        sockets.add(one);
        one.on("error", () => undefined);
      }
      onward.pipe(socket).pipe(onward);
    },
  );
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port, // It listens on a port.
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
