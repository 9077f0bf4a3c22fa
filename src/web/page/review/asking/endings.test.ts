// What became of a question, in words that are true for this answer.

import { expect, test } from "vitest";
import type { Decision } from "../../../../approval/index.ts";
import { endingOf } from "./endings.ts";

const answered = (...actions: readonly string[]) => ({
  kind: "answered" as const,
  // Only what is looked at.
  decision: { approval_id: "q", items: actions.map((action) => ({ action })) } as unknown as Decision,
  at: "2026-01-01T00:00:00Z",
  from: null,
});

test.each([
  [["apply", "reject"], false, "Approved 1 of 2 files.", true],
  [["reject"], false, "Rejected.", false],
  [["apply"], true, "Kept.", false],
])("%j, on disk: %s", (actions, isOnDisk, title, isWritten) => {
  const ending = endingOf(answered(...actions), isOnDisk);
  expect([ending.title, ending.next.includes("writes it")]).toEqual([title, isWritten]);
});
