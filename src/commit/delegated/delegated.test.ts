import { beforeEach, describe, expect, test } from "vitest";
import { isFailure } from "../../base/index.ts";
import type { Actor } from "../../approval/index.ts";
import type { Change } from "../../edits/index.ts";
import { createMemoryFiles, type MemoryFiles } from "../../fs/index.ts";
import { openState, type State } from "../../state/index.ts";
import { Faults, scriptedAsk, SimulatedDisk, startProcess, type FaultPlan, type Reply } from "../../testing/index.ts";
import { toolEdits } from "../../../test/support/tool-edits.ts";
import { prepare } from "../prepare.ts";
import { recover } from "../batch/recover.ts";
import { undo } from "../undo.ts";
import { delegate, type Delegated } from "./delegate.ts";
import { settleDelegated } from "./settle.ts";

let files: MemoryFiles;
let disk: SimulatedDisk;
let now: number;
let ids: number;
let pids = 0;
beforeEach(() => {
  files = createMemoryFiles({ files: { "a.txt": "one\ntwo\nthree\nfour\nfive\nsix\nseven\n", "b.txt": "alpha\n" } });
  disk = new SimulatedDisk();
  now = Date.UTC(2026, 0, 1);
  ids = 0;
});

/** The state as a new process opens it: those before it are dead. */
const stateWith = (faults: Faults | null = null): State => {
  const { ops } = startProcess(disk, { name: "p" });
  const pid = (pids += 1);
  return openState({
    directory: "/state",
    ops: faults?.wrap(ops) ?? ops,
    newId: () => `id${(ids += 1)}`,
    clock: () => new Date(now),
    processes: {
      self: { pid, start: "1", boot: "b", space: "s", machine: "m" },
      lifeOf: (owner) => (owner.pid === pid ? "alive" : "dead"),
    },
  });
};
const openRoot = () => files.staging;
const CALL = { door: "hook:test", call_key: "session/1" };

const replace = (find: string, put: string): Change => ({ kind: "replace", find, put, match: "chars", all: false });
const TWO_HUNKS = [
  ["a.txt", replace("one", "1")],
  ["a.txt", replace("seven", "7")],
] as const;

async function approve(
  changes: readonly (readonly [string, Change])[],
  reply: (file: { readonly path: string }) => Reply | Promise<Reply> = () => "apply",
  { state = stateWith(), to = CALL, since = now, by = PERSON, pause = passes, writesLater = false }: Approving = {},
): Promise<Delegated> {
  const plan = await prepare(toolEdits(changes), files.real);
  return delegate({ plan, ask: scriptedAsk(reply, { by }), files, state, openRoot, to, since, pause, writesLater });
}

type Approving = {
  readonly state?: State;
  readonly to?: typeof CALL;
  readonly since?: number;
  readonly by?: Actor;
  readonly writesLater?: boolean;
  readonly pause?: (ms: number) => Promise<void>;
};
const PERSON: Actor = { kind: "person" };
/** No one was asked here. */
const HANDED: Actor = { kind: "hook", hook: "test" };
const passes = async (ms: number): Promise<void> => void (now += ms);

const settle = (to = CALL, state = stateWith()) => settleDelegated(to, { state, openRoot });
const unnamed = () => settleDelegated(CALL, { state: stateWith(), openRoot, sharesName: true });
const start = async () => (await recover({ state: stateWith(), openRoot })).map(({ message }) => message);
const back = (receipt: string | null = null) => undo({ state: stateWith(), receipt, openRoot });
const entries = () => stateWith().log.list().entries;
const states = () => entries().map(({ state, files: named }) => `${state} ${named.join(" ")}`.trim());
const read = async (path: string): Promise<string | null> => {
  try {
    return (await files.read(path)).content;
  } catch (error) {
    if (isFailure(error, "NOT_FOUND")) return null;
    throw error;
  }
};

/** What the other program does with its own means. */
async function otherWrites(path: string, content: string): Promise<void> {
  await files.write(path, content);
}

