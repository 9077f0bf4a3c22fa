// The demo's model: says the story's answers, one per request, in small pieces as a real one does. It contacts no server and
// costs nothing.

import { setTimeout as sleep } from "node:timers/promises";
import { ModelError, type Model } from "../../agent/index.ts";

export type DemoModelOptions = {
  readonly answers: readonly string[];
  /** Takes the time a real one takes; without it everything comes at once. */
  readonly isPaced: boolean;
};

const FIRST_WORD_MS = 500;
const PIECE_MS = 22;

export function demoModel({ answers, isPaced }: DemoModelOptions): Model {
  let asked = 0;
  return {
    name: "demo/scripted",
    async stream({ signal }, take) {
      const answer = answers[asked] ?? "";
      asked += 1;
      const wait = async (ms: number): Promise<void> => {
        if (isPaced && signal?.aborted !== true) await sleep(ms, undefined, { signal }).catch(() => undefined);
        if (signal?.aborted === true) throw new ModelError("cut", "Interrupted.");
      };
      await wait(FIRST_WORD_MS);
      for (const [at, delta] of piecesOf(answer).entries()) {
        // Uneven, as over a network.
        await wait(PIECE_MS * (0.5 + ((at * 7) % 10) / 10));
        take({ kind: "text", delta });
      }
      take({ kind: "finish", reason: "stop", usage: { input: null, output: null, cached: null } });
    },
  };
}

/** About as much as a token holds: a word, or a part of a line. */
function piecesOf(text: string): readonly string[] {
  return text.match(/\n|[^\S\n]*\S{1,6}|[^\S\n]+/g) ?? [];
}
