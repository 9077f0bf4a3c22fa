// The part of the inbox contract about events: what happens is seen once, in order, and a watcher that was away can
// catch up.

import type { Harness } from "../filesystem/subject.ts";
import { ask, asker, changeQuestion, EventReader, idOf, noTo, yesTo, type InboxCase } from "./subject.ts";

export function inboxWatching(it: InboxCase, expect: Harness["expect"]): void {
  it("a watcher sees what is open, then what happens", async ({ connect }) => {
    const payload = changeQuestion();
    const [{ inbox }, dying] = [connect(), connect()];
    const first = await ask(inbox, "call 1", payload);
    const events = new EventReader(connect().inbox);
    expect(await events.next()).toEqual(`snapshot ${first}`);
    const second = await ask(inbox, "call 2", payload);
    expect(await events.next()).toEqual(`question ${second}`);
    await connect().inbox.decide(first, yesTo(payload));
    expect(await events.next()).toEqual(`answered ${first}`);
    await inbox.settle(second);
    expect(await events.next()).toEqual(`gone ${second} withdrawn`);
    const third = await ask(dying.inbox, "call 3", payload);
    expect(await events.next()).toEqual(`question ${third}`);
    dying.kill();
    expect(await events.next()).toEqual(`gone ${third} asker-ended`);
    const fourth = idOf(await inbox.put({ payload, asker: asker("call 4"), withinMs: 200 }));
    expect([await events.next(), await events.next()]).toEqual([`question ${fourth}`, `gone ${fourth} expired`]);
    await events.close();
  });

  it("what came and went between two looks is still seen", async ({ connect }) => {
    const payload = changeQuestion();
    const { inbox } = connect();
    const events = new EventReader(connect().inbox);
    expect(await events.next()).toEqual("snapshot");
    const ids: string[] = [];
    for (let at = 0; at < 20; at += 1) {
      const id = await ask(inbox, `call ${at}`, payload);
      ids.push(id);
      await inbox.decide(id, noTo(payload, "no"));
      // Clients that share an event loop must be able to show that they live.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const seen: string[] = [];
    while (seen.length < 40) seen.push(await events.next());
    expect(seen.toSorted()).toEqual(ids.flatMap((id) => [`answered ${id}`, `question ${id}`]).toSorted());
    for (const id of ids) expect(seen.indexOf(`question ${id}`) < seen.indexOf(`answered ${id}`)).toEqual(true);
    await events.close();
  });

  it("a watcher continues from its cursor and misses nothing", async ({ connect }) => {
    const payload = changeQuestion();
    const { inbox } = connect();
    const server = connect();
    const before = new EventReader(server.inbox);
    await before.next();
    const first = await ask(inbox, "call 1", payload);
    expect(await before.next()).toEqual(`question ${first}`);
    const { cursor } = before;
    await before.close();
    const second = await ask(inbox, "call 2", payload);
    await inbox.decide(first, yesTo(payload));
    const after = new EventReader(server.inbox, { cursor });
    expect([await after.next(), await after.next()].toSorted()).toEqual([`answered ${first}`, `question ${second}`]);
    await after.close();
  });

  it("a cursor that means nothing here starts with a snapshot", async ({ connect }) => {
    const payload = changeQuestion();
    const { inbox } = connect();
    const id = await ask(inbox, "call 1", payload);
    for (const cursor of ["", "x", "x/1", "/", "99999999", "../1"]) {
      const events = new EventReader(connect().inbox, { cursor });
      expect([cursor, await events.next()]).toEqual([cursor, `snapshot ${id}`]);
      await events.close();
    }
  });

  it("a watcher of one folder sees only that", async ({ connect }) => {
    const payload = changeQuestion();
    const { inbox } = connect();
    const put = async (root: string) =>
      idOf(await inbox.put({ payload, asker: asker("call", { root }), withinMs: null }));
    const mine = await put("/a");
    const others = await put("/b");
    const events = new EventReader(connect().inbox, { root: "/a" });
    expect(await events.next()).toEqual(`snapshot ${mine}`);
    await inbox.decide(others, yesTo(payload));
    await inbox.decide(mine, yesTo(payload));
    expect(await events.next()).toEqual(`answered ${mine}`);
    await events.close();
  });

  it("closing the inbox ends its watchers", async ({ connect }) => {
    const { inbox } = connect();
    const events = new EventReader(inbox);
    expect(await events.next()).toEqual("snapshot");
    const next = events.next();
    await inbox.close();
    expect(await next).toEqual("end");
  });
}
