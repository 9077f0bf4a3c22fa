import { expect, test } from "vitest";
import type { Journal, Listed } from "./journal.ts";
import type { Held } from "./lock.ts";
import type { Log, LogLine } from "./log.ts";
import { prune } from "./prune.ts";

const held = {} as Held; // These tests are the only writer.
const NOW = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;

/** [age in days by the clock of the time, size, state] per batch, oldest first by sequence; gives the sequences removed. */
function removed(batches: readonly (readonly [number, number, Listed["state"]?])[], now = NOW): readonly number[] {
  const gone: number[] = [];
  const logged: LogLine[] = [];
  const journal: Pick<Journal, "list" | "measure" | "remove"> = {
    list: () =>
      batches.map(([, , state = "done"], index) => ({ id: String(index + 1), sequence: index + 1, state, name: "" })),
    measure: ({ sequence }) => {
      const [age, size] = batches[sequence - 1]!;
      return { size, writtenMs: NOW - age * DAY };
    },
    remove: (_, { sequence }) => void gone.push(sequence),
  };
  const log: Log = { append: (_, line) => void logged.push(line), list: () => ({ entries: [], damaged: 0 }) };
  const receipts = prune(held, {
    journal: journal as Journal, // Pruning uses these three.
    log,
    clock: () => new Date(now),
    limits: { days: 30, bytes: 100 },
  });
  const pruned = logged.flatMap((line) => (line.kind === "pruned" ? line.receipts : []));
  expect([pruned, receipts]).toEqual([gone.map(String), gone.map(String)]);
  return gone;
}

test.each([
  ["nothing there", removed([]), []],
  [
    "old ones go",
    removed([
      [40, 1],
      [31, 1],
      [29, 1],
      [0, 1],
    ]),
    [1, 2],
  ],
  [
    "the newest stays, however old",
    removed([
      [90, 1],
      [80, 1],
    ]),
    [1],
  ],
  [
    "the newest stays, however large",
    removed([
      [2, 60],
      [1, 300],
    ]),
    [],
  ],
  [
    "too much: the oldest go first",
    removed([
      [3, 60],
      [2, 60],
      [1, 60],
      [0, 1],
    ]),
    [1, 2],
  ],
  [
    "pending stays",
    removed([
      [90, 1, "pending"],
      [80, 1],
      [0, 1],
    ]),
    [2],
  ],
  [
    "a clock set back does not make new batches old",
    removed([
      [1, 1],
      [400, 1],
      [399, 1],
      [0, 1],
    ]),
    [],
  ],
  [
    "a clock that was not set says nothing",
    removed([
      [20_000, 1],
      [20_000, 1],
      [0, 1],
    ]),
    [],
  ],
  [
    "batches from the future stay",
    removed([
      [-400, 1],
      [0, 1],
      [0, 1],
    ]),
    [],
  ],
])("%s", (_, actual, expected) => expect(actual).toEqual(expected));
