import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AssistantPart, CallResult, Message } from "./messages.ts";
import { INTERRUPTED, repairHistory } from "./repair.ts";

const user = (text: string): Message => ({ role: "user", text });
const says = (text: string): AssistantPart => ({ kind: "text", text });
const calls = (id: string, tool = "ls"): AssistantPart => ({ kind: "call", id, tool, args: {} });
const assistant = (...parts: AssistantPart[]): Message => ({ role: "assistant", parts });
const result = (id: string, content: string, tool = "ls"): CallResult => ({ id, tool, content, isError: false });
const results = (...given: CallResult[]): Message => ({ role: "tool", results: given });
const stopped = (id: string, tool = "ls", content = INTERRUPTED): CallResult => ({ id, tool, content, isError: true });

describe("S3-21, S3-23: calls left without an answer", () => {
  test.each<[string, Message[], Message[]]>([
    ["an empty history", [], []],
    ["nothing dangling", [user("a"), assistant(says("b"))], [user("a"), assistant(says("b"))]],
    [
      "one dangling call",
      [user("a"), assistant(calls("1", "rm"))],
      [user("a"), assistant(calls("1", "rm")), results(stopped("1", "rm"))],
    ],
    [
      "three dangling calls: ids and names match",
      [user("a"), assistant(calls("1", "ls"), calls("2", "rm"), calls("3", "grep"))],
      [
        user("a"),
        assistant(calls("1", "ls"), calls("2", "rm"), calls("3", "grep")),
        results(stopped("1", "ls"), stopped("2", "rm"), stopped("3", "grep")),
      ],
    ],
    [
      "already answered",
      [user("a"), assistant(calls("1")), results(result("1", "ok"))],
      [user("a"), assistant(calls("1")), results(result("1", "ok"))],
    ],
    [
      "what came before stays as it is",
      [
        user("a"),
        assistant(calls("1")),
        results(result("1", "ok")),
        assistant(says("b")),
        user("c"),
        assistant(calls("2")),
      ],
      [
        user("a"),
        assistant(calls("1")),
        results(result("1", "ok")),
        assistant(says("b")),
        user("c"),
        assistant(calls("2")),
        results(stopped("2")),
      ],
    ],
    [
      "text and call in one answer",
      [user("a"), assistant(says("let me look"), calls("1"))],
      [user("a"), assistant(says("let me look"), calls("1")), results(stopped("1"))],
    ],
    [
      "T52: an earlier round, partially answered",
      [user("a"), assistant(calls("1"), calls("2")), results(result("2", "ok")), user("b")],
      [user("a"), assistant(calls("1"), calls("2")), results(stopped("1"), result("2", "ok")), user("b")],
    ],
    [
      "T52: results out of order, after other words",
      [user("a"), assistant(calls("1"), calls("2")), user("b"), results(result("2", "two"), result("1", "one"))],
      [user("a"), assistant(calls("1"), calls("2")), results(result("1", "one"), result("2", "two")), user("b")],
    ],
    ["a result without a call", [user("a"), results(result("9", "?"))], [user("a")]],
    [
      "a second result",
      [user("a"), assistant(calls("1")), results(result("1", "ok"), result("1", "again"))],
      [user("a"), assistant(calls("1")), results(result("1", "ok"))],
    ],
    [
      "a name used twice",
      [user("a"), assistant(calls("1")), results(result("1", "x")), assistant(calls("1")), results(result("1", "y"))],
      [
        user("a"),
        assistant(calls("1")),
        results(result("1", "x")),
        assistant(calls("1_2")),
        results(result("1_2", "y")),
      ],
    ],
    [
      "a name used twice in one answer",
      [user("a"), assistant(calls("1"), calls("1")), results(result("1", "x"), result("1", "y"))],
      [user("a"), assistant(calls("1"), calls("1_2")), results(result("1", "x"), result("1_2", "y"))],
    ],
    ["a blank answer", [user("a"), assistant(says(" \n"))], [user("a")]],
    ["reasoning that nothing came of", [user("a"), assistant({ kind: "reasoning", text: "hm" })], [user("a")]],
    ["blank words", [user(" "), user("b")], [user("b")]],
  ])("%s", (_, before, after) => expect(repairHistory(before)).toEqual(after));

  test("a custom message", () => {
    const because = "The run was stopped.";
    expect(repairHistory([user("a"), assistant(calls("1"))], { because })).toEqual([
      user("a"),
      assistant(calls("1")),
      results(stopped("1", "ls", because)),
    ]);
  });
});

const ids = fc.constantFrom("1", "2", "1_2", "a b", "");
const part = fc.oneof<fc.Arbitrary<AssistantPart>[]>(
  fc.constantFrom("", " ", "x").map(says),
  fc.constant<AssistantPart>({ kind: "reasoning", text: "r" }),
  ids.map((id) => calls(id)),
);
const message = fc.oneof<fc.Arbitrary<Message>[]>(
  fc.constantFrom("", "hello").map(user),
  fc.array(part, { maxLength: 4 }).map((parts) => assistant(...parts)),
  fc.array(ids, { maxLength: 4 }).map((given) => results(...given.map((id) => result(id, `r${id}`)))),
);
const history = fc.array(message, { maxLength: 12 });

describe("for any history", () => {
  test("repairing twice is repairing once", () =>
    fc.assert(
      fc.property(history, (before) => {
        const once = repairHistory(before);
        expect(repairHistory(once)).toEqual(once);
      }),
    ));

  test("every call has one result, in order, directly after; every id is used once", () =>
    fc.assert(
      fc.property(history, (before) => {
        const after = repairHistory(before);
        const seen = new Set<string>();
        for (const [at, one] of after.entries()) {
          if (one.role !== "assistant") {
            if (one.role === "tool") expect(after[at - 1]?.role).toBe("assistant");
            continue;
          }
          const made = one.parts.flatMap((each) => (each.kind === "call" ? [each.id] : []));
          for (const id of made) {
            expect(seen.has(id)).toBe(false);
            seen.add(id);
          }
          const next = after[at + 1];
          expect(next?.role === "tool" ? next.results.map(({ id }) => id) : []).toEqual(made);
        }
      }),
    ));

  test("words are neither lost nor changed", () =>
    fc.assert(
      fc.property(history, (before) => {
        const words = (list: readonly Message[]) =>
          list.flatMap((one) => {
            if (one.role === "user") return one.text.trim() === "" ? [] : [one.text];
            return one.role === "assistant"
              ? one.parts.flatMap((each) => (each.kind === "text" && each.text.trim() !== "" ? [each.text] : []))
              : [];
          });
        expect(words(repairHistory(before))).toEqual(words(before));
      }),
    ));
});
