import { expect, test } from "vitest";
import { idMaker, newId } from "./ids.ts";

test("ids sort by time and differ by chance", () => {
  let now = 1_700_000_000_000;
  let chance = 0;
  const next = idMaker(
    () => new Date(now),
    (bytes) => bytes.fill((chance += 1)),
  );
  const first = next();
  const second = next();
  now += 1;
  const third = next();
  expect(first).toMatch(/^[0-9a-hjkmnp-tv-z]{9}-[0-9a-hjkmnp-tv-z]{8}$/);
  expect(first).not.toBe(second);
  expect([third, first].sort()).toEqual([first, third]);
});

test("ids of the same moment are different", () => {
  const ids = Array.from({ length: 10_000 }, () => newId());
  expect(new Set(ids).size).toBe(ids.length);
});
