import { expect, test } from "vitest";
import { ShownCalls } from "./shown-calls.ts";

const DIFF = { type: "diff", path: "/a", oldText: "a", newText: "b" };
const call = (more: object = {}) => ({ sessionUpdate: "tool_call", toolCallId: "c", title: "Edit", ...more });
const update = (more: object = {}) => ({ ...call(more), sessionUpdate: "tool_call_update" });

test.each([
  ["nothing was shown", [], { toolCallId: "c" }],
  ["its call", [call({ content: [DIFF], kind: "edit" })], { toolCallId: "c", content: [DIFF], kind: "edit" }],
  ["a later update", [call(), update({ content: [DIFF] })], { toolCallId: "c", content: [DIFF] }],
  [
    "an update without it",
    [call({ content: [DIFF] }), update({ content: null })],
    { toolCallId: "c", content: [DIFF] },
  ],
  [
    "an update that took it back",
    [call({ content: [DIFF] }), update({ content: [] })],
    { toolCallId: "c", content: [] },
  ],
  ["a call of the same name begins", [call({ content: [DIFF] }), call()], { toolCallId: "c" }],
  ["the call is over", [call({ content: [DIFF] }), update({ status: "completed" })], { toolCallId: "c" }],
  ["another call", [call({ toolCallId: "d", content: [DIFF] })], { toolCallId: "c" }],
  ["no call at all", [null, 1, { sessionUpdate: "plan", toolCallId: "c", content: [DIFF] }], { toolCallId: "c" }],
])("a request without a diff, after %s", (_, updates, expected) => {
  const calls = new ShownCalls();
  for (const each of updates) calls.hear(each);
  expect(calls.of({ toolCallId: "c" })).toEqual(expected);
});

test("what the request says counts", () => {
  const calls = new ShownCalls();
  calls.hear(call({ content: [DIFF], kind: "edit" }));
  expect(calls.of({ toolCallId: "c", content: [], kind: "execute" })).toEqual({
    toolCallId: "c",
    content: [],
    kind: "execute",
  });
});

test("calls that never end are forgotten, the oldest first", () => {
  const calls = new ShownCalls();
  for (let n = 0; n < 501; n += 1) calls.hear(call({ toolCallId: String(n), kind: "edit" }));
  expect(["0", "1", "500"].map((toolCallId) => calls.of({ toolCallId }).kind)).toEqual([undefined, "edit", "edit"]);
});
