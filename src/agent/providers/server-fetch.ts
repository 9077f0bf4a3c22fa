// The one way to a model's server: Node's HTTP, through the proxy of the environment, with time limits for a server that stays
// silent and a look at the first bytes of what it answers. A redirect is not followed: the key would go with it.

import { httpFetch, type Environment } from "../../network/index.ts";
import { describeRedirect, describeSent, isEventStream, OtherProtocol } from "./other-protocol.ts";
import { ServerSilence, type Timeouts } from "./timeouts.ts";

/** Throws what fetch throws, and ServerSilence, OtherProtocol and ProxyError; the body throws ServerSilence too. */
export function serverFetch(timeouts: Timeouts, environment: Environment): typeof fetch {
  const fetching = httpFetch({ environment, connectSeconds: timeouts.connect });
  return async (input, init = {}) => {
    const stop = new AbortController();
    const signal = init.signal ? AbortSignal.any([init.signal, stop.signal]) : stop.signal;
    const patience = new Patience(stop);
    return patience.within({ phase: "firstByte", seconds: timeouts.firstByte }, async () => {
      const response = await fetching(input, { ...init, signal, redirect: "manual" });
      if (response.status >= 300 && response.status < 400)
        throw new OtherProtocol(describeRedirect(response.headers.get("location"), urlOf(input)));
      return response.ok ? withoutSilence(response, { patience, idle: timeouts.idle }) : response;
    });
  };
}

/** The same answer when it begins as a stream of events; waits for its first bytes. */
async function withoutSilence(
  response: Response,
  { patience, idle }: { readonly patience: Patience; readonly idle: number },
): Promise<Response> {
  const reader = response.body?.getReader();
  if (reader === undefined) throw new OtherProtocol(describeSent(""));
  const { chunks, isEvents } = await beginning(reader);
  if (!isEvents) throw new OtherProtocol(describeSent(await restOf(reader, chunks)));
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = chunks.shift();
      if (next !== undefined) return controller.enqueue(next);
      const { done, value } = await patience.within({ phase: "idle", seconds: idle }, () => reader.read());
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function beginning(reader: Reader): Promise<{ readonly chunks: Uint8Array[]; readonly isEvents: boolean }> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { chunks, isEvents: false };
    chunks.push(value);
    const isEvents = isEventStream(textOf(chunks));
    if (isEvents !== null) return { chunks, isEvents };
  }
}

const ENOUGH_BYTES = 4096;
const ENOUGH_MS = 1_000;

/** A little more of what is no stream, to say what it is. It may never end. */
async function restOf(reader: Reader, chunks: Uint8Array[]): Promise<string> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), ENOUGH_MS).unref());
  while (chunks.reduce((sum, { length }) => sum + length, 0) < ENOUGH_BYTES) {
    const read = await Promise.race([reader.read().catch(() => null), late]);
    if (read === null || read.done) break;
    chunks.push(read.value);
  }
  void reader.cancel().catch(() => undefined); // What it says about that does not matter any more.
  return textOf(chunks);
}

function textOf(chunks: readonly Uint8Array[]): string {
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function urlOf(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : String(input);
}

/** Ends a wait that takes too long, and the request with it. */
class Patience {
  readonly #stop: AbortController;

  constructor(stop: AbortController) {
    this.#stop = stop;
  }

  async within<T>(
    { phase, seconds }: { readonly phase: keyof Timeouts; readonly seconds: number },
    work: () => Promise<T>,
  ): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const silence = new ServerSilence(phase, seconds);
        reject(silence);
        this.#stop.abort(silence);
      }, seconds * 1_000);
    });
    const working = work();
    working.catch(() => undefined); // It fails with the abort, when its result is no longer needed.
    try {
      return await Promise.race([working, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
