// The conversation: what is said, stopped, resumed, with which model, and which files the model sees.

import * as z from "zod/mini";
import { readBody } from "../http/read-body.ts";
import { Refusal } from "../http/refusal.ts";
import type { SelectionReply, WebConversation, WebModels, WebSession } from "../protocol.ts";
import { NameSchema, PROMPT_BYTES, SMALL_BYTES } from "./limits.ts";
import type { RouteParts, WebApp } from "./parts.ts";

const ChatSchema = z.object({ text: z.string() });
const EmptySchema = z.object({});
const ResumeSchema = z.object({ session_id: NameSchema });
const ModelSchema = z.object({ model: NameSchema });
const paths = z.exactOptional(z.array(NameSchema));
const SelectionSchema = z.object({ add: paths, remove: paths });

export function addChatRoutes(app: WebApp, { conversation, signal }: RouteParts): void {
  app.get("/api/conversation", async (context) => context.json<WebConversation>((await conversation()).state()));

  app.post("/api/chat", async (context) => {
    const { text } = await readBody(context.env.incoming, { schema: ChatSchema, mostBytes: PROMPT_BYTES });
    if (text.trim() === "" || !text.isWellFormed())
      throw new Refusal(400, "INVALID_ARG", "There is nothing to send: the message is empty or not valid Unicode.");
    const open = await conversation();
    open.say(text);
    return context.json<WebConversation>(open.state());
  });

  app.post("/api/chat/stop", async (context) => {
    await readBody(context.env.incoming, { schema: EmptySchema, mostBytes: SMALL_BYTES });
    await (await conversation()).stop();
    return context.json({});
  });

  app.post("/api/chat/new", async (context) => {
    await readBody(context.env.incoming, { schema: EmptySchema, mostBytes: SMALL_BYTES });
    const open = await conversation();
    await open.restart(null);
    return context.json<WebConversation>(open.state());
  });

  app.post("/api/chat/resume", async (context) => {
    const body = await readBody(context.env.incoming, { schema: ResumeSchema, mostBytes: SMALL_BYTES });
    const open = await conversation();
    await open.restart(body.session_id);
    return context.json<WebConversation>(open.state());
  });

  app.post("/api/chat/model", async (context) => {
    const { model } = await readBody(context.env.incoming, { schema: ModelSchema, mostBytes: SMALL_BYTES });
    const open = await conversation();
    await open.choose(model);
    return context.json<WebConversation>(open.state());
  });

  app.get("/api/sessions", async (context) =>
    context.json<readonly WebSession[]>(await (await conversation()).sessions()),
  );

  app.get("/api/models", async (context) =>
    context.json<WebModels>(await (await conversation()).models({ ask: true })),
  );

  app.post("/api/selection", async (context) => {
    const body = await readBody(context.env.incoming, { schema: SelectionSchema, mostBytes: SMALL_BYTES });
    return context.json<SelectionReply>(await (await conversation()).select(body, signal));
  });
}
