// Work that the user starts on this page. It goes to the server, whose task is then followed by events; the page goes to
// the first question of it, or to its result.

import type { ApplyBody, TaskReply, WebTask } from "../../protocol.ts";
import { messageOf } from "../store/api.ts";
import { isRunning, type Data } from "../store/data.ts";
import type { App } from "./context.ts";

export async function applyText(app: App, body: ApplyBody): Promise<boolean> {
  return start(app, () => app.api.post<TaskReply>("/api/apply", body));
}

export async function reviewDisk(app: App): Promise<boolean> {
  return start(app, () => app.api.post<TaskReply>("/api/review", {}));
}

/** False when the server refused; it was said then. */
async function start(app: App, post: () => Promise<TaskReply>): Promise<boolean> {
  try {
    const { task } = await post();
    app.go({ kind: "task", id: task.id });
    return true;
  } catch (error) {
    app.confirmations.show(messageOf(error), { tone: "bad" });
    return false;
  }
}

export async function cancelTask(app: App, { id }: WebTask): Promise<void> {
  try {
    await app.api.post(`/api/tasks/${encodeURIComponent(id)}/cancel`);
  } catch (error) {
    app.confirmations.show(messageOf(error), { tone: "bad" });
  }
}

/** The open question of a task, the oldest first. */
export function questionOf(questions: Data["questions"], task: WebTask): string | null {
  return isRunning(task) ? (questions.find(({ asker }) => asker.session === task.id)?.id ?? null) : null;
}
