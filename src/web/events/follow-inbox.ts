// Sends the pages what happens in the inbox: every question of this user, whichever program asks. Only follows; it answers
// nothing.

import { isFailure, messageOf, systemClock } from "../../base/index.ts";
import type { Decided, Inbox, InboxEvent } from "../../inbox/index.ts";
import type { EventLog } from "./event-log.ts";
import type { StateFollower } from "./follow-state.ts";

const AGAIN_MS = 2_000;

export type FollowOptions = {
  readonly inbox: Inbox;
  readonly log: EventLog;
  readonly answers: Answers;
  readonly follower: StateFollower;
  readonly signal: AbortSignal;
  /** Gets a sentence for the user of the terminal. */
  readonly note: (note: string) => void;
};

/** Until the signal fires. Where the state directory cannot be read, it tries again. */
export async function followInbox({ inbox, log, answers, follower, signal, note }: FollowOptions): Promise<void> {
  let isFirst = true;
  while (!signal.aborted) {
    try {
      for await (const event of inbox.watch({ signal })) {
        if (event.kind !== "snapshot") log.add(await eventOf(event));
        // The first snapshot is what the state has already; a later one comes after events were missed.
        else if (!isFirst) log.add({ type: "reset" });
        isFirst = false;
      }
      return;
    } catch (error) {
      if (!isFailure(error, "IO")) throw error;
      note(`The inbox cannot be read: ${messageOf(error)}`);
      await new Promise<void>((resolve) => {
        setTimeout(resolve, AGAIN_MS).unref();
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  }

  async function eventOf(event: Exclude<InboxEvent, { kind: "snapshot" }>): Promise<Parameters<EventLog["add"]>[0]> {
    const { question } = event;
    if (event.kind === "question") return { type: "question", question };
    const at = systemClock().toISOString();
    if (event.kind === "gone") return { type: "gone", question, because: event.because, at };
    if (event.decision.items.some(({ action }) => action !== "reject")) follower.approved(question);
    return { type: "answered", question, decision: event.decision, from: await answers.from(question.id), at };
  }
}

const MOST_REMEMBERED = 1_000;

/** Which answers were given through this server. */
export class Answers {
  readonly #ours = new Map<string, Promise<boolean>>();

  /** Remembers that an answer is on its way, until it is known whether it counts. */
  add(id: string, decided: Promise<Decided>): void {
    const before = this.#ours.get(id) ?? Promise.resolve(false);
    const isOurs = decided.then(
      ({ kind }) => kind === "won",
      () => false,
    );
    this.#ours.delete(id);
    this.#ours.set(
      id,
      Promise.all([before, isOurs]).then((each) => each.includes(true)),
    );
    const [oldest] = this.#ours.keys();
    if (this.#ours.size > MOST_REMEMBERED && oldest !== undefined) this.#ours.delete(oldest);
  }

  /** Where the answer that counts was given, for people. */
  async from(id: string): Promise<string> {
    return (await this.#ours.get(id)) === true ? "a browser tab" : "another process";
  }
}
