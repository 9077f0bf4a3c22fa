// What the user asks for, in its order, until someone takes it. One taker at a time.

import type { ChatRequest } from "./types.ts";

export class RequestQueue {
  readonly #waiting: ChatRequest[] = [];
  #taker: ((request: ChatRequest) => void) | null = null;

  add(request: ChatRequest): void {
    const taker = this.#taker;
    this.#taker = null;
    if (taker === null) this.#waiting.push(request);
    else taker(request);
  }

  next(): Promise<ChatRequest> {
    const request = this.#waiting.shift();
    if (request !== undefined) return Promise.resolve(request);
    return new Promise((resolve) => {
      this.#taker = resolve;
    });
  }
}
