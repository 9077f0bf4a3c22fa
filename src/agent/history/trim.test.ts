import fc from "fast-check";
import { expect, test } from "vitest";
import type { Message } from "./messages.ts";
import { repairHistory } from "./repair.ts";
import { trimHistory } from "./trim.ts";

const turn = (at: number, size: number, file: string | null = null): Message[] => [
  { role: "user", text: `turn ${at}` },
  { role: "assistant", parts: [{ kind: "call", id: `c${at}`, tool: "read_file", args: {} }] },
  {
    role: "tool",
    results: [
      {
        id: `c${at}`,
        tool: "read_file",
        content: "x".repeat(size),
        isError: false,
        ...(file === null ? {} : { shows: [file] }),
      },
    ],
  },
  { role: "assistant", parts: [{ kind: "text", text: `answer ${at}` }] },
];
const textSize = (messages: readonly Message[]): number => JSON.stringify(messages).length;

test("within the limit nothing changes", () => {
  const messages = [...turn(1, 100), ...turn(2, 100)];
  expect(trimHistory(messages, { limit: 100_000 })).toEqual({
    messages,
    dropped: [],
    left: { files: [], message: null },
  });
});

test("old results go first, words stay; files that are no longer shown are named", () => {
  const messages = [...turn(1, 5_000, "ws/a"), ...turn(2, 5_000, "ws/b"), ...turn(3, 5_000, "ws/a")];
  const { messages: kept, left } = trimHistory(messages, { limit: 14_000 });
  expect(kept.map(({ role }) => role)).toEqual(messages.map(({ role }) => role));
  const contents = kept.flatMap((one) => (one.role === "tool" ? one.results.map(({ content }) => content.length) : []));
  expect(contents).toEqual([76, 76, 5_000]);
  expect(left.files).toEqual(["ws/b"]);
  expect(left.message).toBe(
    "The conversation has grown long: from now on 2 old tool results are not sent to the model any more.",
  );
});

test("one very long turn keeps its words and its newest results", () => {
  const [user, call, result] = turn(0, 5_000) as [Message, Message, Message];
  const rounds = Array.from({ length: 9 }, () => [call, result]).flat();
  const { messages: kept } = trimHistory([user, ...rounds], { limit: 20_000 });
  expect(kept[0]).toBe(user);
  expect(kept.at(-1)).toBe(result);
  expect(textSize(kept)).toBeLessThan(20_000);
});

test("then the oldest turns are dropped", () => {
  const messages = Array.from({ length: 50 }, (_, at) => turn(at, 10)).flat();
  const { messages: kept, dropped, left } = trimHistory(messages, { limit: 10_000 });
  expect([...dropped, ...kept]).toEqual(messages);
  expect(kept.at(-1)).toEqual(messages.at(-1));
  expect(left.message).toMatch(/the first \d+ turns are not sent/);
});

test("for any talk: valid, bounded but for the last turn, and trimming twice is trimming once", () =>
  fc.assert(
    fc.property(
      fc.array(fc.nat(3_000), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1_000, max: 20_000 }),
      (sizes, limit) => {
        const messages = sizes.flatMap((size, at) => turn(at, size));
        const { messages: kept } = trimHistory(messages, { limit });
        expect(repairHistory(kept)).toEqual(kept);
        expect(kept[0]!.role).toBe("user");
        expect(kept.slice(-4)).toEqual(expect.arrayContaining(messages.slice(-3)));
        expect(textSize(kept)).toBeLessThan(limit * 2 + sizes.at(-1)! + 3_000);
        expect(trimHistory(kept, { limit }).messages).toEqual(kept);
      },
    ),
  ));
