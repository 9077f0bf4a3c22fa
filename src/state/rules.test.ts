import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isFailure, versionOf } from "../base/index.ts";
import { Faults } from "../testing/index.ts";
import { nodeOps } from "./ops.ts";
import type { StoredRule } from "./rules.ts";
import { openState, type State } from "./state.ts";

let place: string;
let state: State;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "galley-rules-"));
  state = openState({ directory: place });
});
afterEach(() => rmSync(place, { recursive: true }));

const HERE = { kind: "host", root: "/here" };
const rule = (id: string, more: Partial<StoredRule> = {}): StoredRule => ({
  id,
  effect: "allow",
  tool: "edit_file",
  path: "src/a.ts",
  scope: "file",
  root: HERE,
  identity: "7 made 8",
  at: "2026-01-02T03:04:05.000Z",
  command: null,
  session: null,
  ...more,
});
const add = (one: StoredRule) => state.withLock({}, async (held) => state.rules.add(held, one));
const revoke = (which: { readonly id: string } | "all") =>
  state.withLock({}, async (held) => state.rules.revoke(held, which));
const ids = () => state.rules.list().rules.map(({ id }) => id);

test("kept, listed by root, revoked, for its owner's eyes only", async () => {
  expect(state.rules.list()).toEqual({ rules: [], problem: null });
  expect(readdirSync(place)).toEqual([]);
  const other = rule("b", { root: { kind: "host", root: "/here/too" } });
  expect(await add(rule("a"))).toEqual({ rule: rule("a"), problem: null });
  await add(other);
  expect(state.rules.list()).toEqual({ rules: [rule("a"), other], problem: null });
  expect(state.rules.list({ root: { root: "/here", kind: "host" } }).rules).toEqual([rule("a")]);
  expect((statSync(join(place, "rules")).mode & 0o777).toString(8)).toBe("600");
  expect(await revoke({ id: "all" })).toEqual({ revoked: [], problem: null });
  expect(await revoke({ id: "a" })).toEqual({ revoked: [rule("a")], problem: null });
  expect(await revoke("all")).toEqual({ revoked: [other], problem: null });
  expect(ids()).toEqual([]);
});

test("what says the same is kept once", async () => {
  await add(rule("a"));
  expect((await add(rule("b", { at: "later" }))).rule.id).toBe("a");
  await add(rule("c", { session: "s" }));
  expect(ids()).toEqual(["a", "c"]);
});

test("a command is part of its rule, letter by letter, and so is where it runs", async () => {
  const command = { text: "npm test", where: "confined", image: null } as const;
  const ran = (id: string, more: Partial<typeof command> | object = {}): StoredRule =>
    rule(id, { scope: "command", tool: "shell", path: null, command: { ...command, ...more } });
  await add(ran("a"));
  await add(ran("b", { text: "npm test " }));
  await add(ran("c", { where: "container", image: "node:22" }));
  expect((await add(ran("d"))).rule.id).toBe("a");
  expect(state.rules.list().rules).toEqual([
    ran("a"),
    ran("b", { text: "npm test " }),
    ran("c", { where: "container", image: "node:22" }),
  ]);
});

test("twenty writers at once lose nothing", async () => {
  const wanted = Array.from({ length: 20 }, (_, at) => `r${at}`);
  await Promise.all(wanted.map((id) => add(rule(id, { path: id }))));
  expect([...ids()].sort()).toEqual([...wanted].sort());
});