describe("approving for another program", () => {
  test("writes nothing, and says exactly what may be written", async () => {
    const { receipt, files: approved } = await approve([["a.txt", replace("two", "2")]]);
    expect(approved).toEqual([
      {
        path: "a.txt",
        to: null,
        kind: "approved",
        by: { kind: "person" },
        before: "one\ntwo\nthree\nfour\nfive\nsix\nseven\n",
        content: "one\n2\nthree\nfour\nfive\nsix\nseven\n",
        hunksLeft: [],
        userModified: false,
      },
    ]);
    expect([receipt, await read("a.txt"), states()]).toEqual([
      "id1",
      "one\ntwo\nthree\nfour\nfive\nsix\nseven\n",
      ["delegated a.txt"],
    ]);
  });

  test("with chosen changes or the person's own text, those are the content", async () => {
    const shows = "1\ntwo\nthree\nfour\nfive\nsix\nseven\n";
    const chosen = await approve(TWO_HUNKS, () => ({ hunks: [0], shows }));
    expect(chosen.files).toMatchObject([{ kind: "approved", content: shows, hunksLeft: [1], userModified: false }]);
    const edited = await approve([["b.txt", replace("alpha", "beta")]], () => ({ content: "mine\n" }));
    expect(edited.files).toMatchObject([{ kind: "approved", content: "mine\n", userModified: true }]);
  });

  test("a rejection keeps no receipt; one file's rejection does not take the other's approval", async () => {
    const all = await approve([["a.txt", replace("two", "2")]], () => ({ reject: "not now" }));
    expect([all.receipt, all.files, states()]).toEqual([
      null,
      [{ path: "a.txt", to: null, kind: "rejected", by: { kind: "person" }, reason: "not now" }],
      [],
    ]);
    const some = await approve(
      [
        ["a.txt", replace("two", "2")],
        ["b.txt", { kind: "delete" }],
      ],
      ({ path }) => (path === "b.txt" ? { reject: "keep it" } : "apply"),
    );
    expect(some.files.map(({ path, kind }) => `${path} ${kind}`)).toEqual(["a.txt approved", "b.txt rejected"]);
    expect(states()).toEqual(["delegated a.txt"]);
  });

  test("a file that changes while it is shown is asked about again", async () => {
    let asked = 0;
    const { files: approved } = await approve([["a.txt", replace("two", "2")]], async (): Promise<Reply> => {
      if ((asked += 1) === 1) await otherWrites("a.txt", "zero\ntwo\n");
      return "apply";
    });
    expect([asked, approved]).toMatchObject([2, [{ kind: "approved", before: "zero\ntwo\n", content: "zero\n2\n" }]]);
  });

  test("one call that two processes ask for has one receipt", async () => {
    const first = await approve([["a.txt", replace("two", "2")]]);
    const second = await approve([["a.txt", replace("two", "2")]]);
    expect([second.receipt, states()]).toEqual([first.receipt, ["delegated a.txt"]]);
  });

  test("what was approved for an earlier call of the same name is not this call's", async () => {
    const { receipt } = await approve([["a.txt", replace("two", "2")]]);
    now += 1;
    const again = await approve([["a.txt", replace("two", "2")]]);
    expect(again.receipt).not.toBe(receipt);
    expect(again.files).toMatchObject([{ kind: "approved" }]);
  });

  describe("of a file that another call may be about to write", () => {
    const other = { door: "hook:test", call_key: "session/2" };
    const edit = [["a.txt", replace("six", "6")]] as const;
    const written = "one\n2\nthree\nfour\nfive\nsix\nseven\n";

    test("waits, and asks again about what was written", async () => {
      await approve([["a.txt", replace("two", "2")]]);
      let asked = 0;
      const { files: approved } = await approve(edit, () => ((asked += 1), "apply"), {
        to: other,
        pause: async (ms) => {
          now += ms;
          if (asked === 1) await otherWrites("a.txt", written);
        },
      });
      expect([asked, approved]).toMatchObject([2, [{ kind: "approved", before: written }]]);
    });

    test("waits no longer than a host needs to write, and asks once", async () => {
      await approve([["a.txt", replace("two", "2")]]);
      let asked = 0;
      const start = now;
      const retried = await approve([["a.txt", replace("two", "2")]], () => ((asked += 1), "apply"), { to: other });
      expect([asked, now - start, retried.files]).toMatchObject([1, 5000, [{ kind: "approved" }]]);
    });

    test("waits also where the other program does not name its calls: two of one file have the same name", async () => {
      await approve([["a.txt", replace("two", "2")]]);
      let asked = 0;
      const { files: approved } = await approve(edit, () => ((asked += 1), "apply"), {
        pause: async (ms) => {
          now += ms;
          if (asked === 1) await otherWrites("a.txt", written);
        },
      });
      expect([asked, approved]).toMatchObject([2, [{ kind: "approved", before: written }]]);
      // The event of the first one, which the second has compared already.
      expect([await unnamed(), states()]).toEqual([null, ["delegated a.txt", "done a.txt"]]);
      await otherWrites("a.txt", written.replace("six", "6"));
      expect([await unnamed(), states()]).toMatchObject([{ state: "done" }, ["done a.txt", "done a.txt"]]);
    });

    describe("in a program that writes later", () => {
      const later = { to: CALL, writesLater: true } as const;
      const also = { ...later, to: { ...CALL, call_key: "session/2" } };

      test("is refused without a question, however long the first has been approved", async () => {
        const since = now;
        await approve([["a.txt", replace("two", "2")]], undefined, later);
        now += 60_000;
        let asked = 0;
        const { files: refused } = await approve(edit, () => ((asked += 1), "apply"), { ...also, since });
        expect([asked, refused]).toMatchObject([0, [{ kind: "failed", code: "STALE" }]]);
        expect((await approve([["b.txt", replace("alpha", "beta")]], undefined, also)).files).toMatchObject([
          { kind: "approved" },
        ]);
      });

      test("is refused where the first is approved while this one is asked about", async () => {
        const { files: refused } = await approve(
          edit,
          async () => {
            await approve([["a.txt", replace("two", "2")]], undefined, later);
            return "apply" as const;
          },
          also,
        );
        expect(refused).toMatchObject([{ kind: "failed", code: "STALE" }]);
      });

      test("is approved in the next turn, in another session, and as the same change for a second hook", async () => {
        const { receipt } = await approve([["a.txt", replace("two", "2")]], undefined, later);
        expect((await approve([["a.txt", replace("two", "2")]], undefined, later)).receipt).toBe(receipt);
        const other = { ...also, to: { ...CALL, call_key: "other/2" } };
        now += 6000;
        expect((await approve(edit, undefined, other)).files).toMatchObject([{ kind: "approved" }]);
        now += 6000;
        expect((await approve(edit, undefined, also)).files).toMatchObject([{ kind: "approved" }]);
      });
    });

    test("does not wait when both are the other program's own questions: it asks them one after the other", async () => {
      await approve([["a.txt", replace("two", "2")]], undefined, { by: HANDED });
      const start = now;
      const retried = await approve([["a.txt", replace("two", "2")]], undefined, { to: other, by: HANDED });
      expect([now - start, retried.files]).toMatchObject([0, [{ kind: "approved" }]]);
    });

    test("with a clock that stands still it ends, with nothing approved", async () => {
      await approve([["a.txt", replace("two", "2")]]);
      const stuck = async (): Promise<void> => undefined;
      const both = [...edit, ["b.txt", replace("alpha", "beta")]] as const;
      const { receipt, files: left } = await approve(both, undefined, { to: other, pause: stuck });
      expect(receipt).toBe(null);
      expect(left).toMatchObject([
        { kind: "failed", code: "STALE", message: expect.stringContaining("Another approved change of a.txt") },
        { kind: "failed", code: "STALE" },
      ]);
    });
  });

  test("without a journal nothing is approved", async () => {
    const faults = new Faults({ at: 1, how: "for-good", when: "before" });
    const state = stateWith(faults);
    faults.arm();
    const { receipt, files: approved } = await approve([["a.txt", replace("two", "2")]], () => "apply", { state });
    expect([receipt, approved]).toMatchObject([null, [{ path: "a.txt", kind: "failed", code: "IO" }]]);
  });
});

