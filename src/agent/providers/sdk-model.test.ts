import { describe, expect, test, vi } from "vitest";
import * as fc from "fast-check";
import type { ModelEvent } from "../model.ts";
import { sdkModel } from "./sdk-model.ts";
import type { LanguageModel, StreamPart } from "./sdk-types.ts";

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A provider that says these parts; a function is waited for, and may look around or throw. */
function provider(parts: readonly (StreamPart | (() => unknown))[]): LanguageModel {
  let at = 0;
  const stream = new ReadableStream<StreamPart>({
    async pull(controller) {
      for (let part = parts[at]; part !== undefined; part = parts[at]) {
        at += 1;
        if (typeof part !== "function") return controller.enqueue(part);
        await part();
      }
      controller.close();
    },
  });
  return { doStream: async () => ({ stream }) } as unknown as LanguageModel; // The one thing that is asked of it.
}

const text = (delta: string): StreamPart => ({ type: "text-delta", id: "1", delta });
const thought = (delta: string): StreamPart => ({ type: "reasoning-delta", id: "2", delta });
const END = { type: "text-end", id: "1" } as const;

async function streamTo(
  parts: readonly (StreamPart | (() => unknown))[],
  take: (event: ModelEvent) => void,
  signal?: AbortSignal,
): Promise<void> {
  const model = sdkModel({
    model: "a/b",
    own: "a",
    baseUrl: null,
    keyFrom: null,
    secrets: [],
    protocol: "OpenAI",
    load: async () => provider(parts),
  });
  await model.stream({ system: "", messages: [], tools: [], ...(signal ? { signal } : {}) }, take);
}

describe("words of a provider", () => {
  test("are reported before what follows", async () => {
    const events: ModelEvent[] = [];
    await streamTo([thought("Hm"), thought("m."), text("One "), text("two."), END, text("Three.")], (event) => {
      const last = events.at(-1);
      // Words that come together are one event, unless it is other work's turn in between.
      if (last !== undefined && "delta" in last && "delta" in event && last.kind === event.kind)
        events.splice(-1, 1, { ...last, delta: last.delta + event.delta });
      else events.push(event);
    });
    expect(events).toEqual([
      { kind: "reasoning", delta: "Hmm." },
      { kind: "text", delta: "One two." },
      { kind: "text-end" },
      { kind: "text", delta: "Three." },
    ]);
  });

  test("wait for no others", async () => {
    const events: ModelEvent[] = [];
    const reported = (count: number) => (): Promise<void> =>
      vi.waitFor(() => expect(events).toHaveLength(count), { timeout: 30_000 });
    await streamTo([text("One "), reported(1), text("two."), reported(2)], (event) => events.push(event));
  });

  test("that came before the connection broke are reported", async () => {
    const events: ModelEvent[] = [];
    const broken = (): never => {
      throw new TypeError("terminated");
    };
    await expect(streamTo([text("One "), broken], (event) => events.push(event))).rejects.toMatchObject({
      name: "ModelError",
    });
    expect(events).toEqual([{ kind: "text", delta: "One " }]);
  });

  test("nothing is lost, doubled or moved, however they fall", async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom("text", "reasoning", "end"), delta: fc.string() }),
      fc.constant({ kind: "turn", delta: "" }),
    );
    const mark = { text: "t", reasoning: "r" } as const;
    await fc.assert(
      fc.asyncProperty(fc.array(step), async (steps) => {
        let heard = "";
        let last = "";
        await streamTo(
          steps.map(({ kind, delta }) => {
            if (kind === "turn") return nextTurn;
            return kind === "text" ? text(delta) : kind === "reasoning" ? thought(delta) : END;
          }),
          (event) => {
            if (event.kind === "text" || event.kind === "reasoning")
              heard += (event.kind === last ? "" : mark[event.kind]) + event.delta;
            else heard += "|";
            last = event.kind;
          },
        );
        let wanted = "";
        last = "";
        for (const { kind, delta } of steps) {
          if (kind === "turn") continue;
          wanted += kind === "end" ? "|" : (kind === last ? "" : mark[kind as "text"]) + delta;
          last = kind;
        }
        expect(heard).toBe(wanted);
      }),
    );
  });
});

describe("an error thrown by the consumer of the events", () => {
  const bug = new TypeError("fetch failed"); // As like a network's error as can be.

  test.each([
    ["at once", [END, text("more")]],
    ["a turn later", [text("One "), nextTurn, nextTurn, text("two.")]],
    ["at the end", [text("One ")]],
  ])("comes out as it is: %s", async (_when, parts) => {
    let takes = 0;
    const take = (): never => {
      takes += 1;
      throw bug;
    };
    await expect(streamTo(parts, take)).rejects.toBe(bug);
    expect(takes).toBe(1);
  });
});

test("an interrupted stream is left", async () => {
  const stop = new AbortController();
  const events: ModelEvent[] = [];
  const hang = (): Promise<never> => {
    stop.abort();
    return new Promise<never>(() => undefined);
  };
  await streamTo([text("One "), END, hang], (event) => events.push(event), stop.signal);
  expect(events.at(-1)).toEqual({ kind: "text-end" });
});
