import { describe, expect, test } from "vitest";
import { THIS_SESSION, type Policy, type Remember, type Reviewer } from "../approval/index.ts";
import { asReal, newId } from "../base/index.ts";
import { type OpenEdit } from "../edits/index.ts";
import { createAsk } from "./ask.ts";
import type { KeptRule } from "./remember.ts";
import { createSessionRules } from "./session-rules.ts";
import { drawn, gate, planOf, reviewer, yes } from "../../test/support/asking.ts";

describe("everything this session", () => {
  const wish: Remember = { effect: "allow", scope: "root", path: "ws", session: THIS_SESSION };
  async function said(policy: Partial<Policy>, names: readonly string[], remember: Remember = wish) {
    const outcomes: KeptRule[] = [];
    const session = createSessionRules();
    const ask = createAsk({
      gate: { ...gate(policy), session },
      reviewer: reviewer((payload) => ({ ...yes(payload), remember })),
      yes: false,
      newId,
      keep: async (outcome) => void outcomes.push(outcome),
    });
    await ask(planOf(...names), { supersedes: null });
    const silent = createAsk({ gate: { ...gate(policy), session }, reviewer: null, yes: false, newId });
    const later = await silent(planOf("later", ".git/config", "asked", "denied"), { supersedes: null });
    return { kept: outcomes.map((outcome) => outcome.kind), later: drawn(later) };
  }

  test("holds from then on, but not for what is protected, asked about or denied", async () => {
    const policy: Partial<Policy> = {
      user: [{ effect: "deny", path: "ws/denied" }],
      project: [{ effect: "ask", path: "ws/asked" }],
    };
    expect(await said(policy, ["a"])).toEqual({
      kept: ["session"],
      later: ["apply by rule", "reject by nobody", "reject by nobody", "reject by rule"],
    });
  });

  test("is heard for the rest when one file of the question asks for another reason", async () => {
    expect((await said({ project: [{ effect: "ask", path: "ws/asked" }] }, ["a", "asked"])).kept).toEqual(["session"]);
    expect((await said({ project: [{ effect: "ask", path: "ws/asked" }] }, ["asked"])).kept).toEqual(["refused"]);
  });

  test.each<[string, Remember]>([
    ["another sandbox", { ...wish, path: "other" }],
    ["another session", { ...wish, session: "s1" }],
  ])("not for %s", async (_, remember) => {
    expect(await said({}, ["a"], remember)).toMatchObject({ kept: ["refused"], later: { 0: "reject by nobody" } });
  });

  test("is refused, and said, where no session is kept", async () => {
    const outcomes: KeptRule[] = [];
    const keep = async (outcome: KeptRule): Promise<void> => void outcomes.push(outcome);
    const person = reviewer((payload) => ({ ...yes(payload), remember: wish }));
    await createAsk({ gate: gate(), reviewer: person, yes: false, newId, keep })(planOf("a"), { supersedes: null });
    expect(outcomes).toMatchObject([{ kind: "refused", why: expect.stringContaining("no session") }]);
  });
});

describe("edits without a place", () => {
  const openEdit = (path: string): OpenEdit => ({
    edit: "7" as OpenEdit["edit"],
    path: path as OpenEdit["path"],
    real: asReal(path),
    message: "It stands twice.",
    choices: [{ line: 3, rule: null, unified_diff: "@@ the diff @@", edit: {} as OpenEdit["choices"][number]["edit"] }],
  });
  const asking = (person: Reviewer | null, more: { yes?: boolean; policy?: Partial<Policy> } = {}) =>
    createAsk({ gate: gate(more.policy), reviewer: person, yes: more.yes ?? false, newId });

  test("are shown in a batch, even without a file, and their places come back", async () => {
    const person = reviewer((payload) => ({ ...yes(payload), places: [{ edit: "7", place: 0 }] }));
    const ask = asking(person);
    const decision = await ask({ edits: [], files: [], results: [] }, { supersedes: null, open: [openEdit("ws/a")] });
    expect([ask.placesEdits, decision.places, decision.items]).toEqual([true, [{ edit: "7", place: 0 }], []]);
    expect(person.shown).toMatchObject([
      {
        type: "batch",
        description: "Choose places for 1 edit in ws/a",
        sandbox: "ws",
        items: [],
        open_edits: [
          {
            edit: "7",
            path: "ws/a",
            message: "It stands twice.",
            places: [{ line: 3, rule: null, unified_diff: "@@ the diff @@" }],
          },
        ],
      },
    ]);
  });

  test("one file and one of them is a batch too", async () => {
    const person = reviewer(yes);
    await asking(person)(planOf("a"), { supersedes: "q0", because: "placed", open: [openEdit("ws/b")] });
    expect(person.shown).toMatchObject([
      {
        type: "batch",
        description: "Change 1 file: ws/a; choose places for 1 edit in ws/b",
        supersedes: "q0",
        because: "placed",
      },
    ]);
  });

  test.each<[string, Partial<Policy>, boolean, boolean]>([
    ["a rule forbids the file", { user: [{ effect: "deny", path: "ws/a" }] }, false, true],
    ["--yes answers", {}, true, false],
  ])("are not shown when %s", async (_, policy, yes_, placesEdits) => {
    const person = reviewer(yes);
    const ask = asking(person, { yes: yes_, policy });
    await ask({ edits: [], files: [], results: [] }, { supersedes: null, open: [openEdit("ws/a")] });
    expect([ask.placesEdits, person.shown]).toEqual([placesEdits, []]);
  });

  test("without a reviewer no edit is placed", () => expect(asking(null).placesEdits).toBe(false));
});
