export { ProxyError } from "./proxy-error.ts";
export { describeProxies, proxyFor } from "./proxy.ts";
export type { Environment, HttpProxy, ProxyInEffect } from "./proxy.ts";
export { httpFetch, throughProxy } from "./through-proxy.ts";
export type { ProxyOptions } from "./through-proxy.ts";
