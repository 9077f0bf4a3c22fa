// What a request is for, by its request line and headers alone, before any other code sees it. What is neither from our
// own page, nor from a machine, nor for a probe is refused without a reason.

import type { IncomingMessage } from "node:http";
import { MACHINE_API } from "../../team/index.ts";

export type CheckOptions = {
  /** Names by which this server is reached, in lower case, as in a Host header. */
  readonly hosts: ReadonlySet<string>;
  /** Of the page, as people reach it. */
  readonly origin: string;
  /** Whether a file of the page has this path. */
  readonly isPageFile: (path: string) => boolean;
};

export type Checked =
  | { readonly kind: "refused" }
  /** For probes, without a sign-in: nothing in the reply names a person, a repository or a file. */
  | { readonly kind: "probe"; readonly path: ProbePath }
  /** A file of the page: the same for everyone. */
  | { readonly kind: "page"; readonly path: string }
  /** Still without a look at the token. */
  | { readonly kind: "machine" | "people" };

export type ProbePath = "/healthz" | "/readyz" | "/metrics";

const REFUSED: Checked = { kind: "refused" };

type Request = Pick<IncomingMessage, "method" | "url" | "headers" | "rawHeaders">;

export function checkRequest(request: Request, { hosts, origin, isPageFile }: CheckOptions): Checked {
  const { method = "", url = "", headers, rawHeaders } = request;
  if (!url.startsWith("/") || url.startsWith("//")) return REFUSED;
  const path = url.split("?", 1)[0]!; // There is always one part.
  if (!isFinal(path)) return REFUSED;
  const isReading = method === "GET" || method === "HEAD";
  // Probes come by address, not by name.
  if (isReading && isProbe(path)) return { kind: "probe", path };
  // A page of another name that was made to lead here (DNS rebinding) still sends its own name.
  const host = onlyHeader(rawHeaders, "host");
  if (host === null || !hosts.has(host.toLowerCase())) return REFUSED;
  if (path.startsWith(`${MACHINE_API}/`)) {
    // Browsers say where a request comes from; no machine is a browser.
    const isBrowser = headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
    return method === "POST" && !isBrowser ? { kind: "machine" } : REFUSED;
  }
  if (isReading && isPageFile(path))
    return isOurOwn(headers) || headers["sec-fetch-mode"] === "navigate" ? { kind: "page", path } : REFUSED;
  if (!path.startsWith("/api/") || !isOurOwn(headers)) return REFUSED;
  if (!isReading && (method !== "POST" || headers.origin !== origin)) return REFUSED;
  return { kind: "people" };
}

/** Whether a parser of addresses leaves a path as it is. What is checked here must be what is routed, and what a proxy saw. */
function isFinal(path: string): boolean {
  return new URL(`http://localhost${path}`).pathname === path;
}

/** The value of a header that was sent exactly once, else null: of several, a proxy and we might read different ones. */
export function onlyHeader(rawHeaders: readonly string[], name: string): string | null {
  const values = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === name);
  return values.length === 1 ? values[0]! : null;
}

/** `null` where the header holds no such token. */
export function bearerToken(header: string | null): string | null {
  return /^Bearer ([\x21-\x7e]+)$/i.exec(header ?? "")?.[1] ?? null;
}

function isProbe(path: string): path is ProbePath {
  return path === "/healthz" || path === "/readyz" || path === "/metrics";
}

function isOurOwn(headers: IncomingMessage["headers"]): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}
