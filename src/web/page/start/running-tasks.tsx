// Work that was started from this page and is not done: it waits for an answer, or for the server.

import type { VNode } from "preact";
import { useApp, useData } from "../app/context.ts";
import { questionOf } from "../app/tasks.ts";
import { isRunning } from "../store/data.ts";

export function RunningTasks(): VNode | null {
  const { go } = useApp();
  const tasks = useData(({ tasks }) => tasks);
  const questions = useData(({ questions }) => questions);
  const running = tasks.filter(isRunning);
  if (running.length === 0) return null;
  return (
    <ul class="list running-tasks">
      {running.map((task) => {
        const question = questionOf(questions, task);
        return (
          <li key={task.id} class="row">
            <span class="grow">
              {task.kind === "apply" ? "A pasted answer" : "A review of what is on disk"}{" "}
              <span class="dim">{question === null ? "is being read" : "waits for you"}</span>
            </span>
            <button
              type="button"
              onClick={() => go(question === null ? { kind: "task", id: task.id } : { kind: "question", id: question })}
            >
              {question === null ? "Show" : "Review"}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
