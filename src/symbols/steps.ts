// Work in small steps: run in one go, or with other work in between.

export type Steps<Value> = Generator<undefined, Value>;

export function runAtOnce<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Lets other work have its turn when it is time, and throws when the signal has fired. */
export type Turn = () => Promise<void>;

/** How long other work may wait for its turn: a key that is typed meanwhile is drawn within a frame. */
const TURN_MILLISECONDS = 5;

export function turns(signal: AbortSignal | undefined): Turn {
  let since = performance.now();
  return async () => {
    if (performance.now() - since >= TURN_MILLISECONDS) {
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
    signal?.throwIfAborted();
  };
}

export async function runInTurns<Value>(steps: Steps<Value>, turn: Turn): Promise<Value> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await turn();
  }
}
