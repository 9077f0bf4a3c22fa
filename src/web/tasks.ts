// Work that a page asked for: an answer that was pasted, a review of the work tree. It runs here, asks in the inbox like
// any other process, and outlives the page that started it. What it asks ends with it.

import { isFailure, messageOf, newId, systemClock } from "../base/index.ts";
import type { Reviewer } from "../approval/index.ts";
import { inboxReviewer, waitingNote, type Asker, type AskingInbox, type Inbox } from "../inbox/index.ts";
import { Refusal } from "./http/refusal.ts";
import type { WebTask } from "./protocol.ts";

export type TaskState = WebTask["state"];

/** What a task works with. */
export type TaskWork = {
  readonly reviewer: Reviewer;
  readonly signal: AbortSignal;
  /** For the user, as a sentence. */
  readonly note: (note: string) => void;
};

export type TasksOptions = {
  /** The user's own: a review of what is on disk is asked there. */
  readonly inbox: Inbox;
  /** Where the edits of an answer are asked about. */
  readonly asking: AskingInbox;
  readonly asker: Pick<Asker, "host" | "root">;
  readonly onChange: (task: WebTask) => void;
  /** Gets what is no failure but a bug. */
  readonly report: (error: unknown) => void;
};

const MOST_AT_ONCE = 16;
const MOST_KEPT = 50;

type Running = { task: WebTask; readonly stop: AbortController; readonly done: Promise<void> };

export class Tasks {
  readonly #options: TasksOptions;
  readonly #tasks = new Map<string, Running>();

  constructor(options: TasksOptions) {
    this.#options = options;
  }

  /** Oldest first. */
  list(): readonly WebTask[] {
    return [...this.#tasks.values()].map(({ task }) => task);
  }

  /** Throws Refusal when too many run already. */
  start(kind: WebTask["kind"], work: (given: TaskWork) => Promise<TaskState>): WebTask {
    const running = [...this.#tasks.values()].filter(({ task }) => isOpen(task));
    if (running.length >= MOST_AT_ONCE)
      throw new Refusal(409, "TOO_LARGE", "Too many reviews are open at once. Answer or cancel one first.");
    const id = newId();
    const stop = new AbortController();
    const task: WebTask = {
      id,
      kind,
      started_at: systemClock().toISOString(),
      state: { kind: "working" },
      notes: [],
    };
    const reviewer = this.#reviewerFor(id, kind);
    const note = (text: string): void => this.#update(id, ({ notes }) => ({ notes: [...notes, text] }));
    // After this function returns: the caller knows the task before it changes.
    const done = Promise.resolve()
      .then(() => work({ reviewer, signal: stop.signal, note }))
      .catch((error: unknown) => this.#failed(error, stop.signal))
      .then((state) => this.#update(id, () => ({ state })));
    this.#tasks.set(id, { task, stop, done });
    this.#forgetOld();
    this.#options.onChange(task);
    return task;
  }

  /** False when there is no such task. One that has ended stays as it ended. */
  cancel(id: string): boolean {
    const running = this.#tasks.get(id);
    running?.stop.abort();
    return running !== undefined;
  }

  /** Ends all that run, and waits for what is being written. */
  async close(): Promise<void> {
    const running = [...this.#tasks.values()];
    for (const { stop } of running) stop.abort();
    await Promise.all(running.map(({ done }) => done));
  }

  #reviewerFor(id: string, kind: WebTask["kind"]): Reviewer {
    const { inbox, asking, asker } = this.#options;
    const isOwn = kind === "review" || asking.team === null;
    const { ask } = inboxReviewer({
      inbox: isOwn ? inbox : asking.inbox,
      asker: { ...asker, door: kind === "review" ? "review" : "web", session: id },
      callKey: id,
      withinMs: null,
      onWaiting: ({ id: question }) => {
        const notes = isOwn ? [] : [waitingNote(question, { ...asking, isAttached: true })];
        this.#update(id, (task) => ({ state: { kind: "asking" }, notes: [...task.notes, ...notes] }));
      },
    });
    return {
      ask: async (payload, options) => {
        try {
          return await ask(payload, options);
        } finally {
          this.#update(id, () => ({ state: { kind: "working" } }));
        }
      },
    };
  }

  #failed(error: unknown, signal: AbortSignal): TaskState {
    if (signal.aborted && isFailure(error, "ABORTED")) return { kind: "cancelled" };
    if (isFailure(error)) return { kind: "failed", code: error.code, message: error.message };
    this.#options.report(error);
    return { kind: "failed", code: "BUG", message: `Failed because of a bug in galley: ${messageOf(error)}` };
  }

  #update(id: string, change: (task: WebTask) => Partial<WebTask>): void {
    const running = this.#tasks.get(id);
    if (running === undefined) return;
    running.task = { ...running.task, ...change(running.task) };
    this.#options.onChange(running.task);
  }

  #forgetOld(): void {
    for (const [id, { task }] of this.#tasks) {
      if (this.#tasks.size <= MOST_KEPT) return;
      if (!isOpen(task)) this.#tasks.delete(id);
    }
  }
}

function isOpen({ state }: WebTask): boolean {
  return state.kind === "working" || state.kind === "asking";
}