describe("comparing afterwards", () => {
  const TWO = "one\n2\nthree\nfour\nfive\nsix\nseven\n";
  const change = [["a.txt", replace("two", "2")]] as const;

  test.each([
    ["what was approved", TWO, "done", "as-approved", ["done a.txt"]],
    ["something else", "other\n", "differs", "differs", ["differs a.txt"]],
    ["nothing", null, "not-written", "not-written", ["interrupted"]],
  ])("%s was written", async (_, content, state, outcome, logged) => {
    const { receipt } = await approve(change);
    if (content !== null) await otherWrites("a.txt", content);
    expect(await settle()).toEqual({ receipt, state, files: [{ path: "a.txt", outcome }] });
    expect(states()).toEqual(logged);
    expect(await settle({ ...CALL, call_key: "session/2" })).toBe(null);
  });

  test("only a part of several files was written", async () => {
    await approve([...change, ["c/new.txt", { kind: "create", content: "new\n" }]]);
    await otherWrites("a.txt", TWO);
    expect(await settle()).toMatchObject({
      state: "differs",
      files: [
        { path: "a.txt", outcome: "as-approved" },
        { path: "c/new.txt", outcome: "not-written" },
      ],
    });
    expect(states()).toEqual(["differs a.txt"]);
  });

  test("a second event for one call finds nothing more to compare", async () => {
    await approve(change);
    await otherWrites("a.txt", "other\n");
    await settle();
    expect([await settle(), states()]).toEqual([null, ["differs a.txt"]]);
  });

  test("of two changes under one name, the one that was written is compared first", async () => {
    const { receipt } = await approve(change, undefined, { by: HANDED });
    await approve([["a.txt", replace("six", "6")]], undefined, { by: HANDED });
    await otherWrites("a.txt", TWO);
    expect(await unnamed()).toMatchObject({ receipt, state: "done" });
    expect(states()).toEqual(["delegated a.txt", "done a.txt"]);
  });

  test("without an event, the next start compares: approved bytes are done, others are reported once", async () => {
    await approve(change);
    await otherWrites("a.txt", TWO);
    expect([await start(), states()]).toEqual([[], ["done a.txt"]]);
    const { receipt } = await approve([["b.txt", replace("alpha", "beta")]]);
    await otherWrites("b.txt", "gamma\n");
    expect(await start()).toEqual([
      `What was approved for hook:test is not what is there now (receipt ${receipt}): b.txt. Check with: git diff`,
    ]);
    expect([await start(), states()]).toEqual([[], ["differs b.txt", "done a.txt"]]);
  });

  test("an event after an early start still counts", async () => {
    await approve(change);
    await otherWrites("a.txt", "half");
    await start();
    await otherWrites("a.txt", TWO);
    expect(await settle()).toMatchObject({ state: "done" });
    expect(states()).toEqual(["done a.txt"]);
  });

  test.each([
    ["approved here", PERSON, "differs", 1],
    ["left to the other program's question", HANDED, "delegated", 0],
  ])("%s: a difference that only a start finds", async (_, by, state, reports) => {
    await approve(change, undefined, { by });
    await otherWrites("a.txt", "by someone\n");
    expect([(await start()).length, states()]).toEqual([reports, [`${state} a.txt`]]);
  });

  test("left to the other program's question, and written: done", async () => {
    await approve(change, undefined, { by: HANDED });
    await otherWrites("a.txt", TWO);
    await start();
    expect(entries()).toMatchObject([{ state: "done", decided_by: "hook", delegated_to: "hook:test" }]);
    expect(await back()).toMatchObject({ restored: ["a.txt"] });
  });

  test("left to the other program's question, and lost: after a day that is not known, and no undo stops at it", async () => {
    await approve([["b.txt", replace("alpha", "beta")]]);
    await otherWrites("b.txt", "beta\n");
    await settle();
    const { receipt } = await approve(change, undefined, { by: HANDED });
    await otherWrites("a.txt", "by someone\n");
    now += 86_400_000;
    expect([await start(), states()]).toEqual([[], ["interrupted a.txt", "done b.txt"]]);
    await expect(back(receipt)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await back()).toMatchObject({ restored: ["b.txt"] });
  });

  test("what a later call found unwritten and replaced was never written, and that is no difference", async () => {
    const { receipt } = await approve(change);
    now += 60_000;
    const to = { door: "hook:test", call_key: "session/2" };
    await approve([["a.txt", replace("six", "6")]], undefined, { to });
    await otherWrites("a.txt", "one\ntwo\nthree\nfour\nfive\n6\nseven\n");
    await settle(to);
    expect([await start(), states()]).toEqual([[], ["done a.txt", "interrupted"]]);
    await expect(back(receipt)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("an approval that was not used stays open for a day", async () => {
    await approve(change);
    expect([await start(), states()]).toEqual([[], ["delegated a.txt"]]);
    now += 86_400_000;
    expect([await start(), states()]).toEqual([[], ["interrupted"]]);
  });
});

describe("undo of what another program wrote", () => {
  test("restores the approved change, created folders included", async () => {
    const { receipt } = await approve([
      ["a.txt", replace("two", "2")],
      ["c/new.txt", { kind: "create", content: "new\n" }],
      ["b.txt", { kind: "delete" }],
    ]);
    await otherWrites("a.txt", "one\n2\nthree\nfour\nfive\nsix\nseven\n");
    await otherWrites("c/new.txt", "new\n");
    await files.delete("b.txt");
    await settle();
    expect(await back()).toMatchObject({ receipt_id: receipt, restored: ["a.txt", "c/new.txt", "b.txt"], skipped: [] });
    expect([await read("a.txt"), await read("b.txt"), await read("c/new.txt")]).toEqual([
      "one\ntwo\nthree\nfour\nfive\nsix\nseven\n",
      "alpha\n",
      null,
    ]);
    expect((await files.list("")).entries.map(({ path }) => path)).toEqual(["a.txt", "b.txt"]);
    expect(entries().map(({ state }) => state)).toEqual(["done", "undone"]);
  });

  test("restores what differs, as it was found right after the program ran", async () => {
    await approve([["a.txt", replace("two", "2")]]);
    await otherWrites("a.txt", "formatted by another hook\n");
    await settle();
    expect(await back()).toMatchObject({ restored: ["a.txt"] });
    expect(await read("a.txt")).toBe("one\ntwo\nthree\nfour\nfive\nsix\nseven\n");
  });

  test("leaves a file alone that was changed after that, or that only a later start looked at", async () => {
    await approve([["a.txt", replace("two", "2")]]);
    await otherWrites("a.txt", "formatted\n");
    await settle();
    await otherWrites("a.txt", "mine\n");
    expect(await back()).toMatchObject({ restored: [], skipped: [{ path: "a.txt", reason: "it was changed since" }] });
    const to = { door: "hook:test", call_key: "2" };
    const { receipt } = await approve([["b.txt", replace("alpha", "beta")]], () => "apply", { to });
    await otherWrites("b.txt", "perhaps mine\n");
    await start();
    expect(await back(receipt)).toMatchObject({ restored: [], skipped: [{ path: "b.txt" }] });
    expect([await read("a.txt"), await read("b.txt")]).toEqual(["mine\n", "perhaps mine\n"]);
  });

  test("has nothing to do before the program has written", async () => {
    const { receipt } = await approve([["a.txt", replace("two", "2")]]);
    await expect(back()).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(back(receipt)).rejects.toMatchObject({ message: expect.stringContaining("has not seen it written") });
  });
});

describe("when calls on the state directory fail", () => {
  test.each<Omit<FaultPlan, "at">>([
    { how: "once", when: "before" },
    { how: "once", when: "after" },
    { how: "for-good", when: "before" },
  ])("%o: an approval is kept or is none, and a comparison is noted sooner or later", async (plan) => {
    for (let at = 1; ; at += 1) {
      disk = new SimulatedDisk();
      files = createMemoryFiles({ files: { "a.txt": "one\n" } });
      const faults = new Faults({ ...plan, at });
      const state = stateWith(faults);
      faults.arm();
      const approved = await approve([["a.txt", replace("one", "1")]], () => "apply", { state });
      const isApproved = approved.files[0]?.kind === "approved";
      expect({ at, kept: approved.receipt !== null }).toEqual({ at, kept: isApproved });
      if (isApproved) {
        await otherWrites("a.txt", "1\n");
        await settle(CALL, state).catch((error: unknown) => expect(isFailure(error, "IO")).toBe(true));
      }
      faults.disarm();
      await start();
      const logged = entries().find(({ receipt_id }) => receipt_id === approved.receipt);
      expect({ at, state: logged?.state }).toEqual({ at, state: isApproved ? "done" : undefined });
      expect({ at, text: await read("a.txt") }).toEqual({ at, text: isApproved ? "1\n" : "one\n" });
      if (isApproved) expect(await back()).toMatchObject({ restored: ["a.txt"] });
      if (faults.count < at) break;
      expect(at).toBeLessThan(200);
    }
  });
});
