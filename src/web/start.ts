// Starts the web reviewer: the routes, behind the checks of http/, on loopback. A running server counts as a reviewer
// who could answer. Stopping it withdraws what it still asks.

import { getRequestListener } from "@hono/node-server";
import { isFailure, sha256 } from "../base/index.ts";
import type { Conversation, ConversationOptions } from "./conversation/conversation.ts";
import { EventLog } from "./events/event-log.ts";
import { Answers, followInbox } from "./events/follow-inbox.ts";
import { StateFollower } from "./events/follow-state.ts";
import type { WebHost } from "./host.ts";
import { openHttpServer, type HttpServer } from "./http/http-server.ts";
import { openPageFiles } from "./http/page-files.ts";
import { SignIn } from "./http/sign-in.ts";
import { createRoutes } from "./routes/routes.ts";
import { Tasks } from "./tasks.ts";

export type WebServer = {
  readonly port: number;
  /** A URL with a token of its own: good for one browser. */
  readonly newUrl: () => string;
  /** What was approved is still written. */
  readonly close: () => Promise<void>;
};

/** `port` null: one that stays the same for this folder where it is free, so that the browser's settings apply again. */
export async function startWeb(host: WebHost, { port }: { readonly port: number | null }): Promise<WebServer> {
  const { inbox, root, note, report } = host;
  const signIn = new SignIn();
  const log = new EventLog();
  const answers = new Answers();
  const ending = new AbortController();
  const { signal } = ending;
  const follower = new StateFollower({ workspace: host.workspace, log, note });
  const tasks = new Tasks({
    inbox,
    asker: { host: host.host, root },
    onChange: (task) => {
      log.add({ type: "task", task });
      // The system may not have hinted at what was written.
      if (task.state.kind === "applied" || task.state.kind === "reviewed") void follower.look();
    },
    report,
  });
  let opened: Promise<Conversation> | null = null;
  const conversation = (): Promise<Conversation> => (opened ??= openConversation({ host, log }));
  const app = createRoutes({ host, log, answers, tasks, follower, conversation, signal });
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const open = (wanted: number): Promise<HttpServer> =>
    openHttpServer({
      port: wanted,
      signIn,
      pageFiles: openPageFiles(host.page),
      answer: (incoming, outgoing) => void listener(incoming, outgoing),
    });
  const server = await (port === null ? open(usualPort(root)).catch(otherwise(() => open(0))) : open(port));
  await inbox.attach("web");
  await follower.start();
  const following = followInbox({ inbox, log, answers, follower, signal, note });
  const closeConversation = async (): Promise<void> => (await opened)?.close();
  return {
    port: server.port,
    newUrl: () => `http://127.0.0.1:${server.port}/?token=${signIn.newToken()}#key=${signIn.key}`,
    close: async () => {
      ending.abort();
      follower.close();
      await Promise.all([tasks.close(), closeConversation(), server.close(), following]);
    },
  };
}

/** Loaded with the first request: a server without a model is ready sooner. */
async function openConversation(options: ConversationOptions): Promise<Conversation> {
  const { openConversation: open } = await import("./conversation/conversation.ts");
  return open(options);
}

/** Below the ports that systems give to outgoing connections. */
function usualPort(root: string): number {
  return 20_000 + (Number.parseInt(sha256(new TextEncoder().encode(root)).slice(0, 8), 16) % 10_000);
}

function otherwise<T>(instead: () => Promise<T>): (error: unknown) => Promise<T> {
  return (error) => {
    if (isFailure(error) && error.data["taken"] === true) return instead();
    throw error;
  };
}
