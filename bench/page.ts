// What a person waits for in the page of `galley web`: how long a large change takes until its first rows are painted
// and it can be answered, and the longest frame while scrolling through it. Headless Chromium, the review screen alone.

import type { Page } from "playwright-core";
import type { ChangePayload } from "../src/approval/index.ts";
import { openHarness, questionOf, run } from "../test/web-page/review-harness/open.ts";
import { patchPayload } from "../test/support/payloads.ts";
import { median } from "./race.ts";
import type { BenchRow } from "./rows.ts";

const ROUNDS = 5;
// How long a question must be on the screen before it can be answered (review/asking/gate.ts).
const STABLE_MS = 300;

export async function benchPage(): Promise<BenchRow[]> {
  const harness = await openHarness();
  try {
    const measured = async (name: string, payload: ChangePayload, limit: number): Promise<BenchRow> => {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const page = await harness.open();
        times.push(await opened(page, payload));
        await page.context().close();
      }
      const ours = median(times);
      return { name, ours, rival: limit, rivalName: "limit", limit: `≤ ${limit} ms`, ok: ours <= limit };
    };
    const large = hundredThousandLines();
    const page = await harness.open();
    await opened(page, large);
    const frame = await slowFrame(page);
    await page.context().close();
    return [
      await measured("page: 10,000 lines with 500 changes open, ms", manyChanges(10_000, 500), 1000),
      await measured("page: a 100,000-line diff opens, ms", large, 2000),
      await measured("page: one line of 1 MB opens, ms", oneLine(1_000_000), 1000),
      {
        name: "page: 95 % of frames while scrolling 100,000 lines, ms",
        ours: frame,
        rival: 17,
        rivalName: "60 per second",
        limit: "≤ 25 ms",
        ok: frame <= 25,
      },
    ];
  } finally {
    await harness.close();
  }
}

/** Until it can be answered; the time that must pass before that is not counted. */
async function opened(page: Page, payload: ChangePayload): Promise<number> {
  return (await run<number>(page, "opens", questionOf(payload))) - STABLE_MS;
}

/** A fast flick through the list: 95 of 100 frames take no longer. */
async function slowFrame(page: Page): Promise<number> {
  const frames = await run<number[]>(page, "frames", { by: 240, times: 120 });
  return frames[Math.floor(frames.length * 0.95)]!; // There are as many as asked for.
}

function manyChanges(lines: number, changes: number): ChangePayload {
  const old = Array.from({ length: lines }, (_, at) => `  const value${at} = compute(${at}, "step");\n`);
  const every = Math.floor(lines / changes);
  const fresh = old.map((line, at) => (at % every === 0 ? line.replace("compute", "computeAll") : line));
  return patchPayload("ws/src/large.ts", old.join(""), fresh.join(""));
}

function hundredThousandLines(): ChangePayload {
  const old = Array.from({ length: 50_000 }, (_, at) => `  const value${at} = compute(${at}, "step");\n`);
  const fresh = old.map((line) => line.replace("compute", "computeAll"));
  return patchPayload("ws/src/huge.ts", old.join(""), fresh.join(""));
}

function oneLine(length: number): ChangePayload {
  const line = "abcdefghi ".repeat(length / 10);
  return patchPayload("ws/data.json", `${line}\n`, `${line.slice(0, length / 2)}changed${line.slice(length / 2)}\n`);
}
