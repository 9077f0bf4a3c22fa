export { remoteTransport } from "./transport.ts";
export type { RemoteOptions } from "./transport.ts";
