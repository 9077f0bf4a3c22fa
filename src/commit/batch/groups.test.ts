import { expect, test } from "vitest";
import { groupsOf, Scratch } from "./groups.ts";

const MB = 1_000_000;

test.each([
  ["nothing has no group", [], []],
  ["what fits stays together", [MB, MB, MB], [[MB, MB, MB]]],
  ["so many at the most", Array<number>(66).fill(1), [Array<number>(64).fill(1), [1, 1]]],
  ["bytes up to the limit", [3 * MB, MB, 1], [[3 * MB, MB], [1]]],
  ["more than the limit is a group of its own, in its place", [1, 9 * MB, 1], [[1], [9 * MB], [1]]],
])("groups: %s", (_, sizes, groups) => expect(groupsOf(sizes, (size) => size)).toEqual(groups));

test("room is given out once until it is cleared", () => {
  const scratch = new Scratch(2 * MB);
  const [first, second] = [scratch.room(600_000)!, scratch.room(400_000)!];
  expect([first.byteOffset, first.length, second.byteOffset, second.length]).toEqual([0, 600_000, 600_000, 400_000]);
  expect(scratch.room(1)).toBeUndefined();
  scratch.clear();
  expect(scratch.room(1)).toMatchObject({ buffer: first.buffer, byteOffset: 0 });
  const small = new Scratch(3);
  expect([small.room(3)?.buffer.byteLength, small.room(1)]).toEqual([3, undefined]);
});
