import { expect, test } from "vitest";
import type { Answer } from "../approval/index.ts";
import { newId, type Digest } from "../base/index.ts";
import { createAsk } from "./ask.ts";
import { askOnce } from "./once.ts";
import { drawn, gate, planOf, reviewer, yes } from "../../test/support/asking.ts";

const CLIENT = { kind: "client", client: "other" } as const;

/** Says yes to everything, as another program. */
const client = () =>
  reviewer((payload) => {
    const decision = yes(payload);
    return { ...decision, items: decision.items.map((item): Answer => ({ ...item, by: CLIENT })) };
  });

test("another program approves what is not protected, and nothing that is", async () => {
  const ask = createAsk({ gate: gate(), reviewer: client(), yes: false, newId });
  const decision = await ask(planOf("a", ".git/config", "b"), { supersedes: null });
  expect(drawn(decision)).toEqual(["apply by client", "reject by nobody", "apply by client"]);
});

test("the same for what is no change of a file", async () => {
  const payload = { ...(await shown()), digest: "d" };
  const verdict = { effect: "ask", source: "protected", reason: "it is protected" } as const;
  const asked = (personOnly: boolean) =>
    askOnce(payload, { ...verdict, personOnly }, { reviewer: client(), yes: false });
  expect(await asked(false)).toMatchObject({ action: "apply", digest: "d" as Digest });
  expect(await asked(true)).toMatchObject({ action: "reject", by: { kind: "nobody" } });
});

async function shown() {
  const person = reviewer(yes);
  await createAsk({ gate: gate(), reviewer: person, yes: false, newId })(planOf("a"), { supersedes: null });
  return person.shown[0]!;
}
