// Requests of our own to the editor, between those of the agent: their ids are like no other, and their answers end here.

import { randomUUID } from "node:crypto";
import { failure } from "../../base/index.ts";
import { fieldOf, type Peer } from "../editor.ts";
import type { Message } from "./message.ts";

export class OwnRequests {
  readonly peer: Peer;
  /** The agent must not guess it. */
  readonly #prefix = `galley-${randomUUID()}-`;
  readonly #waiting = new Map<
    string,
    { readonly resolve: (result: unknown) => void; readonly reject: (error: unknown) => void }
  >();
  #last = 0;
  #isClosed = false;

  constructor(send: (message: object) => void) {
    this.peer = {
      notify: (method, params) => send({ method, params }),
      request: (method, params, signal) =>
        new Promise((resolve, reject) => {
          if (this.#isClosed || signal?.aborted) return reject(GONE());
          const id = `${this.#prefix}${(this.#last += 1)}`;
          const stop = (): void => {
            if (this.#waiting.delete(id)) send({ method: "$/cancel_request", params: { requestId: id } });
            reject(GONE());
          };
          const done = (): void => signal?.removeEventListener("abort", stop);
          signal?.addEventListener("abort", stop);
          this.#waiting.set(id, {
            resolve: (result) => {
              done();
              resolve(result);
            },
            reject: (error) => {
              done();
              reject(error as Error); // What the editor sent, as an Error.
            },
          });
          send({ id, method, params });
        }),
    };
  }

  /** True when the message is the answer to one of ours, also one that is not waited for any more. */
  take(message: Message): boolean {
    if (message.kind !== "response" || typeof message.id !== "string" || !message.id.startsWith(this.#prefix))
      return false;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    const { error } = message;
    if (error === undefined) waiting?.resolve(message.result);
    else waiting?.reject(new Error(String(fieldOf(error, "message") ?? "the editor refused")));
    return true;
  }

  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.values()) reject(GONE());
    this.#waiting.clear();
  }
}

const GONE = () => failure("ABORTED", "The editor is no longer there to answer, or the question was withdrawn.");
