// A connection to a server through a proxy: TCP or TLS to the proxy, CONNECT, then TLS to the server, all within one time
// limit. Every way in which it can fail is a ProxyError that names the proxy, its variable and what to do.

import { request, type IncomingMessage } from "node:http";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { HttpProxy } from "./proxy.ts";
import { ProxyError } from "./proxy-error.ts";

/** `host` without brackets. */
export type Target = { readonly host: string; readonly port: number };

/** The proxy itself, ready to be spoken to. Throws ProxyError. */
export function dial(proxy: HttpProxy, connectMs: number): Promise<Socket> {
  return within(proxy, connectMs, async (own) => {
    const { host, port, isSecure } = proxy;
    const socket = own(isSecure ? connectTls({ host, port, ...serverName(host) }) : connectTcp({ host, port }));
    try {
      await ready(socket, isSecure ? "secureConnect" : "connect");
    } catch (error) {
      throw unreachable(proxy, error);
    }
    return socket;
  });
}

/** An encrypted connection to `target`; its certificate is checked as without a proxy. Throws ProxyError. */
export function openTunnel(proxy: HttpProxy, target: Target, connectMs: number): Promise<Socket> {
  return within(proxy, connectMs, async (own) => {
    const raw = own(await dial(proxy, connectMs));
    await askFor(proxy, target, raw);
    const secure = own(connectTls({ socket: raw, host: target.host, ...serverName(target.host) }));
    try {
      await ready(secure, "secureConnect");
    } catch (error) {
      throw notEncrypted(proxy, target, error);
    }
    return secure;
  });
}

/** The proxy answered a request with 407. */
export function wantsPassword(proxy: HttpProxy, offered: string | readonly string[] | undefined): ProxyError {
  const { variable, address, authorization } = proxy;
  const schemes = [offered ?? []].flat().flatMap((one) => /^[A-Za-z]+/.exec(one)?.[0] ?? []);
  const isOther = schemes.length > 0 && !schemes.some((one) => one.toLowerCase() === "basic");
  const what = isOther
    ? `asks for ${schemes.join(" or ")} authentication (status 407), and Galley can only send a user name and password`
    : authorization === null
      ? "asks for a user name and password (status 407)"
      : `does not accept the user name and password in ${variable} (status 407)`;
  const todo = isOther
    ? `Use a proxy that accepts them, or run a local one that does the rest and name it in ${variable}`
    : `Put them in ${variable}: http://user:password@host:port, with special characters percent-encoded`;
  return new ProxyError(`The proxy ${address} ${what}. ${todo}.`, { isPassing: false });
}

/** Ends everything it was given when the time is over, or when the work fails. */
async function within<Result>(
  proxy: HttpProxy,
  connectMs: number,
  work: (own: <One extends Socket>(socket: One) => One) => Promise<Result>,
): Promise<Result> {
  const sockets: Socket[] = [];
  const late = new ProxyError(
    `The proxy ${proxy.address}, named by ${proxy.variable}, made no connection within ${connectMs / 1_000} s.`,
    { isPassing: true },
  );
  const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy(late)), connectMs);
  try {
    return await work((socket) => {
      sockets.push(socket.on("error", () => undefined)); // The code that waits for it gets the error too.
      return socket;
    });
  } catch (error) {
    for (const socket of sockets) socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects with what the socket fails with, also when it is closed without a word. */
function ready(socket: Socket | TLSSocket, event: "connect" | "secureConnect"): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = (): void => reject(new Error("it closed the connection"));
    socket.once("error", reject);
    socket.once("close", closed);
    socket.once(event, () => {
      socket.off("error", reject);
      socket.off("close", closed);
      resolve();
    });
  });
}

async function askFor(proxy: HttpProxy, { host, port }: Target, socket: Socket): Promise<void> {
  const path = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const { authorization } = proxy;
  const headers = { host: path, ...(authorization === null ? {} : { "proxy-authorization": authorization }) };
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request({ method: "CONNECT", path, headers, createConnection: () => socket });
    asked.once("connect", (incoming: IncomingMessage, _: Socket, head: Buffer) => {
      if (head.length > 0) socket.unshift(head);
      resolve(incoming);
    });
    asked.once("response", resolve);
    asked.on("error", (error) => reject(unreachable(proxy, error)));
    asked.end();
  });
  const { statusCode: status = 0, statusMessage: reason = "", headers: sent } = reply;
  if (status === 407) throw wantsPassword(proxy, sent["proxy-authenticate"]);
  if (status < 200 || status >= 300)
    throw new ProxyError(
      `The proxy ${proxy.address} did not connect to ${path}: it answered ${`${status} ${reason}`.trim()}. ` +
        `${status >= 500 ? "The server may be down, or unknown to the proxy" : "It may not be allowed there"}; ` +
        `NO_PROXY=${host} reaches it without the proxy.`,
      { isPassing: status >= 500 },
    );
}

function unreachable({ address, variable }: HttpProxy, cause: unknown): ProxyError {
  if (cause instanceof ProxyError) return cause;
  const { code, message } = cause as NodeJS.ErrnoException; // Only sockets throw here.
  const why = code === "ECONNRESET" || code === undefined ? "it closed the connection" : `${code}: ${message}`;
  return new ProxyError(
    `The proxy ${address} cannot be used (${why}). Check ${variable} and whether the proxy is running.`,
    { isPassing: true, cause },
  );
}

// What Node calls a certificate that it does not trust.
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/;

function notEncrypted({ address, variable }: HttpProxy, { host }: Target, cause: unknown): ProxyError {
  if (cause instanceof ProxyError) return cause;
  const { code = "" } = cause as NodeJS.ErrnoException; // Only sockets throw here.
  if (UNTRUSTED.test(code))
    return new ProxyError(
      `The certificate of ${host}, as it came through the proxy ${address}, is not trusted (${code}). ` +
        "If the proxy inspects TLS, name the file with its certificate in NODE_EXTRA_CA_CERTS.",
      { isPassing: false, cause },
    );
  return new ProxyError(
    `The connection to ${host} through the proxy ${address} could not be encrypted (${code || "it was closed"}). Check ${variable}.`,
    { isPassing: true, cause },
  );
}

/** An address has no name to ask for. */
function serverName(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}