describe("a file that is not as it was written grants nothing, and is reported", () => {
  const file = () => join(place, "rules");
  const signed = (body: string) => `galley-rules 1 ${versionOf(new TextEncoder().encode(body))}\n${body}`;
  beforeEach(() => add(rule("a")));
  test.each<[string, () => void]>([
    ["cut at any byte", () => truncateSync(file(), 100)],
    ["empty", () => truncateSync(file(), 0)],
    ["another path", () => writeFileSync(file(), readFileSync(file(), "utf8").replace("src/a.ts", "src/b.ts"))],
    ["no first line", () => writeFileSync(file(), JSON.stringify([rule("a")]))],
    [
      "a rule for edits",
      () => writeFileSync(file(), signed(`${JSON.stringify([{ ...rule("a"), scope: "edits" }])}\n`)),
    ],
    [
      "a command without one",
      () => writeFileSync(file(), signed(`${JSON.stringify([rule("a", { scope: "command", tool: "shell" })])}\n`)),
    ],
    [
      "a command on the host",
      () => {
        const command = { text: "x", where: "host", image: null } as never;
        writeFileSync(file(), signed(`${JSON.stringify([rule("a", { scope: "command", tool: "shell", command })])}\n`));
      },
    ],
    ["not JSON", () => writeFileSync(file(), signed("[\n"))],
    ["no list", () => writeFileSync(file(), signed("{}\n"))],
    ["a rule that denies", () => writeFileSync(file(), signed(JSON.stringify([{ ...rule("a"), effect: "deny" }])))],
    ["a scope nobody knows", () => writeFileSync(file(), signed(JSON.stringify([{ ...rule("a"), scope: "all" }])))],
    ["a file's rule without a path", () => writeFileSync(file(), signed(JSON.stringify([rule("a", { path: null })])))],
    ["a rule for every tool", () => writeFileSync(file(), signed(JSON.stringify([rule("a", { tool: null })])))],
    ["no root", () => writeFileSync(file(), signed(JSON.stringify([{ ...rule("a"), root: null }])))],
    ["endless", () => truncateSync(file(), 5_000_000_000)],
  ])("%s", async (_, damage) => {
    damage();
    expect(state.rules.list()).toEqual({ rules: [], problem: expect.stringContaining("damaged") });
    const added = await add(rule("b"));
    expect(added.problem).toContain("damaged");
    expect(state.rules.list()).toEqual({ rules: [rule("b")], problem: null });
    expect(readdirSync(place).sort()).toEqual(["rules", "rules.damaged"]);
  });

  test("every byte cut off", () => {
    const whole = readFileSync(file());
    for (let length = 0; length < whole.length; length += 1) {
      writeFileSync(file(), whole.subarray(0, length));
      expect(state.rules.list().rules).toEqual([]);
    }
  });

  test("revoking all clears it", async () => {
    truncateSync(file(), 10);
    expect((await revoke("all")).problem).toContain("damaged");
    expect(state.rules.list()).toEqual({ rules: [], problem: null });
  });
});

test("a file that may not be read is an error, never a grant", () => {
  const denied = () => {
    throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
  };
  const closed = openState({ directory: place, ops: { ...nodeOps, openSync: denied } });
  expect(() => closed.rules.list()).toThrow(/could not read the remembered rules .*permission denied/);
});

describe("the n-th call fails: the old rules or the new, never less", () => {
  test.each(["before", "after"] as const)("%s it did its work", async (when) => {
    await add(rule("a"));
    let failures = 0;
    for (let at = 1; ; at += 1) {
      const faults = new Faults({ at, how: "once", when });
      const faulty = openState({ directory: place, ops: faults.wrap(nodeOps) });
      const before = ids();
      let failed = false;
      await state.withLock({}, async (held) => {
        faults.arm();
        try {
          faulty.rules.add(held, rule(`n${at}`, { path: `n${at}` }));
        } catch (error) {
          failed = true;
          expect(isFailure(error, "IO")).toBe(true);
        }
        faults.disarm();
      });
      const after = state.rules.list();
      expect(after.problem).toBe(null);
      expect([before, [...before, `n${at}`]]).toContainEqual(after.rules.map(({ id }) => id));
      if (!failed) expect(ids()).toContain(`n${at}`);
      if (faults.count < at) break;
      failures += 1;
    }
    expect(failures).toBeGreaterThan(8);
  });
});
