// What a session offers to its parts, by typed key. One of each: a second one is an error, because the user of the
// first would silently work on the other.

import { failure } from "../base/index.ts";
import type { ToolWorkspace } from "../tools/index.ts";

declare const provides: unique symbol;

export type Service<Value> = { readonly name: string; readonly [provides]?: Value };

/** A key is itself: two with one name are two services. */
export function defineService<Value>(name: string): Service<Value> {
  return { name };
}

/** The files that a session's tools and edits work on. */
export const ActiveFiles: Service<ToolWorkspace> = defineService<ToolWorkspace>("files");

export class Services {
  readonly #installed = new Map<Service<unknown>, { readonly value: unknown; readonly by: string }>();

  /** INVALID_ARG when there is one already. */
  install<Value>(service: Service<Value>, value: Value, by: string): void {
    const there = this.#installed.get(service);
    if (there !== undefined)
      throw failure(
        "INVALID_ARG",
        `This session already has ${service.name}, from ${there.by}; ${by} cannot add another. Start a second session, or omit one of the two.`,
        { data: { service: service.name } },
      );
    this.#installed.set(service, { value, by });
  }

  find<Value>(service: Service<Value>): Value | null {
    const there = this.#installed.get(service);
    return there === undefined ? null : (there.value as Value); // install let nothing else in under this key.
  }
}
