import { expect, test } from "vitest";
import { deadlineOf } from "./standard-input.ts";

// Starting and ending a program took up to a second on a busy machine, and a host that waits in vain writes the file.
test.each([
  [2, 1000, 1500],
  [12, 6000, 9000],
  [30, 15_000, 22_500],
  [60, 40_000, 50_000],
  [600, 580_000, 590_000],
])("of %i s, a question and then this process end well before the host's limit", (seconds, questionMs, exitMs) =>
  expect(deadlineOf(seconds * 1000)).toEqual({ questionMs, exitMs }),
);
