// One tool call of a client, from its first request to its result. It outlives the request: while it waits for an
// answer its request is answered with "pending", and it goes on by itself. Ending it withdraws its question.

import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import type { ApprovalPayload } from "../../approval/index.ts";
import { failure } from "../../base/index.ts";
import type { FormAnswer } from "./elicitation.ts";
import type { Finished } from "./results.ts";

/** A question for the client's form, waiting for the client to come back with an answer. */
export type ClientQuestion = {
  readonly id: string;
  readonly payload: ApprovalPayload;
  readonly form: ElicitRequestFormParams;
};

/** A question that waits in the inbox. */
export type InboxQuestion = {
  readonly id: string;
  readonly payload: ApprovalPayload;
  /** The address of the team's page; null: the user's own inbox. */
  readonly team: string | null;
  /** A reviewer was attached when it was asked. */
  readonly hasReviewer: boolean;
};

export type Step =
  | { readonly kind: "finished"; readonly finished: Finished }
  | { readonly kind: "asks"; readonly question: ClientQuestion }
  | { readonly kind: "waits" };

export type CallFacts = {
  readonly id: string;
  readonly tool: string;
  /** Names the tool and its arguments: a request that continues this call must have the same. */
  readonly key: string;
};

export class Call {
  readonly id: string;
  readonly tool: string;
  readonly key: string;
  readonly #end = new AbortController();
  #finished: Finished | null = null;
  #asked: { readonly question: ClientQuestion; readonly answer: (given: FormAnswer) => void } | null = null;
  #inInbox: InboxQuestion | null = null;
  #isSent = false;
  /** How many requests wait for it now. */
  #attending = 0;
  readonly #listeners = new Set<() => void>();

  constructor({ id, tool, key }: CallFacts) {
    this.id = id;
    this.tool = tool;
    this.key = key;
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** A request waits for it that can bring a question to the client. */
  get isAttended(): boolean {
    return this.#attending > 0;
  }

  get isFinished(): boolean {
    return this.#finished !== null;
  }

  get inInbox(): InboxQuestion | null {
    return this.#inInbox;
  }

  /** Nothing is written for it from now on, unless its bytes are being written already. */
  end(): void {
    this.#end.abort(failure("ABORTED", "The call was cancelled."));
  }

  finish(finished: Finished): void {
    this.#finished = finished;
    this.#notify();
  }

  /** Null: its question there is answered. */
  waitsInInbox(question: InboxQuestion | null): void {
    this.#inInbox = question;
  }

  /** The client was sent a question and has not answered. */
  get isAskedInClient(): boolean {
    return this.#isSent || this.#asked !== null;
  }

  /** A question was sent to the client (true), or is over. */
  sentToClient(isSent: boolean): void {
    this.#isSent = isSent;
  }

  /** Resolves with the client's answer; rejects with ABORTED when the call ends first. */
  async askClient(question: ClientQuestion): Promise<FormAnswer> {
    let onEnd = (): void => undefined;
    try {
      return await new Promise<FormAnswer>((resolve, reject) => {
        onEnd = () => reject(this.signal.reason as Error); // A GalleyError: see end().
        if (this.signal.aborted) return onEnd();
        this.signal.addEventListener("abort", onEnd, { once: true });
        this.#asked = { question, answer: resolve };
        this.#notify();
      });
    } finally {
      this.signal.removeEventListener("abort", onEnd);
      this.#asked = null;
    }
  }

  /** False when that question is not open: answered already, withdrawn, or never asked. */
  answer(id: string, given: FormAnswer): boolean {
    if (this.#asked?.question.id !== id) return false;
    this.#asked.answer(given);
    this.#asked = null;
    return true;
  }

  /** The open question with this id. */
  questionOf(id: string): ClientQuestion | null {
    return this.#asked?.question.id === id ? this.#asked.question : null;
  }

  /** What comes next: its result, a question for the client, or neither within `withinMs`. */
  async next({ withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal }): Promise<Step> {
    this.#attending += 1;
    let isOver = signal.aborted;
    let wake = (): void => undefined;
    const end = (): void => {
      isOver = true;
      wake();
    };
    const listener = (): void => wake();
    const timer = setTimeout(end, withinMs);
    signal.addEventListener("abort", end, { once: true });
    this.#listeners.add(listener);
    try {
      for (;;) {
        if (this.#finished !== null) return { kind: "finished", finished: this.#finished };
        if (this.#asked !== null) return { kind: "asks", question: this.#asked.question };
        if (isOver) return { kind: "waits" };
        await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      this.#attending -= 1;
      this.#listeners.delete(listener);
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
