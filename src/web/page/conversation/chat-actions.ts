// What the user does with the conversation. Each request is followed by events; replies with the whole conversation are
// taken at once.

import type { WebConversation, WebModels } from "../../protocol.ts";
import type { App } from "../app/context.ts";
import { messageOf } from "../store/api.ts";
import { openConversation } from "./items.ts";

/** False: it was refused, and said. */
export async function say(app: App, text: string): Promise<boolean> {
  return run(app, () => app.api.post<WebConversation>("/api/chat", { text }));
}

export async function stop(app: App): Promise<void> {
  await run(app, () => app.api.post<unknown>("/api/chat/stop"));
}

export async function startNew(app: App): Promise<void> {
  await run(app, () => app.api.post<WebConversation>("/api/chat/new"));
}

export async function resume(app: App, sessionId: string): Promise<void> {
  await run(app, () => app.api.post<WebConversation>("/api/chat/resume", { session_id: sessionId }));
}

export async function chooseModel(app: App, model: string): Promise<void> {
  const isTaken = await run(app, () => app.api.post<WebConversation>("/api/chat/model", { model }));
  if (isTaken) app.data.update((value) => value && { ...value, models: { ...value.models, current: model } });
}

/** What cannot be learned stays as it was. */
export async function refreshModels({ api, data }: App): Promise<void> {
  try {
    const models = await api.get<WebModels>("/api/models");
    data.update((value) => value && { ...value, models });
  } catch {
    // The list that came with the state is still shown.
  }
}

async function run(app: App, post: () => Promise<unknown>): Promise<boolean> {
  try {
    const reply = await post();
    if (isConversation(reply)) take(app, reply);
    return true;
  } catch (error) {
    app.confirmations.show(messageOf(error), { tone: "bad" });
    return false;
  }
}

function isConversation(reply: unknown): reply is WebConversation {
  return typeof reply === "object" && reply !== null && "session_id" in reply;
}

/** Events may have overtaken the reply: what is further on stays. */
function take({ data }: App, reply: WebConversation): void {
  data.update((value) => {
    if (value === null) return value;
    const { sessionId, next } = value.conversation;
    if (sessionId === reply.session_id && next > reply.next) return value;
    return { ...value, conversation: openConversation(reply), isConversationOld: false };
  });
}
