// What every group of routes of the server is given.

import type { HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import type { TeamStore } from "../team/index.ts";
import type { ServeConfig } from "./config/serve-config.ts";
import type { Standing } from "./http/standing.ts";
import type { Metrics } from "./watch/metrics.ts";
import type { Log } from "./watch/log.ts";
import type { VerifyToken } from "./sign-in/verify-token.ts";

export type ServeApp = Hono<{ Bindings: HttpBindings }>;

export type ServeParts = {
  readonly version: string;
  readonly store: TeamStore;
  readonly config: ServeConfig;
  /** Null where no one can sign in: then machines can ask, and every question ends at its deadline. */
  readonly verify: VerifyToken | null;
  readonly metrics: Metrics;
  readonly standing: Standing;
  readonly log: Log;
  /** Fires when the server stops: held requests and streams end. */
  readonly signal: AbortSignal;
};
