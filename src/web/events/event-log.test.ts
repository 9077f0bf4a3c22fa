import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WebEvent, WebLine } from "../protocol.ts";
import { EventLog } from "./event-log.ts";
import { eventStream } from "./event-stream.ts";

const event = (number: number): WebEvent => ({ type: "files-changed", paths: [String(number)] });
const parse = (bytes: Uint8Array): WebLine[] =>
  Buffer.from(bytes)
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as WebLine);

/** Reads everything there is after a position, in chunks of about `size` bytes. */
function readAll(log: EventLog, cursor: string | null, size = 1): WebLine[] {
  const lines: WebLine[] = [];
  let position = cursor === null ? null : log.positionOf(cursor);
  for (;;) {
    const next = log.after(position, size);
    if (next === null) return lines;
    lines.push(...parse(next.bytes));
    position = next.position;
  }
}

describe("the log of events", () => {
  test("whoever continues where they were sees every event once, in order; who cannot is told to start again", () => {
    const run = fc.record({
      most: fc.record({ lines: fc.integer({ min: 0, max: 8 }), bytes: fc.integer({ min: 0, max: 900 }) }),
      before: fc.nat(12),
      after: fc.nat(12),
      size: fc.integer({ min: 1, max: 500 }),
    });
    fc.assert(
      fc.property(run, ({ most, before, after, size }) => {
        const log = new EventLog({ most });
        for (let number = 0; number < before; number += 1) log.add(event(number));
        const { cursor } = log;
        for (let number = 0; number < after; number += 1) log.add(event(before + number));
        const lines = readAll(log, cursor, size);
        const missed = Array.from({ length: after }, (_, at) => event(before + at));
        if (lines[0]?.event.type === "reset") expect(lines).toEqual([{ cursor: log.cursor, event: { type: "reset" } }]);
        else expect(lines.map((line) => line.event)).toEqual(missed);
        // Every line's cursor continues after it.
        for (const [at, line] of lines.entries()) expect(readAll(log, line.cursor)).toEqual(lines.slice(at + 1));
      }),
    );
  });

  test("within its bounds nothing is lost; beyond them it holds no more than they say", () => {
    const log = new EventLog({ most: { lines: 3, bytes: 100_000 } });
    const start = log.cursor;
    for (const number of [1, 2, 3]) log.add(event(number));
    expect(readAll(log, start)).toHaveLength(3);
    log.add(event(4));
    expect(readAll(log, start).map((line) => line.event)).toEqual([{ type: "reset" }]);
  });

  test("one event that is larger than everything that is kept starts readers again", () => {
    const log = new EventLog({ most: { lines: 10, bytes: 200 } });
    const { cursor } = log;
    log.add({ type: "files-changed", paths: ["x".repeat(1_000)] });
    expect(readAll(log, cursor).map((line) => line.event)).toEqual([{ type: "reset" }]);
  });

  test.each(["", "other/0", "/", "x/-1", "x/1e3", "x/99", "x/0x1", `x/${"9".repeat(40)}`])(
    "cursor %j: reset",
    (cursor) => {
      const log = new EventLog({ newId: () => "x" });
      log.add(event(1));
      expect(readAll(log, cursor).map((line) => line.event)).toEqual([{ type: "reset" }]);
    },
  );
});

describe("a stream", () => {
  test("brings what is there, then what comes, then a ping, until it is ended", async () => {
    const log = new EventLog();
    const { cursor } = log;
    log.add(event(1));
    const end = new AbortController();
    const reader = eventStream({ log, after: cursor, signal: end.signal, pingMs: 10 }).getReader();
    const next = async (): Promise<unknown> => parse((await reader.read()).value!).map((line) => line.event);
    expect(await next()).toEqual([event(1)]);
    const coming = next();
    log.add(event(2));
    expect(await coming).toEqual([event(2)]);
    expect(await next()).toEqual([{ type: "ping" }]);
    const last = reader.read();
    end.abort();
    expect(await last).toMatchObject({ done: true });
  });

  test("a reader that takes nothing is not waited for, and starts again when it fell behind", async () => {
    const log = new EventLog({ most: { lines: 2, bytes: 10_000 } });
    const reader = eventStream({ log, after: log.cursor, signal: new AbortController().signal }).getReader();
    for (let number = 0; number < 100; number += 1) log.add(event(number));
    expect(parse((await reader.read()).value!)).toEqual([{ cursor: log.cursor, event: { type: "reset" } }]);
  });
});
