// The part of the inbox contract about questions that end without an answer. None of these ends is a yes.

import type { Harness } from "../filesystem/subject.ts";
import { ask, asker, changeQuestion, idOf, openIds, until, yesTo, type InboxCase } from "./subject.ts";

export function inboxEnding(it: InboxCase, expect: Harness["expect"]): void {
  it("an asker that is killed leaves no open question", async ({ connect }) => {
    const payload = changeQuestion();
    const dying = connect();
    const gone = [await ask(dying.inbox, "call 1", payload), await ask(dying.inbox, "call 2", payload)];
    const living = await ask(connect().inbox, "call 3", payload);
    dying.kill();
    const { inbox } = connect();
    await until(async () => (await openIds(inbox)).length === 1);
    expect(await openIds(inbox)).toEqual([living]);
    for (const id of gone)
      expect(await inbox.decide(id, yesTo(payload))).toEqual({ kind: "closed", because: "asker-ended" });
  });

  it("a call whose first asker was killed is asked anew", async ({ connect }) => {
    const payload = changeQuestion();
    const dying = connect();
    const first = await ask(dying.inbox, "call 1", payload);
    dying.kill();
    const { inbox } = connect();
    await until(async () => (await openIds(inbox)).length === 0);
    const second = await ask(inbox, "call 1", payload);
    expect([second === first, await openIds(inbox)]).toEqual([false, [second]]);
    expect((await connect().inbox.decide(first, yesTo(payload))).kind).toEqual("closed");
    expect((await connect().inbox.decide(second, yesTo(payload))).kind).toEqual("won");
  });

  it("a second asker of the same call learns that the first was killed", async ({ connect }) => {
    const payload = changeQuestion();
    const dying = connect();
    const id = await ask(dying.inbox, "call 1", payload);
    const { inbox } = connect();
    expect(await inbox.put({ payload, asker: asker("call 1"), withinMs: null })).toEqual({ kind: "joined", id });
    const awaited = inbox.await(id);
    dying.kill();
    const { at: _, ...outcome } = (await awaited) as { at: string };
    expect(outcome).toEqual({ kind: "closed", because: "asker-ended" });
  });

  it("an asker that closes withdraws its questions", async ({ connect }) => {
    const payload = changeQuestion();
    const { inbox } = connect();
    const id = await ask(inbox, "call 1", payload);
    const awaited = inbox.await(id);
    await inbox.close();
    expect(await awaited).toEqual({ kind: "aborted" });
    const other = connect();
    expect(await openIds(other.inbox)).toEqual([]);
    expect(await other.inbox.decide(id, yesTo(payload))).toEqual({ kind: "closed", because: "withdrawn" });
  });

  it("settling an open question withdraws it, once every caller in the process has", async ({ connect }) => {
    const payload = changeQuestion();
    const { inbox } = connect();
    const put = { payload, asker: asker("call 1"), withinMs: null };
    const id = idOf(await inbox.put(put));
    expect(await inbox.put(put)).toEqual({ kind: "joined", id });
    expect(await inbox.settle(id)).toEqual({ kind: "shared" });
    expect(await openIds(connect().inbox)).toEqual([id]);
    const settled = await inbox.settle(id);
    expect(settled.kind === "settled" && settled.outcome.kind === "closed" && settled.outcome.because).toEqual(
      "withdrawn",
    );
    expect(await connect().inbox.decide(id, yesTo(payload))).toEqual({ kind: "closed", because: "withdrawn" });
  });

  it("only the process that put a question can withdraw it", async ({ connect }) => {
    const payload = changeQuestion();
    const id = await ask(connect().inbox, "call 1", payload);
    const { inbox } = connect();
    expect(await inbox.settle(id)).toEqual({ kind: "shared" });
    await inbox.put({ payload, asker: asker("call 1"), withinMs: null });
    expect(await inbox.settle(id)).toEqual({ kind: "shared" });
    await inbox.close();
    expect(await openIds(connect().inbox)).toEqual([id]);
  });

  it("an answer that meets a withdrawal: one of them happened, and both sides agree which", async ({ connect }) => {
    const payload = changeQuestion();
    for (let round = 0; round < 20; round += 1) {
      const { inbox } = connect();
      const id = await ask(inbox, `call ${round}`, payload);
      const [settled, decided] = await Promise.all([inbox.settle(id), connect().inbox.decide(id, yesTo(payload))]);
      const isAnswered = settled.kind === "settled" && settled.outcome.kind === "answered";
      expect(decided.kind).toEqual(isAnswered ? "won" : "closed");
    }
  });

  it("a deadline ends in no, for the asker, for reviewers and for the same call later", async ({ connect }) => {
    const payload = changeQuestion();
    const { inbox } = connect();
    const put = { payload, asker: asker("call 1"), withinMs: 30 };
    const id = idOf(await inbox.put(put));
    const { at, ...outcome } = (await inbox.await(id)) as { at: string };
    expect(outcome).toEqual({ kind: "closed", because: "expired" });
    const other = connect();
    expect(await openIds(other.inbox)).toEqual([]);
    expect(await other.inbox.decide(id, yesTo(payload))).toEqual({ kind: "closed", because: "expired" });
    expect(await other.inbox.put(put)).toEqual({ kind: "settled", id, outcome: { ...outcome, at } });
  });

  it("a deadline that no one waits for ends the question all the same", async ({ connect }) => {
    const payload = changeQuestion();
    const id = idOf(await connect().inbox.put({ payload, asker: asker("call 1"), withinMs: 30 }));
    const { inbox } = connect();
    await until(async () => (await openIds(inbox)).length === 0);
    expect(await inbox.decide(id, yesTo(payload))).toEqual({ kind: "closed", because: "expired" });
  });

  it("an answer before the deadline counts after it", async ({ connect }) => {
    const payload = changeQuestion();
    const { inbox } = connect();
    const id = idOf(await inbox.put({ payload, asker: asker("call 1"), withinMs: 60_000 }));
    await connect().inbox.decide(id, yesTo(payload));
    expect((await inbox.await(id)).kind).toEqual("answered");
  });

  it("questions survive the end of every reviewer", async ({ connect }) => {
    const payload = changeQuestion();
    const id = await ask(connect().inbox, "call 1", payload);
    for (let round = 0; round < 3; round += 1) {
      const reviewer = connect();
      await reviewer.inbox.attach("terminal");
      expect(await openIds(reviewer.inbox)).toEqual([id]);
      if (round === 0) reviewer.kill();
      else await reviewer.inbox.close();
    }
    expect((await connect().inbox.decide(id, yesTo(payload))).kind).toEqual("won");
  });

  it("reviewers count while they are attached and alive", async ({ connect }) => {
    const [first, second] = [connect(), connect()];
    const { detach } = await first.inbox.attach("terminal");
    await first.inbox.attach("web");
    await second.inbox.attach("watch");
    const { inbox } = connect();
    expect((await inbox.reviewers()).toSorted()).toEqual(["terminal", "watch", "web"]);
    detach();
    expect((await inbox.reviewers()).toSorted()).toEqual(["watch", "web"]);
    second.kill();
    await until(async () => (await inbox.reviewers()).length === 1);
    expect(await inbox.reviewers()).toEqual(["web"]);
    await first.inbox.close();
    expect(await inbox.reviewers()).toEqual([]);
  });
}
