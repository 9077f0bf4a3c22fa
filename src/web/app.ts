// Everything behind the sign-in: the routes, the events, the tasks and the conversation. While it is open it counts as a
// reviewer who could answer.

import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Conversation } from "./conversation/conversation.ts";
import { EventLog } from "./events/event-log.ts";
import { Answers, followInbox } from "./events/follow-inbox.ts";
import { StateFollower } from "./events/follow-state.ts";
import { FileList } from "./file-list.ts";
import type { WebHost } from "./host.ts";
import { createRoutes } from "./routes/routes.ts";
import { Tasks } from "./tasks.ts";

export type WebApp = {
  /** Answers a request that is signed in. */
  readonly answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  /** Ends what runs and waits for what is being written. */
  readonly close: () => Promise<void>;
};

/** Throws IO where the state directory cannot be used. */
export async function openApp(host: WebHost): Promise<WebApp> {
  const { inbox, asking, root, note, report } = host;
  const log = new EventLog();
  const answers = new Answers();
  const ending = new AbortController();
  const { signal } = ending;
  const follower = new StateFollower({ workspace: host.workspace, log, note });
  const tasks = new Tasks({
    inbox,
    asking,
    asker: { host: host.host, root },
    onChange: (task) => {
      log.add({ type: "task", task });
      // The system may not have hinted at what was written.
      if (task.state.kind === "applied" || task.state.kind === "reviewed") void follower.look();
    },
    report,
  });
  let opened: Promise<Conversation> | null = null;
  const openOnce = async (): Promise<Conversation> => {
    try {
      // Loaded with the first request: a server without a model is ready sooner.
      const { openConversation } = await import("./conversation/conversation.ts");
      return await openConversation({ host, log });
    } catch (error) {
      opened = null; // The next request tries again.
      throw error;
    }
  };
  const conversation = (): Promise<Conversation> => (opened ??= openOnce());
  const files = new FileList({ workspace: host.workspace, follower, log, signal });
  const routes = createRoutes({ host, log, answers, tasks, follower, files, conversation, signal });
  const listener = getRequestListener(routes.fetch, { overrideGlobalObjects: false });
  await inbox.attach("web");
  await follower.start();
  const following = followInbox({ inbox, log, answers, follower, signal, note });
  files.begin();
  return {
    answer: (incoming, outgoing) => void listener(incoming, outgoing),
    close: async () => {
      ending.abort();
      follower.close();
      await Promise.all([tasks.close(), opened?.then((open) => open.close()), following]);
      await inbox.close();
      if (asking.inbox !== inbox) await asking.inbox.close();
    },
  };
}
