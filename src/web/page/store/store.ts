// One value that components read and follow. It is replaced, never changed.

import { useEffect, useRef, useState } from "preact/hooks";

export class Store<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  update(change: (value: Value) => Value): void {
    this.set(change(this.#value));
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** A part of the store's value; the component is drawn again when that part is another one. */
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part {
  const part = select(store.value);
  const [, draw] = useState(0);
  const drawn = useRef({ part, select });
  drawn.current = { part, select };
  useEffect(() => {
    const look = (): void => {
      const { part: last, select: ask } = drawn.current;
      if (!Object.is(ask(store.value), last)) draw((count) => count + 1);
    };
    // It may have changed since the component was drawn.
    look();
    return store.subscribe(look);
  }, [store]);
  return part;
}
