// A server with an address may send without end. A message that is larger than a message may be ends the response.

import { counted, failure, LIMITS } from "../../base/index.ts";

const LINE_FEED = 0x0a;

/** Events of a stream are messages of their own, each of which ends with an empty line. */
export function boundedFetch(fetching: typeof fetch, most: number = LIMITS.messageBytes.value): typeof fetch {
  return async (input, init) => {
    const response = await fetching(input, init);
    if (response.body === null) return response;
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    let size = 0;
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        size = (isStream ? sinceEmptyLine(chunk) : null) ?? size + chunk.length;
        if (size <= most) controller.enqueue(chunk);
        else controller.error(failure("IO", `its message has more than ${counted(most, "byte")}`));
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counting), { status, statusText, headers });
  };
}

/** The bytes after the last empty line; null when there is none. Of one between two chunks nothing is known: it counts on. */
function sinceEmptyLine(chunk: Uint8Array): number | null {
  for (let at = chunk.lastIndexOf(LINE_FEED); at > 0; at = chunk.lastIndexOf(LINE_FEED, at - 1)) {
    const before = chunk[at - 1] === 0x0d ? chunk[at - 2] : chunk[at - 1];
    if (before === LINE_FEED) return chunk.length - at - 1;
  }
  return null;
}
