// Something of the server that is fetched when it is looked at, and again when an event says that it is old. What was
// known stays on screen meanwhile, so nothing jumps.

import { useEffect } from "preact/hooks";
import { messageOf, type Api } from "./api.ts";
import { Store, useStore } from "./store.ts";

export type Fetched<Value> = {
  readonly value: Value | null;
  readonly error: string | null;
};

export class Resource<Value> extends Store<Fetched<Value>> {
  readonly #fetch: () => Promise<Value>;
  /** What was asked for last, and what is on its way. */
  #wanted: string | null = null;
  #isFetching = false;

  constructor(api: Api, path: string) {
    super({ value: null, error: null });
    this.#fetch = () => api.get<Value>(path);
  }

  /** Fetches unless this version is known, or on its way. */
  want(version: string): void {
    if (this.#wanted === version && this.value.error === null) return;
    this.#wanted = version;
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isFetching) return;
    this.#isFetching = true;
    try {
      // It may become old again while it is fetched.
      for (let got: string | null = null; got !== this.#wanted;) {
        got = this.#wanted;
        this.set({ value: await this.#fetch(), error: null });
      }
    } catch (error) {
      this.set({ value: this.value.value, error: messageOf(error) });
    } finally {
      this.#isFetching = false;
    }
  }
}

export function useResource<Value>(resource: Resource<Value>, version: string): Fetched<Value> {
  useEffect(() => resource.want(version), [resource, version]);
  return useStore(resource, (fetched) => fetched);
}
