// One request to the model, tried again when the trouble may pass. No tool runs before an answer is whole, so trying
// again never repeats a call. What a broken attempt showed is taken back before the next one.

import { grouped } from "../../base/index.ts";
import { Collector, type Answer, type CollectOptions } from "./collect.ts";
import type { GuardedDisplay } from "../display/display.ts";
import { ModelError, type Model, type ModelEvent, type ModelRequest } from "../model.ts";

export type RetryPolicy = {
  /** How often a request is tried in all. */
  readonly attempts: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** A model that says nothing for this long is reported as being waited for, and again after every such time. */
  readonly reportSilenceMs: number;
};

export const DEFAULT_RETRIES: RetryPolicy = {
  attempts: 5,
  firstWaitMs: 500,
  longestWaitMs: 60_000,
  reportSilenceMs: 10_000,
};

export type RequestOptions = {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly display: GuardedDisplay;
  readonly used: ReadonlySet<string>;
  readonly patience: RetryPolicy;
  readonly signal: AbortSignal;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Between 0 and 1: spreads the waits of many clients. */
  readonly random: () => number;
  readonly blocks?: NonNullable<CollectOptions["blocks"]>;
};

/** `partial` is what had come: the display has seen it and it was committed. */
export type Asked =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "interrupted"; readonly partial: Answer }
  | { readonly kind: "failed"; readonly error: ModelError; readonly partial: Answer };

export async function askModel(options: RequestOptions): Promise<Asked> {
  const { display, patience, signal } = options;
  for (let attempt = 1; ; attempt += 1) {
    const { used, blocks } = options;
    const collector = new Collector({ display, used, ...(blocks && { blocks }) });
    const problem = await stream(options, collector);
    if (problem === null) return { kind: "answered", answer: collector.end() };
    if (signal.aborted) return { kind: "interrupted", partial: collector.end() };
    if (!problem.isPassing || attempt >= patience.attempts)
      return { kind: "failed", error: problem, partial: collector.end() };
    const waitMs = waitFor(problem, attempt, options);
    if (waitMs === null) return { kind: "failed", error: tooPatient(problem), partial: collector.end() };
    const { code, message } = problem;
    display.tell("onRetry", { attempt, waitMs, code, message, discarded: collector.discard() });
    await options.sleep(waitMs, signal);
    if (signal.aborted) return { kind: "interrupted", partial: new Collector({ display, used }).end() };
  }
}

/** Null when the answer is whole. A model that does not listen to the signal is left behind, not waited for. */
async function stream(options: RequestOptions, collector: Collector): Promise<ModelError | null> {
  const { model, request, signal, display, patience } = options;
  let finished = false;
  let heardAt = performance.now();
  const waiting = setInterval(() => {
    const silentMs = performance.now() - heardAt;
    // A timer may be early by a little.
    if (silentMs >= patience.reportSilenceMs * 0.9) display.tell("onWaiting", silentMs);
  }, patience.reportSilenceMs);
  waiting.unref();
  let interrupt = (): void => undefined;
  const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
  signal.addEventListener("abort", interrupt);
  const take = (event: ModelEvent): void => {
    // What arrives late is dropped.
    if (signal.aborted) return;
    heardAt = performance.now();
    collector.take(event);
    if (event.kind === "finish") finished = true;
  };
  try {
    if (!signal.aborted) await Promise.race([model.stream({ ...request, signal }, take), interrupted]);
  } catch (error) {
    if (error instanceof ModelError) return error;
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(waiting);
    signal.removeEventListener("abort", interrupt);
  }
  if (signal.aborted) return new ModelError("cut", "Interrupted.");
  return finished ? null : new ModelError("cut", "The response was cut off.");
}

/** Null: the provider asks for more patience than we have. */
function waitFor(error: ModelError, attempt: number, { patience, random }: RequestOptions): number | null {
  if (error.retryAfterMs !== null) return error.retryAfterMs > patience.longestWaitMs ? null : error.retryAfterMs;
  const wait = Math.min(patience.longestWaitMs, patience.firstWaitMs * 2 ** (attempt - 1));
  return Math.round(wait * (0.5 + random() / 2));
}

function tooPatient(error: ModelError): ModelError {
  const { code, message, retryAfterMs } = error;
  const seconds = grouped(Math.ceil((retryAfterMs ?? 0) / 1_000));
  const more = `It asks to wait ${seconds} s, which is longer than a turn may wait. Try again later.`;
  return new ModelError(code, `${message} ${more}`, { cause: error, retryAfterMs });
}

/** Ends early, without an error, when the signal fires. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}
