// The proxy that a request goes through, as the environment says it: HTTPS_PROXY for https, HTTP_PROXY for http, and
// NO_PROXY for what is reached without one. In lower case they win, as in other programs. Pure.

import { failure } from "../base/index.ts";
import { isReachedDirectly } from "./no-proxy.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export type HttpProxy = {
  /** The variable that names it. */
  readonly variable: string;
  /** Without a user name and password: for messages. */
  readonly address: string;
  readonly host: string;
  readonly port: number;
  /** The proxy itself is spoken to over TLS. */
  readonly isSecure: boolean;
  /** The value of Proxy-Authorization. Never shown. */
  readonly authorization: string | null;
};

/** Null: without one. INVALID_ARG for a variable that does not hold the address of a proxy. */
export function proxyFor(url: string, environment: Environment): HttpProxy | null {
  const { protocol, hostname, port } = new URL(url);
  const scheme = SCHEMES.find((one) => `${one.name}:` === protocol);
  const variable = scheme && setVariable(scheme.variables, environment);
  if (scheme === undefined || variable === undefined) return null;
  const server = { host: hostname, port: port === "" ? scheme.port : Number(port) };
  if (isReachedDirectly(server, valueOf(NO_PROXY, environment))) return null;
  return readProxy(variable, environment[variable]!.trim());
}

const SCHEMES = [
  { name: "https", variables: ["https_proxy", "HTTPS_PROXY"], port: 443 },
  { name: "http", variables: ["http_proxy", "HTTP_PROXY"], port: 80 },
] as const;
const NO_PROXY = ["no_proxy", "NO_PROXY"] as const;

function setVariable(names: readonly string[], environment: Environment): string | undefined {
  return names.find((name) => (environment[name] ?? "").trim() !== "");
}

function valueOf(names: readonly string[], environment: Environment): string {
  const name = setVariable(names, environment);
  return name === undefined ? "" : environment[name]!;
}

/** The value may hold a password anywhere when it cannot be read, so no message repeats it. */
function readProxy(variable: string, value: string): HttpProxy {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && url.protocol.startsWith("socks"))
    throw unusable(variable, "names a SOCKS proxy, which Galley cannot use");
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "" || /[?#]/.test(value))
    throw unusable(variable, "is not the address of a proxy");
  const isSecure = url.protocol === "https:";
  return {
    variable,
    address: url.origin,
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (isSecure ? 443 : 80) : Number(url.port),
    isSecure,
    authorization: authorizationOf(url, variable),
  };
}

function authorizationOf({ username, password }: URL, variable: string): string | null {
  if (username === "" && password === "") return null;
  try {
    const both = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(both).toString("base64")}`;
  } catch {
    throw unusable(variable, "has a user name or password with a % that is not percent-encoded (write %25)");
  }
}

function unusable(variable: string, what: string): Error {
  return failure(
    "INVALID_ARG",
    `${variable} ${what}. Write http://host:port or http://user:password@host:port, or unset it.`,
    { data: { variable } },
  );
}

/** What the environment says about proxies, for people: never a user name or password. */
export type ProxyInEffect =
  | { readonly variable: string; readonly for: "https" | "http"; readonly address: string; readonly problem: null }
  | { readonly variable: string; readonly for: "https" | "http"; readonly address: null; readonly problem: string };

export function describeProxies(environment: Environment): {
  readonly proxies: readonly ProxyInEffect[];
  /** As NO_PROXY has it; empty without one. */
  readonly except: string;
} {
  const proxies = SCHEMES.flatMap(({ name, variables }): readonly ProxyInEffect[] => {
    const variable = setVariable(variables, environment);
    if (variable === undefined) return [];
    try {
      const { address } = readProxy(variable, environment[variable]!.trim());
      return [{ variable, for: name, address, problem: null }];
    } catch (error) {
      return [{ variable, for: name, address: null, problem: (error as Error).message }]; // Only `unusable` is thrown.
    }
  });
  return { proxies, except: valueOf(NO_PROXY, environment).trim() };
}
