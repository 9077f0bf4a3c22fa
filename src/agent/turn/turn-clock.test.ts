import { expect, test } from "vitest";
import { TurnClock } from "./turn-clock.ts";

test("the clock of a turn does not run while a person is asked", async () => {
  let now = 0;
  const clock = new TurnClock(() => now);
  now = 10;
  const asked = clock.without(async () => {
    now = 500;
    expect(clock.ms()).toBe(10);
    return true;
  });
  await asked({} as never, {});
  now = 505;
  expect(clock.ms()).toBe(15);
});
