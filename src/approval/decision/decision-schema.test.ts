import { describe, expect, test } from "vitest";
import { DecisionSchema } from "./decision-schema.ts";

const head = { digest: "d", by: { kind: "person" } };
const decision = (...items: readonly unknown[]) => ({ approval_id: "q1", items });

describe("a decision on the wire", () => {
  test.each<[string, unknown]>([
    ["nothing answered", decision()],
    [
      "every kind of answer",
      {
        ...decision(
          { ...head, action: "apply", after: "v" },
          { ...head, action: "apply", after: null, hunks: [0, 2] },
          { ...head, action: "modify", content: "", after: "v" },
          { ...head, action: "reject" },
          { ...head, action: "reject", reason: "no", by: { kind: "hook", hook: "h" } },
        ),
        stop_run: true,
        places: [{ edit: "1", place: 0 }],
        remember: { effect: "allow", scope: "root", path: "ws", session: null },
      },
    ],
  ])("%s", (_, value) => expect(DecisionSchema.parse(value)).toEqual(value));

  test.each<[string, unknown]>([
    ["no question", { items: [] }],
    ["an action nobody knows", decision({ ...head, action: "maybe" })],
    ["apply without the bytes it is about", decision({ ...head, action: "apply" })],
    ["modify without content", decision({ ...head, action: "modify", after: "v" })],
    ["modify into nothing", decision({ ...head, action: "modify", content: "x", after: null })],
    ["an answer by nobody in particular", decision({ digest: "d", action: "reject" })],
    ["a hunk that is no number", decision({ ...head, action: "apply", after: "v", hunks: ["0"] })],
    ["a rule that forbids", { ...decision(), remember: { effect: "deny", scope: "file", path: "ws/a" } }],
    ["a field that is there and undefined", { ...decision(), stop_run: undefined }],
  ])("not: %s", (_, value) => expect(DecisionSchema.safeParse(value).success).toBe(false));
});
