import { describe, expect, test } from "vitest";
import type { ApprovalPayload, Decision, Policy, Remember, Remembered, Verdict } from "../approval/index.ts";
import { asReal, failure, newId, type Digest } from "../base/index.ts";
import { createAsk, type Judged } from "./ask.ts";
import { judgeCall } from "./gate.ts";
import { askOnce } from "./once.ts";
import type { KeptRule } from "./remember.ts";
import { drawn, gate, PERSON, planOf, reviewer, yes } from "../../test/support/asking.ts";

describe("who gets the question", () => {
  test("rules answer what they can, the reviewer gets the rest as one payload", async () => {
    const person = reviewer(yes);
    const policy: Partial<Policy> = {
      user: [
        { effect: "allow", path: "ws/a" },
        { effect: "deny", path: "ws/d" },
      ],
    };
    const ask = createAsk({ gate: gate(policy), reviewer: person, yes: false, newId });
    const decision = await ask(planOf("a", "b", "c", "d"), { supersedes: null });
    expect(drawn(decision)).toEqual(["apply by rule", "reject by rule", "apply by person", "apply by person"]);
    expect(person.shown.map((payload) => [payload.type, payload.description])).toEqual([
      ["batch", "Change 2 files: ws/b, ws/c"],
    ]);
  });

  test("verdicts that are no denial are heard one file at a time, and an objection is a no", async () => {
    const heard: string[] = [];
    const policy: Partial<Policy> = {
      user: [
        { effect: "allow", path: "ws/a" },
        { effect: "allow", path: "ws/b" },
        { effect: "deny", path: "ws/d" },
      ],
    };
    const judged: Judged = async ({ verdict: { effect }, call, path }) => {
      heard.push(`${call.tool} ${path}: ${effect}`);
      return path === "ws/b" ? "not b" : null;
    };
    const ask = createAsk({ gate: gate(policy), reviewer: reviewer(yes), yes: false, newId, judged });
    const decision = await ask(planOf("a", "b", "c", "d"), { supersedes: null });
    expect(drawn(decision)).toEqual(["apply by rule", "reject by person", "reject by rule", "apply by person"]);
    expect(decision.items[1]).toMatchObject({ reason: "not b" });
    expect(heard).toEqual(["edit_file ws/a: allow", "edit_file ws/b: allow", "edit_file ws/c: ask"]);
  });

  test("a verdict that is known is neither judged nor heard again", async () => {
    const plan = planOf("a", "b");
    const heard: string[] = [];
    const known: Verdict = { effect: "deny", personOnly: false, source: "user-rule", reason: "known" };
    const ask = createAsk({
      gate: gate({ user: [{ effect: "allow" }] }),
      reviewer: null,
      yes: false,
      newId,
      verdicts: new Map([[plan.files[0]!, known]]),
      judged: async ({ path }) => {
        heard.push(path);
        return null;
      },
    });
    expect(drawn(await ask(plan, { supersedes: null }))).toEqual(["reject by rule", "apply by rule"]);
    expect(heard).toEqual(["ws/b"]);
  });

  test("one change is asked as its own type", async () => {
    const person = reviewer(yes);
    await createAsk({ gate: gate(), reviewer: person, yes: false, newId })(planOf("a"), { supersedes: null });
    expect(person.shown.map((payload) => payload.type)).toEqual(["edit"]);
  });

  test("a question asked again says which one it replaces", async () => {
    const person = reviewer(yes);
    await createAsk({ gate: gate(), reviewer: person, yes: false, newId })(planOf("a"), { supersedes: "old-question" });
    expect(person.shown).toMatchObject([{ type: "batch", supersedes: "old-question" }]);
  });

  test("no reviewer: denied, with what would allow it", async () => {
    const decision = await createAsk({ gate: gate(), reviewer: null, yes: false, newId })(planOf("a", ".git/config"), {
      supersedes: null,
    });
    expect(decision.items).toMatchObject([
      { action: "reject", by: { kind: "nobody" }, reason: expect.stringContaining("--yes") },
      {
        action: "reject",
        by: { kind: "nobody" },
        reason: expect.stringContaining("no flag answers for protected paths"),
      },
    ]);
  });

  test("--yes answers all but protected paths", async () => {
    const decision = await createAsk({ gate: gate(), reviewer: null, yes: true, newId })(planOf("a", ".git/config"), {
      supersedes: null,
    });
    expect(drawn(decision)).toEqual(["apply by flag", "reject by nobody"]);
  });
});

