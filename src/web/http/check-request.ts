// Whether a request is from our own page in a browser that is signed in. Looks at nothing but the request line and the
// headers, before any other code sees the request. What is not allowed is refused without a reason.

import type { IncomingMessage } from "node:http";
import { KEY_HEADER } from "../protocol.ts";
import type { SignIn } from "./sign-in.ts";

export type CheckOptions = {
  readonly port: number;
  readonly signIn: SignIn;
  /** Whether a file of the page has this path. */
  readonly isPageFile: (path: string) => boolean;
};

export type Checked =
  | { readonly kind: "refused" }
  /** A file of the page, for anyone on this machine. */
  | { readonly kind: "page"; readonly path: string }
  /** The page with a token: `session` is the new session; null when the token is worthless. */
  | { readonly kind: "sign-in"; readonly session: string | null }
  | { readonly kind: "signed-in" };

const REFUSED: Checked = { kind: "refused" };

type Request = Pick<IncomingMessage, "method" | "url" | "headers" | "rawHeaders">;

export function checkRequest(request: Request, { port, signIn, isPageFile }: CheckOptions): Checked {
  const { method = "", url = "", headers, rawHeaders } = request;
  const host = onlyHost(rawHeaders);
  // A page of another name that was made to lead here (DNS rebinding) still sends its own name.
  if (host === null || !namesOf(port).includes(host)) return REFUSED;
  if (!url.startsWith("/") || url.startsWith("//")) return REFUSED;
  const [path = "", query = ""] = cutAt(url, "?");
  const isReading = method === "GET" || method === "HEAD";
  if (isReading && isPageFile(path)) {
    if (!isOurOwn(headers) && headers["sec-fetch-mode"] !== "navigate") return REFUSED;
    const token = path === "/" ? new URLSearchParams(query).get("token") : null;
    if (token === null) return { kind: "page", path };
    if (method !== "GET") return REFUSED;
    const session = signIn.exchange(token);
    // The address of a page that is open already, loaded again.
    if (session === null && hasSession(headers.cookie, port, signIn)) return { kind: "page", path };
    return { kind: "sign-in", session };
  }
  const key = headers[KEY_HEADER];
  if (typeof key !== "string" || !signIn.isKey(key)) return REFUSED;
  if (!hasSession(headers.cookie, port, signIn)) return REFUSED;
  if (!isOurOwn(headers)) return REFUSED;
  if (!isReading && headers.origin !== `http://${host}`) return REFUSED;
  return { kind: "signed-in" };
}

/** Browsers say where a request comes from. Other ports of this host are `same-site`: not ours. */
function isOurOwn(headers: IncomingMessage["headers"]): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

export function namesOf(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`];
}

export function cookieName(port: number): string {
  return `galley-${port}`;
}

/** Node keeps the first of several Host headers; a request with several is none of a browser. */
function onlyHost(rawHeaders: readonly string[]): string | null {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === "host");
  return hosts.length === 1 ? hosts[0]!.toLowerCase() : null;
}

function hasSession(cookies: string | undefined, port: number, signIn: SignIn): boolean {
  const start = `${cookieName(port)}=`;
  const ours = (cookies ?? "").split(";").map((one) => one.trim());
  return ours.some((one) => one.startsWith(start) && signIn.isSession(one.slice(start.length)));
}

function cutAt(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}
