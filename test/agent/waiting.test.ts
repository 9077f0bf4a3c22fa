// A model that says nothing for a while: the display hears of it repeatedly, and no more once it speaks.

import { expect, test } from "vitest";
import type { Model } from "../../src/agent/index.ts";
import { DisplayBuffer } from "../../src/testing/index.ts";
import { turn } from "./scripted-run.ts";

test("E18: silence before and inside an answer is reported", async () => {
  const heard: number[] = [];
  let wake = (): void => undefined;
  const display = new DisplayBuffer((told) => {
    if (told[0] !== "onWaiting") return;
    heard.push(told[1]);
    if (heard.length >= 2) wake();
  });
  const woken = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  const model: Model = {
    name: "slow/model",
    stream: async (_, take) => {
      await woken();
      take({ kind: "text", delta: "Well, " });
      await woken();
      take({ kind: "text", delta: "here I am." });
      take({ kind: "finish", reason: "stop", usage: { input: null, output: null, cached: null } });
    },
  };
  const { result } = await turn([], { model, display, patience: { reportSilenceMs: 5 } });
  expect([result.kind, result.text]).toEqual(["done", "Well, here I am."]);
  const count = heard.length;
  expect(count).toBeGreaterThanOrEqual(3);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(heard.length).toBe(count);
});