describe("a reviewer that does not answer the question has not said yes", () => {
  test.each<[string, (payload: ApprovalPayload) => Decision]>([
    ["no answers", (payload) => ({ approval_id: payload.approval_id, items: [] })],
    [
      "an answer to something never asked",
      (payload) => ({
        approval_id: payload.approval_id,
        items: [{ action: "apply", digest: "x" as Digest, after: null, by: PERSON }],
      }),
    ],
    [
      "it was interrupted",
      () => {
        throw failure("ABORTED", "Interrupted.");
      },
    ],
  ])("%s", async (_, answer) => {
    const ask = createAsk({ gate: gate(), reviewer: reviewer(answer), yes: false, newId });
    expect((await ask(planOf("a"), { supersedes: null })).items).toEqual([]);
  });

  test("another question's id: refused, with that reason", async () => {
    const other = reviewer((payload) => ({ ...yes(payload), approval_id: "other" }));
    const ask = createAsk({ gate: gate(), reviewer: other, yes: false, newId });
    expect((await ask(planOf("a"), { supersedes: null })).items).toMatchObject([
      { action: "reject", by: { kind: "nobody", why: "the reviewer answered another question" } },
    ]);
  });

  test("answering twice counts once", async () => {
    const twice = reviewer((payload) => ({ ...yes(payload), items: [...yes(payload).items, ...yes(payload).items] }));
    const decision = await createAsk({ gate: gate(), reviewer: twice, yes: false, newId })(planOf("a"), {
      supersedes: null,
    });
    expect(decision.items).toHaveLength(1);
  });

  test("a reviewer that breaks is an error, not an answer", async () => {
    const broken = reviewer(() => {
      throw new Error("screen on fire");
    });
    await expect(
      createAsk({ gate: gate(), reviewer: broken, yes: false, newId })(planOf("a"), { supersedes: null }),
    ).rejects.toThrow("screen on fire");
  });

  test("a signal that fired before asks no one", async () => {
    const person = reviewer(yes);
    const decision = await createAsk({ gate: gate(), reviewer: person, yes: false, newId })(planOf("a"), {
      supersedes: null,
      signal: AbortSignal.abort(),
    });
    expect([decision.items, decision.stop_run, person.shown]).toEqual([[], true, []]);
  });
});

test("a link's real target is judged too", async () => {
  const plan = planOf("innocent");
  const files = plan.files.map((file) => ({ ...file, real: asReal("ws/.git/hooks/pre-commit") }));
  const ask = createAsk({ gate: gate(), reviewer: null, yes: true, newId });
  const decision = await ask({ ...plan, files }, { supersedes: null });
  expect(drawn(decision)).toEqual(["reject by nobody"]);
});

