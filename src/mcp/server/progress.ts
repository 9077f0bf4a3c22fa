// Progress notifications while a call waits, for a client that asked for them: it sees that someone still has to answer.

import type { ServerContext } from "@modelcontextprotocol/server";
import type { Call } from "./call.ts";

const EVERY_MS = 5000;
const FIRST_MS = 250;

/** Returns how to stop. */
export function startProgress({ mcpReq }: ServerContext, call: Call): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  const tell = (): void => {
    progress += 1;
    const place = call.isAskedInClient ? "in this client" : call.inInbox === null ? null : "in galley's inbox";
    const message = place === null ? `${call.tool} is running` : `Waiting for an answer ${place}`;
    const notification = { method: "notifications/progress", params: { progressToken, progress, message } };
    void mcpReq.notify(notification).catch(() => undefined); // A client that is gone needs none.
    timer = setTimeout(tell, EVERY_MS);
  };
  let timer = setTimeout(tell, FIRST_MS);
  return () => clearTimeout(timer);
}
