// fetch that goes through the proxy of the environment, where there is one for the address. Without one nothing of this
// is loaded and the given fetch does everything.

import { proxyFor, type Environment } from "./proxy.ts";
import type { ProxiedFetch } from "./proxied-fetch.ts";

export type ProxyOptions = {
  readonly environment: Environment;
  /** Until the proxy has connected us, encrypted where the address says so. */
  readonly connectSeconds?: number;
};

const CONNECT_SECONDS = 30;

/**
 * Throws ProxyError, and INVALID_ARG for a variable that names no proxy, besides what `direct` throws. A redirect that
 * comes through a proxy is given to the caller, never followed.
 */
export function throughProxy(
  direct: typeof fetch,
  { environment, connectSeconds = CONNECT_SECONDS }: ProxyOptions,
): typeof fetch {
  let loaded: Promise<ProxiedFetch> | null = null;
  return async (input, init) => {
    const proxy = proxyFor(input instanceof Request ? input.url : String(input), environment);
    if (proxy === null) return direct(input, init);
    loaded ??= import("./proxied-fetch.ts").then(({ ProxiedFetch: Made }) => new Made(connectSeconds * 1_000));
    return (await loaded).fetch(proxy, new Request(input, init));
  };
}
