// Events as lines of JSON, as they happen, and a ping when nothing does. It reads on only as fast as the other side
// takes them, and ends with the signal.

export type LineStreamOptions<T> = {
  readonly events: AsyncIterable<T>;
  readonly ping: () => object;
  readonly signal: AbortSignal;
  readonly pingMs?: number;
};

const PING_MS = 10_000;

export function lineStream<T extends object>(options: LineStreamOptions<T>): Response {
  const { events, ping, signal, pingMs = PING_MS } = options;
  const iterator = events[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<T>> | null = null;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        next ??= iterator.next();
        const got = await orPing(next, { signal, pingMs });
        if (got === "ended") return controller.close();
        if (got === "ping") return controller.enqueue(encoder.encode(`${JSON.stringify(ping())}\n`));
        next = null;
        if (got.done === true) return controller.close();
        controller.enqueue(encoder.encode(`${JSON.stringify(got.value)}\n`));
      },
      cancel: async () => void (await iterator.return?.()),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "content-type": "application/x-ndjson", "x-accel-buffering": "no" } });
}

async function orPing<T>(
  next: Promise<IteratorResult<T>>,
  { signal, pingMs }: { readonly signal: AbortSignal; readonly pingMs: number },
): Promise<IteratorResult<T> | "ping" | "ended"> {
  let stop = (): void => undefined;
  const other = new Promise<"ping" | "ended">((resolve) => {
    const end = (): void => resolve("ended");
    const timer = setTimeout(() => resolve("ping"), pingMs);
    signal.addEventListener("abort", end);
    stop = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
    };
    if (signal.aborted) end();
  });
  try {
    return await Promise.race([other, next]);
  } finally {
    stop();
  }
}
