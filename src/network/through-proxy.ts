// fetch that goes through the proxy of the environment, where there is one for the address.

import { proxyFor, type Environment } from "./proxy.ts";
import type { HttpFetch } from "./http-fetch.ts";

export type ProxyOptions = {
  readonly environment: Environment;
  /** Until the proxy has connected us, encrypted where the address says so. */
  readonly connectSeconds?: number;
};

const CONNECT_SECONDS = 30;

/**
 * Throws what `direct` throws, ProxyError, and INVALID_ARG for a variable that names no proxy. A redirect that
 * comes through a proxy is given to the caller, never followed. Without a proxy nothing of this is loaded.
 */
export function throughProxy(direct: typeof fetch, options: ProxyOptions): typeof fetch {
  const proxied = httpFetch(options);
  return async (input, init) => {
    const proxy = proxyFor(urlOf(input), options.environment);
    return proxy === null ? direct(input, init) : proxied(input, init);
  };
}

/**
 * For long streams: the same with Node's own HTTP, whether there is a proxy or not. No redirect is followed. Throws
 * ProxyError and INVALID_ARG, and what fetch throws; "no connection in time" is the cause's message after `connectSeconds`.
 */
export function httpFetch({ environment, connectSeconds = CONNECT_SECONDS }: ProxyOptions): typeof fetch {
  let loaded: Promise<HttpFetch> | null = null;
  return async (input, init) => {
    const proxy = proxyFor(urlOf(input), environment);
    loaded ??= import("./http-fetch.ts").then(({ HttpFetch: Made }) => new Made(connectSeconds * 1_000));
    return (await loaded).fetch(proxy, new Request(input, init));
  };
}

function urlOf(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : String(input);
}
