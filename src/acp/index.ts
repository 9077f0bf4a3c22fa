export type { AcpHost, Keeping, ListedSession, Place, PlaceOptions } from "./host.ts";
export { serveAcp } from "./serve.ts";
export type { Streams } from "./serve.ts";
export { wrapAgent } from "./wrap/wrap.ts";
export type { Ends } from "./wrap/proxy.ts";
