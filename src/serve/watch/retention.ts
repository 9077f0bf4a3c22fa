// Deletes the contents of questions that ended long ago, every hour while the server runs. Any number of servers may do
// so at once; what fails is done the next time.

import { isFailure } from "../../base/index.ts";
import type { ServeParts } from "../parts.ts";
import { errorFacts } from "./log.ts";

const EVERY_MS = 3_600_000;
const FIRST_MS = 60_000;

/** Returns how to stop, which waits for what is being deleted. */
export function keepDeleting({ store, config, metrics, log, signal }: ServeParts): () => Promise<void> {
  let working = Promise.resolve();
  const work = async (): Promise<void> => {
    try {
      for (let deleted = 1; deleted > 0 && !signal.aborted;) {
        deleted = await store.questions.deleteContents({ thanMs: config.deleteContentsAfterMs });
        if (deleted > 0) metrics.add("galley_deleted_contents", {}, deleted);
      }
    } catch (error) {
      log({ level: isFailure(error, "IO") ? "warning" : "error", event: "deleting-failed", ...errorFacts(error) });
    }
  };
  const begin = (): void => {
    working = work();
  };
  const first = setTimeout(begin, FIRST_MS).unref();
  const timer = setInterval(begin, EVERY_MS).unref();
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    await working;
  };
}
