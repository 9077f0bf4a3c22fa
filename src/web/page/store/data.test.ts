import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { QuestionSummary, WebEvent, WebLine, WebState, WebTask } from "../../protocol.ts";
import { openData, reduceLines, settleNow, type Data } from "./data.ts";

const STATE: WebState = {
  cursor: "a/0",
  version: "1.0.0",
  root: "/home/me/project",
  name: "project",
  host: "laptop",
  warnings: [],
  questions: [],
  unreadable: [],
  tasks: [],
  conversation: { session_id: "s", model: null, busy: false, events: [], next: 0 },
  selection: [],
  models: { current: null, available: [], advice: null },
};

const question = (id: string): QuestionSummary => ({
  id,
  asked_at: `2026-01-01T00:00:0${id}Z`,
  deadline: null,
  asker: { door: "apply", host: "laptop", root: "/home/me/project", session: null, call_key: id },
  type: "edit",
  description: `Edit ${id}`,
  paths: [`${id}.ts`],
});

const task = (id: string, kind: "working" | "asking" | "cancelled"): WebTask => ({
  id,
  kind: "apply",
  started_at: "2026-01-01T00:00:00Z",
  state: { kind },
  notes: [],
});

const gone = (id: string): WebEvent => ({ type: "gone", question: question(id), because: "expired", at: "then" });
const answered = (id: string, from: string): WebEvent => ({
  type: "answered",
  question: question(id),
  decision: { kind: "rejected", reason: null } as never, // Passed through, never looked at.
  from,
  at: "then",
});

const lines = (events: readonly WebEvent[]): WebLine[] => events.map((event, at) => ({ cursor: `a/${at + 1}`, event }));
const fold = (...events: readonly WebEvent[]): Data => reduceLines(openData(STATE), lines(events));

describe("events", () => {
  test("questions are listed by age", () => {
    const data = fold(...["2", "1", "3"].map((id): WebEvent => ({ type: "question", question: question(id) })));
    expect(data.questions.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  });

  test("a question that ended is listed with its outcome and does not open again", () => {
    const data = fold({ type: "question", question: question("1") }, gone("1"), {
      type: "question",
      question: question("1"),
    });
    expect(data.questions).toEqual([]);
    expect(data.settled.map(({ question: { id }, outcome: { kind } }) => [id, kind])).toEqual([["1", "closed"]]);
  });

  test("the first outcome stays", () =>
    expect(fold(answered("1", "a terminal"), gone("1")).settled.map(({ outcome }) => outcome.kind)).toEqual([
      "answered",
    ]));

  test("an outcome that is known before its event stays", () => {
    const asked = fold({ type: "question", question: question("1") });
    const told = settleNow(asked, "1", { kind: "closed", because: "withdrawn", at: "now" });
    expect([told.questions.length, settleNow(told, "1", { kind: "closed", because: "expired", at: "" })]).toEqual([
      0,
      told,
    ]);
    const after = reduceLines(told, [{ cursor: "a/9", event: gone("1") }]);
    expect(after.settled).toEqual(told.settled);
  });

  test("a task that has ended does not begin again", () => {
    const events = [task("1", "cancelled"), task("1", "working")].map((one): WebEvent => ({ type: "task", task: one }));
    expect(fold(...events).tasks.map(({ state }) => state.kind)).toEqual(["cancelled"]);
  });

  test("another conversation makes this one old; this one has another model", () => {
    expect(fold({ type: "conversation-opened", session_id: "t", model: "m" }).isConversationOld).toBe(true);
    const same = fold({ type: "conversation-opened", session_id: "s", model: "m" });
    expect(same).toMatchObject({ isConversationOld: false, conversation: { model: "m" } });
  });

  test("a missing event of the conversation makes it old", () => {
    const late: WebEvent = { type: "conversation", session_id: "s", index: 3, event: { type: "note", message: "" } };
    expect(fold(late).isConversationOld).toBe(true);
  });

  test("a new connection remembers what was settled, and that everything fetched is old", () => {
    const before = fold(gone("1"));
    const after = openData({ ...STATE, cursor: "b/0" }, before);
    expect([after.settled, after.changed.files]).toEqual([before.settled, "b/0"]);
  });
});

// A server's stream: events in an order that can happen.
const ids = fc.constantFrom("1", "2", "3", "4");
const streams: fc.Arbitrary<readonly WebEvent[]> = fc
  .array(
    fc.oneof(
      ids.map((id): WebEvent => ({ type: "question", question: question(id) })),
      ids.map(gone),
      fc.tuple(ids, fc.constantFrom("this page", "a terminal")).map(([id, from]) => answered(id, from)),
      fc
        .tuple(ids, fc.constantFrom("working" as const, "asking" as const, "cancelled" as const))
        .map(([id, kind]): WebEvent => ({ type: "task", task: task(id, kind) })),
      fc.constant<WebEvent>({ type: "files-changed", paths: null }),
      fc.constant<WebEvent>({ type: "log-changed" }),
      fc.constant<WebEvent>({ type: "rules-changed" }),
      fc.constant<WebEvent>({ type: "ping" }),
      fc.string({ maxLength: 3 }).map((text): WebEvent => ({
        type: "conversation",
        session_id: "s",
        index: -1,
        event: { type: "text-delta", text },
      })),
      ids.map((path): WebEvent => ({ type: "selection", selection: [{ path, size: 1, auto_added: false }] })),
    ),
  )
  .map((events) => {
    let index = 0;
    return events.map((event) => (event.type === "conversation" ? { ...event, index: index++ } : event));
  });

test("a stream that is cut, replayed and repeated anywhere gives the same state", () =>
  fc.assert(
    fc.property(streams, fc.array(fc.tuple(fc.nat(8), fc.nat(8))), (events, cuts) => {
      const all = lines(events);
      const straight = reduceLines(openData(STATE), all);
      let data = openData(STATE);
      let at = 0;
      for (const [forward, back] of cuts) {
        // A piece, then a lost connection that continues some lines before its end.
        data = reduceLines(data, all.slice(at, at + forward));
        at = Math.max(0, Math.min(all.length, at + forward) - back);
      }
      expect(reduceLines(data, all.slice(at))).toEqual(straight);
      expect(all.reduce((one, line) => reduceLines(one, [line]), openData(STATE))).toEqual(straight);
    }),
  ));
