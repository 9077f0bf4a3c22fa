// One process of the soak: an asker that writes what was approved, or a reviewer that answers. Killed at any moment and
// started again with the same arguments, it goes on where it was; what it did is in its own file, line by line.
//
//   node child.js asker|reviewer FOLDER URL NAME       URL: of the database, or of a server

import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isFailure } from "../../src/base/index.ts";
import type { Inbox } from "../../src/inbox/index.ts";
import { inboxOver } from "../../src/team/index.ts";
import { openPostgresStore } from "../../src/team/postgres/index.ts";
import { remoteTransport } from "../../src/team/remote/index.ts";
import { asker, changeQuestion, noTo, yesTo } from "../../src/testing/index.ts";
import { reviewAsPerson } from "./person.ts";

/** Fast, so that twenty seconds are enough for many lives. */
const TIMING = { beatMs: 200, ttlMs: 4_000, sweepMs: 200, pollMs: 500, blindPollMs: 200 };

const [role, folder, url, name] = process.argv.slice(2) as [string, string, string, string];
const file = (suffix: string): string => join(folder, `${name}.${suffix}`);
const record = (line: object): void => appendFileSync(file("log"), `${JSON.stringify(line)}\n`);
const stop = (): boolean => existsSync(join(folder, `stop-${role}`));

const isHttp = url.startsWith("http");
if (isHttp) writeFileSync(file("http"), "");
if (role === "reviewer" && isHttp) await reviewAsPerson({ url, token: given("person.token"), stop, record, name });
else {
  const inbox = await connect();
  if (role === "asker") await ask(inbox);
  else await review(inbox);
  await inbox.close();
}
process.exit(0);

function given(fileName: string): string {
  return readFileSync(join(folder, fileName), "utf8");
}

async function connect(): Promise<Inbox> {
  const repositoryOf = (): string => name.slice(0, 6);
  if (isHttp)
    return inboxOver({ transport: remoteTransport({ url, token: given("machine.token"), fetch }), repositoryOf });
  for (;;) {
    try {
      const store = await openPostgresStore({ url, connections: 3, timing: TIMING });
      return inboxOver({ transport: store.transport({ kind: "everything" }), repositoryOf });
    } catch (error) {
      if (!isFailure(error, "IO")) throw error;
      await pause(100);
    }
  }
}

async function ask(inbox: Inbox): Promise<void> {
  let next = existsSync(file("next")) ? Number(readFileSync(file("next"), "utf8")) : 0;
  while (!stop()) {
    const target = file(`${next}.txt`);
    const [before, after] = [`old ${next}\n`, `new ${next}\n`];
    if (!existsSync(target)) replace(target, before);
    const payload = changeQuestion(`ws/${name}/${next}.txt`, after, before);
    const within = next % 10 === 9 ? 300 : null;
    // One that may wait only a moment is not tried again for longer than that while the database is away.
    const put = await inbox
      .put({ payload, asker: asker(`${next}`, { session: name }), withinMs: within })
      .catch((error: unknown) => {
        if (within === null || !isFailure(error, "IO")) throw error;
        return null;
      });
    if (put === null) continue;
    if (put.kind === "conflict" || put.kind === "too-large") throw new Error(put.kind);
    const outcome = put.kind === "settled" ? put.outcome : await inbox.await(put.id);
    if (outcome.kind === "closed" && outcome.because !== "expired") continue; // Taken for ended: ask again.
    if (outcome.kind === "aborted" || outcome.kind === "unknown") throw new Error(outcome.kind);
    record({ id: put.id, number: next, outcome });
    const [answer] = outcome.kind === "answered" ? outcome.decision.items : [];
    // As every commit does: only over the bytes that were shown.
    if (answer?.action === "apply" && readFileSync(target, "utf8") === before) {
      appendFileSync(file("written"), `${next}\n`);
      replace(target, after);
    }
    await inbox.settle(put.id).catch(() => null);
    next += 1;
    replace(file("next"), String(next));
  }
}

async function review(inbox: Inbox): Promise<void> {
  let turn = 0;
  while (!stop() || (await inbox.open()).questions.length > 0) {
    try {
      for (const { id } of (await inbox.open()).questions) {
        const read = await inbox.read(id);
        if (read.kind !== "question" || read.outcome !== null) continue;
        const reason = `${name} ${process.pid} ${(turn += 1)}`;
        const decision = turn % 3 === 0 ? noTo(read.question, reason) : yesTo(read.question);
        const decided = await inbox.decide(id, decision);
        if (decided.kind === "won") record({ id, won: decided.decision });
      }
    } catch (error) {
      if (!isFailure(error, "IO")) throw error; // The database is away; it comes back.
    }
    await pause(10);
  }
}

function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
