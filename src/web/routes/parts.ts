// What every group of routes is given.

import type { HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import type { Conversation } from "../conversation/conversation.ts";
import type { EventLog } from "../events/event-log.ts";
import type { Answers } from "../events/follow-inbox.ts";
import type { StateFollower } from "../events/follow-state.ts";
import type { FileList } from "../file-list.ts";
import type { WebHost } from "../host.ts";
import type { Tasks } from "../tasks.ts";

export type WebApp = Hono<{ Bindings: HttpBindings }>;

/** What routes work with. */
export type RouteParts = {
  readonly host: WebHost;
  readonly log: EventLog;
  readonly answers: Answers;
  readonly tasks: Tasks;
  readonly follower: StateFollower;
  readonly files: FileList;
  /** Opened when first needed. */
  readonly conversation: () => Promise<Conversation>;
  /** Fires when the server stops. */
  readonly signal: AbortSignal;
};
