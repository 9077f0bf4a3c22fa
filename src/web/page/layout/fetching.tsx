// Something that is fetched: what is known, or why it is not there.

import type { ComponentChildren, VNode } from "preact";
import type { Fetched } from "../store/resource.ts";
import { Revealed } from "../text.tsx";

type FetchingProps<Value> = {
  readonly fetched: Fetched<Value>;
  /** For "Reading …". */
  readonly what: string;
  readonly children: (value: Value) => ComponentChildren;
};

export function Fetching<Value>({ fetched: { value, error }, what, children }: FetchingProps<Value>): VNode {
  return (
    <>
      {error !== null && (
        <p class="notice bad" role="alert">
          <span>
            <Revealed text={error} />
            {value !== null && " What follows may be old."}
          </span>
        </p>
      )}
      {value === null ? error === null && <p class="dim">Reading {what}…</p> : children(value)}
    </>
  );
}
