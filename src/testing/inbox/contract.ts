// The contract of every inbox, as tests. A store that passes can take the place of any other: exactly one answer wins,
// an asker that ends leaves no open question, and nothing is answered by default.

import type { Harness } from "../filesystem/subject.ts";
import { inboxAnswering } from "./answering.ts";
import { inboxAsking } from "./asking.ts";
import { inboxEnding } from "./ending.ts";
import type { InboxCase, InboxSubject } from "./subject.ts";
import { inboxWatching } from "./watching.ts";

/** Registers the suite. `make` gives a fresh, empty store for every case. */
export function inboxContract(name: string, make: () => Promise<InboxSubject>, harness: Harness): void {
  const { describe, test, expect } = harness;
  const it: InboxCase = (title, body) =>
    test(title, async () => {
      const subject = await make();
      try {
        await body(subject);
      } finally {
        await subject.close?.();
      }
    });
  describe(`${name} keeps the contract of an inbox`, () => {
    describe("asking", () => inboxAsking(it, expect));
    describe("answering", () => inboxAnswering(it, expect));
    describe("how a question ends without an answer", () => inboxEnding(it, expect));
    describe("watching", () => inboxWatching(it, expect));
  });
}