describe("a rule the person asks to keep", () => {
  const fileRule: Remember = { effect: "allow", scope: "file", path: "ws/a", tool: "edit_file" };
  const wishing =
    (remember: Remember, change: (decision: Decision) => Decision = (decision) => decision) =>
    (payload: ApprovalPayload): Decision => ({ ...change(yes(payload)), remember });
  async function kept(answer: (payload: ApprovalPayload) => Decision, ...names: readonly string[]): Promise<string[]> {
    const outcomes: KeptRule[] = [];
    const policy: Partial<Policy> = { user: [{ effect: "ask", path: "ws/asked" }] };
    const keep = async (outcome: KeptRule): Promise<void> => void outcomes.push(outcome);
    await createAsk({ gate: gate(policy), reviewer: reviewer(answer), yes: false, newId, keep })(planOf(...names), {
      supersedes: null,
    });
    return outcomes.map((outcome) =>
      outcome.kind === "refused" ? outcome.why : `${outcome.kind} ${outcome.rule.path}`,
    );
  }
  const items = (change: (item: Decision["items"][number]) => Decision["items"][number]) => (decision: Decision) => ({
    ...decision,
    items: decision.items.map(change),
  });

  test.each<[string, (payload: ApprovalPayload) => Decision, readonly string[], readonly string[]]>([
    ["none asked for", yes, ["a"], []],
    ["the file that was approved", wishing(fileRule), ["a"], ["keep ws/a"]],
    ["one file of a batch", wishing(fileRule), ["a", "b"], ["keep ws/a"]],
    [
      "a file that was not asked about",
      wishing({ ...fileRule, path: "ws/b" }),
      ["a"],
      [expect.stringContaining("it matches nothing")],
    ],
    [
      "a no",
      wishing(
        fileRule,
        items(({ digest, by }) => ({ action: "reject", digest, by })),
      ),
      ["a"],
      [expect.stringContaining("it matches nothing")],
    ],
    [
      "a part of it",
      wishing(
        fileRule,
        items((item) => ({ ...item, hunks: [0] }) as typeof item),
      ),
      ["a"],
      [expect.stringContaining("it matches nothing")],
    ],
    [
      "not a person",
      wishing(
        fileRule,
        items((item) => ({ ...item, by: { kind: "hook", hook: "h" } })),
      ),
      ["a"],
      [expect.stringContaining("only a person's")],
    ],
    [
      "a protected path",
      wishing({ ...fileRule, path: "ws/.git/config" }),
      [".git/config"],
      [expect.stringContaining("would have no effect, because the path is protected")],
    ],
    [
      "a rule of the person's own asks",
      wishing({ ...fileRule, path: "ws/asked" }),
      ["asked"],
      [expect.stringContaining("would have no effect, because the rule ask")],
    ],
    ["another question's answer", (payload) => ({ ...wishing(fileRule)(payload), approval_id: "other" }), ["a"], []],
  ])("%s", async (_, answer, names, expected) => expect(await kept(answer, ...names)).toEqual(expected));

  test("a read's too", async () => {
    const outcomes: KeptRule[] = [];
    const call = {
      tool: "read_file",
      access: "read",
      targets: [{ path: asReal("ws/a"), real: asReal("ws/a") }],
    } as const;
    const payload = { type: "read", approval_id: "q", digest: "d" } as ApprovalPayload;
    const wish: Remember = { effect: "allow", scope: "tool", path: "ws", tool: "read_file" };
    const answer = await askOnce(
      payload,
      { effect: "ask", personOnly: false, source: "sandbox", reason: "read_approval is on" },
      {
        reviewer: reviewer(wishing(wish)),
        yes: false,
        remember: { call, keep: async (outcome) => void outcomes.push(outcome), gate: gate() },
      },
    );
    expect([answer.action, outcomes]).toEqual(["apply", [{ kind: "keep", rule: wish }]]);
  });

  test("remembered rules are read only when a flag would ask", async () => {
    let reads = 0;
    const rule: Remembered = { ...fileRule, id: "k" };
    const remembered = async () => ((reads += 1), [rule]);
    const call = {
      tool: "edit_file",
      access: "edit",
      targets: [{ path: asReal("ws/a"), real: asReal("ws/a") }],
    } as const;
    const judged = async (policy: Partial<Policy>, facts: Partial<typeof call> | { access: "read" } = {}) =>
      (await judgeCall({ ...gate(policy), remembered }, { ...call, ...facts })).source;
    expect(await judged({}, { access: "read" })).toBe("sandbox");
    expect(await judged({ user: [{ effect: "ask" }] })).toBe("user-rule");
    expect(await judged({ project: [{ effect: "deny" }] })).toBe("deny-rule");
    expect(reads).toBe(0);
    expect(await judged({})).toBe("remembered");
    expect(reads).toBe(1);
  });
});

test("comments on a file that is rejected are part of the reason; those on others are not", async () => {
  const person = reviewer((payload) => {
    const { approval_id, items } = yes(payload);
    const [a, b] = items.map(({ digest }) => digest);
    return {
      approval_id,
      items: [{ action: "reject", digest: a!, by: PERSON, reason: "no" }, items[1]!],
      comments: [
        { digest: a!, side: "new", from: 7, to: 9, text: "too long" },
        { digest: a!, side: "old", from: 2, to: 2, text: "keep it" },
        { digest: b!, side: "new", from: 1, to: 1, text: "fine" },
      ],
    };
  });
  const ask = createAsk({ gate: gate(), reviewer: person, yes: false, newId });
  const { items } = await ask(planOf("a", "b"), { supersedes: null });
  expect(items.map((item) => (item.action === "reject" ? item.reason : item.action))).toEqual([
    "no\nOn line 2 before the change: keep it\nOn lines 7-9 after the change: too long",
    "apply",
  ]);
});
