// Work that the page starts: apply a pasted answer, review what is on disk.

import * as z from "zod/mini";
import { isFailure } from "../../base/index.ts";
import { readWorkTree } from "../../workspace/index.ts";
import { readBody } from "../http/read-body.ts";
import { Refusal } from "../http/refusal.ts";
import type { TaskReply, WorkTreeReply } from "../protocol.ts";
import { applyPasted, reviewWorkTree } from "../task-work.ts";
import { ANSWER_BYTES, NameSchema, SMALL_BYTES } from "./limits.ts";
import type { RouteParts, WebApp } from "./parts.ts";

const ApplySchema = z.object({ text: z.string(), context: z.exactOptional(z.array(NameSchema)) });
const ReviewSchema = z.object({ revision: z.exactOptional(NameSchema) });
const EmptySchema = z.object({});

export function addTaskRoutes(app: WebApp, { host: { workspace, isPrompt }, tasks }: RouteParts): void {
  app.post("/api/apply", async (context) => {
    const body = await readBody(context.env.incoming, { schema: ApplySchema, mostBytes: ANSWER_BYTES });
    // Its examples would be read as edits.
    if (isPrompt(body.text))
      throw new Refusal(
        400,
        "INVALID_ARG",
        "This is the text of galley prompt, not an answer to it. Give it to the chat, copy what it replies, and paste that.",
      );
    const task = tasks.start("apply", (work) => applyPasted(workspace, body, work));
    return context.json<TaskReply>({ task });
  });

  app.post("/api/review", async (context) => {
    const { revision } = await readBody(context.env.incoming, { schema: ReviewSchema, mostBytes: SMALL_BYTES });
    const task = tasks.start("review", (work) => reviewWorkTree(workspace, { revision: revision ?? null }, work));
    return context.json<TaskReply>({ task });
  });

  app.post("/api/tasks/:id/cancel", async (context) => {
    await readBody(context.env.incoming, { schema: EmptySchema, mostBytes: SMALL_BYTES });
    if (!tasks.cancel(context.req.param("id"))) throw new Refusal(404, "NOT_FOUND", "There is no such task.");
    return context.json({});
  });

  app.get("/api/work-tree", async (context) => {
    try {
      const { plan } = await readWorkTree(workspace, null);
      return context.json<WorkTreeReply>({ changed: plan.files.length });
    } catch (error) {
      // No repository, or one that cannot be read: there is nothing to offer.
      if (isFailure(error, "NOT_FOUND") || isFailure(error, "INVALID_ARG"))
        return context.json<WorkTreeReply>({ changed: null });
      throw error;
    }
  });
}
