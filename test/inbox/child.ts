// A process that asks or reviews through the inbox of a state directory, for the tests that need real ones. It does as
// its order says and prints one JSON line per event.

import { readFileSync } from "node:fs";
import { openFileInbox, type Inbox } from "../../src/inbox/index.ts";
import { asker, changeQuestion, noTo } from "../../src/testing/index.ts";

export type Order = { readonly state: string; readonly name: string } &
  /** Puts `count` questions, waits for the answers, and prints each with the reason it was given. */
  (
    | { readonly kind: "ask"; readonly count: number }
    /** Answers whatever is open until it is killed; the reason is its name and a number. Prints what it won. */
    | { readonly kind: "review" }
  );

const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

async function run(order: Order): Promise<void> {
  const inbox = openFileInbox({ directory: order.state });
  if (order.kind === "ask") await ask(inbox, order);
  else await review(inbox, order.name);
  await inbox.close();
}

async function ask(inbox: Inbox, { name, count }: Extract<Order, { kind: "ask" }>): Promise<void> {
  const one = async (number: number): Promise<void> => {
    const payload = changeQuestion(`ws/${name}-${number}.txt`);
    const put = await inbox.put({ payload, asker: asker(`${number}`, { session: name }), withinMs: null });
    if (put.kind !== "asked") return print({ number, unexpected: put });
    print({ asked: put.id });
    const outcome = await inbox.await(put.id);
    if (outcome.kind !== "answered") return print({ number, unexpected: outcome });
    const [answer] = outcome.decision.items;
    print({ answered: put.id, reason: answer?.action === "reject" ? answer.reason : answer?.action });
    await inbox.settle(put.id);
  };
  await Promise.all(Array.from({ length: count }, (_, number) => one(number)));
}

async function review(inbox: Inbox, name: string): Promise<void> {
  await inbox.attach("terminal");
  let answers = 0;
  for await (const event of inbox.watch()) {
    const fresh = event.kind === "snapshot" ? event.open : event.kind === "question" ? [event.question] : [];
    for (const { id } of fresh) {
      const found = await inbox.read(id);
      if (found.kind !== "question" || found.outcome !== null) continue;
      const reason = `${name} ${(answers += 1)}`;
      const decided = await inbox.decide(id, noTo(found.question, reason));
      if (decided.kind === "won") print({ won: id, reason });
    }
  }
}

await run(JSON.parse(readFileSync(process.argv[2]!, "utf8")) as Order);
