// How fast edit blocks are read out of a stream, in chunks as models send them and in the smallest there are.
// Best of several rounds: other programs on the machine only ever make a round slower.

import { BlockParser } from "../src/edits/index.ts";
import type { BenchRow } from "./rows.ts";

const MEGABYTE = 1_000_000;
const CHUNK = 64;
const WANTED = 100;
const ROUNDS = 7;

export async function benchParser(): Promise<readonly BenchRow[]> {
  const speed = throughput(answerOf(8 * MEGABYTE));
  const ratio = secondsFor(single(answerOf(4 * MEGABYTE))) / secondsFor(single(answerOf(MEGABYTE)));
  const byteRatio = secondsFor(bytes(answerOf(4 * MEGABYTE))) / secondsFor(bytes(answerOf(MEGABYTE)));
  return [
    {
      name: `edit blocks in chunks of ${CHUNK}, MB/s`,
      ours: speed,
      rival: null,
      rivalName: "",
      limit: `≥ ${WANTED}`,
      ok: speed >= WANTED,
    },
    linear("edit blocks in single characters, 4 MB over 1 MB", ratio),
    linear("edit blocks in single bytes, 4 MB over 1 MB", byteRatio),
  ];
}

function linear(name: string, ratio: number): BenchRow {
  return { name, ours: ratio, rival: 4, rivalName: "linear", limit: "≤ 1.5×", ok: ratio <= 6 };
}

/** An answer as models write them: some words, then a change of a dozen lines with its context. */
function answerOf(size: number): string {
  const context = Array.from({ length: 6 }, (_, at) => `    const value${at} = compute(${at}, options, "some text");`);
  const block = [
    "The total was computed before the discount; this moves it after, and keeps the rounding as it was.",
    "",
    "src/orders/total.ts",
    "««« EDIT",
    ...context,
    "    return values.length;",
    "═══════ REPL",
    ...context,
    "    return values.reduce((sum, value) => sum + value, 0);",
    "»»» EDIT END",
    "",
    "",
  ].join("\n");
  return block.repeat(Math.ceil(size / block.length));
}

function throughput(answer: string): number {
  const chunks: string[] = [];
  // Flat strings of their own, as a decoder makes them.
  for (let at = 0; at < answer.length; at += CHUNK) chunks.push(Buffer.from(answer.slice(at, at + CHUNK)).toString());
  return Buffer.byteLength(answer) / MEGABYTE / secondsFor(chunks);
}

function single(answer: string): readonly string[] {
  return answer.split("");
}

/** Made one at a time: millions of views that are alive cost the garbage collector more than reading costs the parser. */
function bytes(answer: string): Iterable<Uint8Array> {
  const all = new TextEncoder().encode(answer);
  return {
    *[Symbol.iterator]() {
      for (let at = 0; at < all.length; at += 1) yield all.subarray(at, at + 1);
    },
  };
}

function secondsFor(chunks: Iterable<string | Uint8Array>): number {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const parser = new BlockParser();
    let blocks = 0;
    const start = performance.now();
    for (const chunk of chunks) for (const event of parser.push(chunk)) if (event.kind === "block-end") blocks += 1;
    for (const event of parser.end()) if (event.kind === "block-end") blocks += 1;
    best = Math.min(best, performance.now() - start);
    if (blocks === 0) throw new Error("the bench reads an answer without blocks");
  }
  return best / 1000;
}
