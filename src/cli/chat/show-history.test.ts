import { expect, test } from "vitest";
import { CUT_OFF, type Message } from "../../agent/index.ts";
import type { ChatScreen, Item } from "../../terminal/index.ts";
import { showHistory } from "./show-history.ts";

const user = (text: string): Message => ({ role: "user", text });
const said = (text: string): Message => ({ role: "assistant", parts: [{ kind: "text", text }] });
const called: Message = { role: "assistant", parts: [{ kind: "call", id: "1", tool: "ls", args: {} }] };
const result: Message = { role: "tool", results: [{ id: "1", tool: "ls", content: "", isError: false }] };

function recalled(messages: readonly Message[], notes: readonly string[] = [], leftOut = 0): readonly string[] {
  const shown: Item[] = [];
  showHistory({ messages, notes, leftOut }, { show: (item: Item) => void shown.push(item) } as unknown as ChatScreen); // All that it calls.
  return shown.map((item) => `${item.kind}: ${"text" in item ? String(item.text).slice(0, 45) : ""}`);
}

test.each<[string, readonly Message[], readonly string[]]>([
  ["nothing", [], []],
  ["a turn with calls, whole", [user("a"), called, result, said("b")], ["person: a", "markdown: b"]],
  [
    "the last three of four",
    ["1", "2", "3", "4"].flatMap((text) => [user(text), said(`to ${text}`)]),
    [
      "note: One turn before this is not shown again; the ",
      ...["2", "3", "4"].flatMap((text) => [`person: ${text}`, `markdown: to ${text}`]),
    ],
  ],
  [
    "one without an end",
    [user("a"), called, result],
    ["person: a", "note: The last turn was interrupted. What it did is"],
  ],
  [
    "a message without an answer",
    [user("a"), said("b"), user("c")],
    ["person: a", "markdown: b", "person: c", "note: Your last message was not answered. It is bac"],
  ],
  [
    "what a summary says",
    [{ role: "user", text: "/compact", notes: ["(Summary of the conversation so far:)\nAll is well."] }, said("b")],
    ["person: /compact", "markdown: All is well.", "markdown: b"],
  ],
  [
    "the end of a long answer",
    [user("a"), said(`${"x".repeat(30_000)}\n${"y".repeat(19_000)}`)],
    ["person: a", `markdown: … (the end of 49,001 characters)\n\n${"y".repeat(11)}`],
  ],
])("%s", (_, messages, shown) => expect(recalled(messages)).toEqual(shown));

test("an answer that was cut off when the terminal went away says so", () =>
  expect(recalled([user("a"), said("half of an ans")], [CUT_OFF])).toEqual([
    "person: a",
    "markdown: half of an ans",
    "note: The last answer was cut off here, so none of ",
  ]));

test.each([
  [1, 1, "One turn before this is not shown again; the model does not get it any more."],
  [1, 5, "5 turns before this are not shown again; the model does not get them any more."],
  [4, 5, "6 turns before this are not shown again; the model does not get the first 5 of them any more."],
  [5, 1, "3 turns before this are not shown again; the model does not get the first of them any more."],
])("of %i turns that are sent, with %i left out before them", (sent, leftOut, text) => {
  const messages = Array.from({ length: sent }, () => [user("a"), said("b")]).flat();
  const shown: Item[] = [];
  showHistory({ messages, notes: [], leftOut }, {
    show: (item: Item) => void shown.push(item),
  } as unknown as ChatScreen); // As above.
  expect(shown[0]).toEqual({ kind: "note", text });
});
