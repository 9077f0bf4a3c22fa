import { expect, test } from "vitest";
import { shellPayload, type Decision } from "../../approval/index.ts";
import { asReal } from "../../base/index.ts";
import { openReview } from "../../review/index.ts";
import { createPaint } from "../paint.ts";
import { traceOf } from "./trace.ts";

test.each([
  ["npm test", "✓ npm test · you approved it"],
  ["\n  make all\n", "✓ make all · you approved it"],
  ["echo one\necho two", "✓ echo one… · you approved it"],
  [`echo ${"x".repeat(100)}`, `✓ echo ${"x".repeat(55)}… · you approved it`],
  ["echo \u001b[2J", "✓ echo ⟨ESC⟩[2J · you approved it"],
])("what stays of the question about %j", (command, expected) => {
  const cwd = { path: asReal("workspace"), real: asReal("workspace") };
  const place = { where: "confined", image: null, network: false, workspace: "writable" } as const;
  const payload = shellPayload({
    approvalId: "q",
    tool: "shell",
    command,
    cwd,
    environment: {},
    timeoutMs: 1000,
    place,
  });
  const digest = payload.digest as Decision["items"][number]["digest"]; // Made by digestOf.
  const decision: Decision = {
    approval_id: "q",
    items: [{ action: "apply", digest, after: null, by: { kind: "person" } }],
  };
  const rows = traceOf(openReview(payload), decision, { paint: createPaint(false), show: (path) => path });
  expect(rows).toEqual([expected]);
});
