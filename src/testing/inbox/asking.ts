// The part of the inbox contract about putting questions: one call is one question, whole and unchanged.

import type { Harness } from "../filesystem/subject.ts";
import { ask, asker, changeQuestion, idOf, openIds, yesTo, type InboxCase } from "./subject.ts";

export function inboxAsking(it: InboxCase, expect: Harness["expect"]): void {
  it("an empty store has no questions and no reviewers", async ({ connect }) => {
    const { inbox } = connect();
    expect(await inbox.open()).toEqual({ questions: [], unreadable: [] });
    expect(await inbox.reviewers()).toEqual([]);
  });

  it("a question is seen by another process, with who asks and what it touches", async ({ connect }) => {
    const payload = changeQuestion("ws/src/a.ts");
    const id = await ask(connect().inbox, "call 1", payload);
    const { questions } = await connect().inbox.open();
    expect(questions.map(({ asked_at, ...rest }) => [typeof asked_at, rest])).toEqual([
      [
        "string",
        {
          id,
          deadline: null,
          asker: asker("call 1"),
          type: "patch",
          description: "Edit ws/src/a.ts",
          paths: ["ws/src/a.ts"],
        },
      ],
    ]);
  });

  it("the whole payload comes back exactly, hidden characters included", async ({ connect }) => {
    const hostile = "tab\t cr\r\n bidi\u202e zero\u200b nul-free \u2028 bom\ufeff 🙂 \u001b[2J «»";
    const payload = changeQuestion("ws/a.txt", hostile, `${hostile} before`);
    const id = await ask(connect().inbox, "call 1", payload);
    const read = await connect().inbox.read(id);
    const { question, outcome } = read.kind === "question" ? read : { question: read, outcome: "none" };
    const { asked_at: _, ...rest } = question as unknown as Record<string, unknown>;
    expect([rest, outcome]).toEqual([{ ...payload, id, deadline: null, asker: asker("call 1") }, null]);
  });

  it("a payload of several megabytes is a question like any other", async ({ connect }) => {
    const text = "a line of sixty-four characters, which is repeated many times...\n".repeat(60_000);
    const payload = changeQuestion("ws/large.txt", text, "");
    const id = await ask(connect().inbox, "call 1", payload);
    const { inbox } = connect();
    const read = await inbox.read(id);
    const { question } = read.kind === "question" ? read : { question: null };
    expect(question !== null && "suggested_content" in question && question.suggested_content === text).toEqual(true);
    expect((await inbox.decide(id, yesTo(payload))).kind).toEqual("won");
  });

  it("whatever an asker calls itself, its question is found again", async ({ connect }) => {
    const { inbox } = connect();
    const names = ["", "..", "../../x", "/", "a/b", ".", "a\0b", "\n", "ä\u202e", "x".repeat(10_000), "con", "*"];
    const ids: string[] = [];
    for (const name of names) {
      const odd = asker(name, { root: name, session: name, host: name });
      ids.push(idOf(await inbox.put({ payload: changeQuestion(), asker: odd, withinMs: null })));
    }
    expect(new Set(ids).size).toEqual(names.length);
    expect(ids.filter((id) => !/^[0-9a-z-]+$/.test(id))).toEqual([]);
    const found = (await connect().inbox.open()).questions.map(({ asker: { call_key } }) => call_key);
    expect(found.toSorted()).toEqual(names.toSorted());
  });

  it("the same call asked again is the same question", async ({ connect }) => {
    const { inbox } = connect();
    const payload = changeQuestion();
    const id = await ask(inbox, "call 1", payload);
    const again = { payload: { ...payload, approval_id: "another" }, asker: asker("call 1"), withinMs: null };
    expect(await inbox.put(again)).toEqual({ kind: "joined", id });
    expect(await connect().inbox.put(again)).toEqual({ kind: "joined", id });
    expect(await openIds(inbox)).toEqual([id]);
  });

  it("the same call of another session, folder, machine or door is another question", async ({ connect }) => {
    const { inbox } = connect();
    const payload = changeQuestion();
    for (const more of [
      {},
      { session: "s2" },
      { session: null },
      { root: "/other" },
      { host: "there" },
      { door: "acp" },
    ])
      idOf(await inbox.put({ payload, asker: asker("call 1", more), withinMs: null }));
    expect((await openIds(inbox)).length).toEqual(6);
  });

  it("the same call about something else is refused", async ({ connect }) => {
    const { inbox } = connect();
    const id = await ask(inbox, "call 1", changeQuestion("ws/a.txt", "one\n"));
    const other = { payload: changeQuestion("ws/a.txt", "two\n"), asker: asker("call 1"), withinMs: null };
    expect(await connect().inbox.put(other)).toEqual({ kind: "conflict", id });
    expect(await openIds(inbox)).toEqual([id]);
  });

  it("a call that was answered gets the same answer again", async ({ connect }) => {
    const payload = changeQuestion();
    const first = connect();
    const id = await ask(first.inbox, "call 1", payload);
    await connect().inbox.decide(id, yesTo(payload));
    first.kill();
    const { inbox } = connect();
    const put = await inbox.put({ payload, asker: asker("call 1"), withinMs: null });
    const outcome = put.kind === "settled" && put.outcome.kind === "answered" ? put.outcome.decision : put;
    expect(outcome).toEqual(yesTo(payload));
    expect(await openIds(inbox)).toEqual([]);
  });

  it("many processes with one call put one question", async ({ connect }) => {
    const payload = changeQuestion();
    const put = { payload, asker: asker("call 1"), withinMs: null };
    const puts = await Promise.all(Array.from({ length: 12 }, () => connect().inbox.put(put)));
    expect(puts.map(({ kind }) => kind).sort()).toEqual(["asked", ...Array.from({ length: 11 }, () => "joined")]);
    expect((await openIds(connect().inbox)).length).toEqual(1);
  });

  it("questions are listed oldest first, and by folder", async ({ connect }) => {
    const { inbox } = connect();
    const ids: string[] = [];
    for (const root of ["/a", "/b", "/a"]) {
      const one = asker(`call ${ids.length}`, { root });
      ids.push(idOf(await inbox.put({ payload: changeQuestion(), asker: one, withinMs: null })));
      await new Promise((resolve) => setTimeout(resolve, 2)); // Times are in milliseconds.
    }
    expect(await openIds(inbox)).toEqual(ids);
    expect((await inbox.open({ root: "/a" })).questions.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect((await inbox.open({ root: "/c" })).questions).toEqual([]);
  });
}
