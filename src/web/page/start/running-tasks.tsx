// Work that was started from this page and that the server has not finished.

import type { VNode } from "preact";
import { useApp, useData } from "../app/context.ts";
import { questionOf } from "../app/tasks.ts";
import { isRunning } from "../store/data.ts";

export function RunningTasks(): VNode | null {
  const { go } = useApp();
  const tasks = useData(({ tasks }) => tasks);
  const questions = useData(({ questions }) => questions);
  // What asks is listed with the other questions.
  const running = tasks.filter((task) => isRunning(task) && questionOf(questions, task) === null);
  if (running.length === 0) return null;
  return (
    <ul class="listing running-tasks">
      {running.map((task) => (
        <li key={task.id} class="row">
          <span class="grow">
            {task.kind === "apply" ? "A pasted answer" : "A review of what is on disk"}{" "}
            <span class="dim">is being read</span>
          </span>
          <button type="button" onClick={() => go({ kind: "task", id: task.id })}>
            Show
          </button>
        </li>
      ))}
    </ul>
  );
}
