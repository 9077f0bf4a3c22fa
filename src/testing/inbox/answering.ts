// The part of the inbox contract about answers: bound to the question, and exactly one wins.

import type { Digest, Version } from "../../base/index.ts";
import type { Answer, BatchPayload, ChangePayload, Decision } from "../../approval/index.ts";
import type { Harness } from "../filesystem/subject.ts";
import { ask, changeQuestion, noTo, openIds, yesTo, type InboxCase } from "./subject.ts";

export function inboxAnswering(it: InboxCase, expect: Harness["expect"]): void {
  it("the asker gets the answer of another process", async ({ connect }) => {
    const payload = changeQuestion();
    const { inbox } = connect();
    const id = await ask(inbox, "call 1", payload);
    const awaited = inbox.await(id);
    expect(await connect().inbox.decide(id, noTo(payload, "not today"))).toEqual({
      kind: "won",
      decision: noTo(payload, "not today"),
    });
    const { at: _, ...outcome } = (await awaited) as { at: string };
    expect(outcome).toEqual({ kind: "answered", decision: noTo(payload, "not today") });
    expect(await openIds(inbox)).toEqual([]);
  });

  it("an answer waits for an asker that comes for it later", async ({ connect }) => {
    const payload = changeQuestion();
    const { inbox } = connect();
    const id = await ask(inbox, "call 1", payload);
    await connect().inbox.decide(id, yesTo(payload));
    expect((await inbox.await(id)).kind).toEqual("answered");
    expect((await inbox.settle(id)).kind).toEqual("settled");
    expect((await inbox.await(id)).kind).toEqual("answered");
  });

  it("a later answer gets the winning one", async ({ connect }) => {
    const payload = changeQuestion();
    const id = await ask(connect().inbox, "call 1", payload);
    await connect().inbox.decide(id, yesTo(payload));
    const lost = { kind: "lost", decision: yesTo(payload) };
    expect(await connect().inbox.decide(id, noTo(payload, "too late"))).toEqual(lost);
    expect(await connect().inbox.decide(id, yesTo(payload))).toEqual(lost);
  });

  it("of many answers at once exactly one wins, and all agree which", async ({ connect }) => {
    const payload = changeQuestion();
    const { inbox } = connect();
    const id = await ask(inbox, "call 1", payload);
    const tried = Array.from({ length: 16 }, (_, at) => connect().inbox.decide(id, noTo(payload, `reviewer ${at}`)));
    const decided = await Promise.all(tried);
    expect(decided.map(({ kind }) => kind).sort()).toEqual([...Array.from({ length: 15 }, () => "lost"), "won"]);
    const outcome = await inbox.await(id);
    const answer = outcome.kind === "answered" ? outcome.decision : null;
    expect(decided.map((one) => ("decision" in one ? one.decision : null))).toEqual(decided.map(() => answer));
  });

  it("an answer that is not bound to the question is refused, and the question stays open", async ({ connect }) => {
    const payload = changeQuestion() as ChangePayload;
    const id = await ask(connect().inbox, "call 1", payload);
    const { inbox } = connect();
    const yes = yesTo(payload);
    const answer = (more: object): Decision => ({ ...yes, items: [{ ...yes.items[0]!, ...more } as Answer] });
    const wrong: readonly Decision[] = [
      { ...yes, approval_id: "another" },
      answer({ digest: "another" }),
      answer({ after: "another" }),
      answer({ after: null }),
      answer({ hunks: [1] }),
      answer({ hunks: [0, 0] }),
      answer({ hunks: [0], after: "another" }),
      answer({ hunks: [], after: null }),
      answer({ action: "modify", content: "mine\n" }),
      answer({ action: "burn" }),
      { ...yes, items: [yes.items[0]!, noTo(payload, "both").items[0]!] },
      { ...yes, places: [{ edit: "1", place: 0 }] },
      {} as Decision,
    ];
    for (const one of wrong) expect([one, (await inbox.decide(id, one)).kind]).toEqual([one, "refused"]);
    expect(await openIds(inbox)).toEqual([id]);
    expect((await inbox.decide(id, yes)).kind).toEqual("won");
  });

  it("an answer to a batch has one answer per file, and may leave files out", async ({ connect }) => {
    const items = ["ws/a.txt", "ws/b.txt", "ws/c.txt"].map((path) => changeQuestion(path) as ChangePayload);
    const batch: BatchPayload = {
      type: "batch",
      description: "Change 3 files",
      path: "",
      sandbox: "ws",
      approval_id: "batch",
      digest: items.map(({ digest }) => digest).join("+"),
      risks: [],
      items,
      open_edits: [],
      supersedes: null,
      because: null,
    };
    const id = await ask(connect().inbox, "call 1", batch);
    const { inbox } = connect();
    expect((await inbox.open()).questions[0]?.paths).toEqual(["ws/a.txt", "ws/b.txt", "ws/c.txt"]);
    const { digest, after } = items[1]!;
    const decision: Decision = {
      approval_id: "batch",
      // Made by changeQuestion with versionOf.
      items: [{ action: "apply", digest: digest as Digest, after: after as Version, by: { kind: "person" } }],
    };
    expect(await inbox.decide(id, decision)).toEqual({ kind: "won", decision });
  });

  it("there is no answering a question that never was", async ({ connect }) => {
    const { inbox } = connect();
    for (const id of ["", "x", "../../etc/passwd", "aaaaaaaa-aaaaaaaa", "aaaaaaaa-aaaaaaaa/..", "x".repeat(100_000)]) {
      const found = [await inbox.decide(id, yesTo(changeQuestion())), await inbox.read(id), await inbox.await(id)];
      expect([...found, await inbox.settle(id)]).toEqual(Array.from({ length: 4 }, () => ({ kind: "unknown" })));
    }
  });

  it("an abort ends the waiting and leaves the question open", async ({ connect }) => {
    const payload = changeQuestion();
    const { inbox } = connect();
    const id = await ask(inbox, "call 1", payload);
    const abort = new AbortController();
    const awaited = inbox.await(id, { signal: abort.signal });
    abort.abort();
    expect(await awaited).toEqual({ kind: "aborted" });
    expect(await inbox.await(id, { signal: abort.signal })).toEqual({ kind: "aborted" });
    expect((await connect().inbox.decide(id, yesTo(payload))).kind).toEqual("won");
  });
}
