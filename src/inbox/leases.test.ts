import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../base/index.ts";
import { nodeOps, openRecords, type Liveness, type Owner } from "../state/index.ts";
import { holdLease, LeaseObserver, type HeldLease, type LeaseOptions } from "./leases.ts";

let folder: string;
const held: HeldLease[] = [];
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "galley-leases-"))));
afterEach(() => {
  for (const lease of held.splice(0)) lease.release();
  rmSync(folder, { recursive: true });
});

const SELF: Owner = { pid: 7, start: "70", boot: "b", space: "s", machine: "m" };
const TIMING = { beatMs: 1_000_000, pollMs: 400, silenceMs: 1_200 };

/** Beats only when `grow` says so; time passes only in `uptime`. */
function world(liveness: Liveness, self: Partial<Owner> = {}) {
  const time = { now: 0 };
  const records = openRecords({ ops: nodeOps, newNonce: newId, folders: [folder] });
  const processes = { self: { ...SELF, ...self }, lifeOf: () => liveness };
  const options: LeaseOptions = { records, processes, newId, timing: TIMING, uptime: () => time.now };
  const lease = holdLease(options, "asker", "");
  held.push(lease);
  const observer = new LeaseObserver(options);
  const grow = () => void records.append(`${lease.id}.asker`, new Uint8Array([46]));
  const lookAfter = (ms: number) => {
    time.now += ms;
    return observer.lifeOf(lease.id, "asker");
  };
  return { lease, observer, grow, lookAfter };
}

describe("a process that can be looked up", () => {
  test("lives or has ended at once, whether its lease grows or not", () => {
    expect([0, 400, 400, 400, 400].map(world("alive").lookAfter)).toEqual(Array.from({ length: 5 }, () => "alive"));
    expect(world("dead").lookAfter(0)).toBe("ended");
  });

  test("an ended lease is removed, so that every process says the same from then on", () => {
    world("dead").lookAfter(0);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe.each<[string, Liveness, Partial<Owner>]>([
  ["a process in another pid namespace", "unknown", {}],
  ["a process number that may be used again, without a start time", "alive", { start: null }],
])("%s", (_, liveness, self) => {
  test("lives while its lease grows", () => {
    const { grow, lookAfter } = world(liveness, self);
    expect(lookAfter(0)).toBe("observing");
    for (let beat = 0; beat < 10; beat += 1) {
      grow();
      expect(lookAfter(400)).toBe("alive");
    }
  });

  test("has ended when its lease does not grow for a while", () => {
    const { grow, lookAfter } = world(liveness, self);
    lookAfter(0);
    grow();
    expect([400, 400, 400, 300, 100].map(lookAfter)).toEqual(["alive", "alive", "alive", "alive", "ended"]);
  });

  test("has ended when its lease never grew", () => {
    const { lookAfter } = world(liveness, self);
    expect([0, 400, 400, 400].map(lookAfter)).toEqual(["observing", "observing", "observing", "ended"]);
  });

  test("an observer that did not look for a while starts over", () => {
    const { grow, lookAfter } = world(liveness, self);
    lookAfter(0);
    expect([60_000, 400, 400].map(lookAfter)).toEqual(["observing", "observing", "observing"]);
    grow();
    expect(lookAfter(60_000)).toBe("alive");
  });
});

test("a holder whose lease was removed by others knows, and leaves nothing behind", async () => {
  const { lease } = world("alive");
  const quick = holdLease(
    {
      records: openRecords({ ops: nodeOps, newNonce: newId, folders: [folder] }),
      processes: { self: SELF, lifeOf: () => "alive" },
      newId,
      timing: { ...TIMING, beatMs: 5 },
      uptime: () => 0,
    },
    "asker",
    "",
  );
  held.push(quick);
  rmSync(join(folder, `${quick.id}.asker`));
  expect(quick.isHeld()).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(readdirSync(folder)).toEqual([`${lease.id}.asker`]);
});

test.each(["", "{}", "null", '{"pid":1}', "not json\n....", "....", '{"pid":"1","machine":"m","note":""}'])(
  "a file that no holder wrote is no lease: %s",
  (content) => {
    const { observer } = world("alive");
    writeFileSync(join(folder, "x.asker"), content);
    expect(observer.lifeOf("x", "asker")).toBe("ended");
    expect(observer.lifeOf("../x", "asker")).toBe("ended");
  },
);
