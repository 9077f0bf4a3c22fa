// What can be wrong with the files themselves: damaged, of another version, not ours, on a full or failing disk, with a
// clock that was set, or gone.

import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inboxClients, type Clients } from "../../test/support/inbox-clients.ts";
import { codeOf, asker, changeQuestion, Faults, noTo, yesTo } from "../testing/index.ts";
import { nodeOps, type StateOps } from "../state/index.ts";
import type { Inbox } from "./index.ts";

let clients: Clients;
beforeEach(() => void (clients = inboxClients()));
afterEach(() => clients.close());

const PAYLOAD = changeQuestion();
const folder = () => join(clients.directory, "inbox");
const questionFile = (id: string) => join(folder(), `${id}.question`);
const outcomeFile = (id: string) => join(folder(), `${id}.outcome`);

async function ask(inbox: Inbox, call = "call 1"): Promise<string> {
  const put = await inbox.put({ payload: PAYLOAD, asker: asker(call), withinMs: null });
  if (put.kind !== "asked") throw new Error(put.kind);
  return put.id;
}

const openIds = async (inbox: Inbox) => (await inbox.open()).questions.map(({ id }) => id);

test("files are for their owner's eyes only, and nothing else is left behind", async () => {
  const { inbox } = clients.connect();
  const id = await ask(inbox);
  await clients.connect().inbox.decide(id, yesTo(PAYLOAD));
  await inbox.settle(id);
  const names = readdirSync(folder()).sort();
  expect(names).toEqual([`${id}.outcome`, `${id}.question`, `${id}.settled`, "leases"].sort());
  const modeOf = (name: string) => (statSync(join(folder(), name)).mode & 0o777).toString(8);
  expect([".", "leases", ...names.filter((name) => name !== "leases")].map(modeOf)).toEqual([
    "700",
    "700",
    "600",
    "600",
    "600",
  ]);
  await inbox.close();
  expect(readdirSync(join(folder(), "leases"))).toEqual([]);
});

test("opening, listing and closing an inbox that was never used makes nothing", async () => {
  const { inbox } = clients.connect();
  await inbox.open();
  await inbox.reviewers();
  await inbox.close();
  expect(() => statSync(clients.directory)).toThrow("ENOENT");
});

describe("a question that is not as it was written is closed, and no answer to it counts", () => {
  test.each<[string, (path: string) => void]>([
    ["cut in its content", (path) => truncateSync(path, statSync(path).size - 3)],
    ["cut in its head", (path) => truncateSync(path, 200)],
    ["empty", (path) => truncateSync(path, 0)],
    ["longer", (path) => appendFileSync(path, "x")],
    [
      "changed content",
      (path) => rewrite(path, (text) => text.replace('"suggested_content":"new', '"suggested_content":"bad')),
    ],
    ["changed head", (path) => rewrite(path, (text) => text.replace("Edit ws/a.txt", "Edit ws/b.txt"))],
    ["changed sizes", (path) => rewrite(path, (text) => text.replace(/1 \d+/, "1 99999999999"))],
    ["something else", (path) => writeFileSync(path, "{}")],
  ])("%s", async (_, harm) => {
    const { inbox } = clients.connect();
    const id = await ask(inbox);
    harm(questionFile(id));
    const awaited = inbox.await(id);
    const other = clients.connect().inbox;
    expect(await other.decide(id, yesTo(PAYLOAD))).toEqual({ kind: "closed", because: "damaged" });
    expect(await openIds(other)).toEqual([]);
    expect(await awaited).toMatchObject({ kind: "closed", because: "damaged" });
  });
});

test("a damaged question is closed by listing as well", async () => {
  const { inbox } = clients.connect();
  const id = await ask(inbox);
  truncateSync(questionFile(id), 100);
  expect(await clients.connect().inbox.open()).toEqual({ questions: [], unreadable: [] });
  expect(await inbox.await(id)).toMatchObject({ because: "damaged" });
});

test("an outcome that is not as it was written is no answer", async () => {
  const { inbox } = clients.connect();
  const id = await ask(inbox);
  await inbox.decide(id, yesTo(PAYLOAD));
  rewrite(outcomeFile(id), (text) => text.replace("apply", "reject"));
  expect(await inbox.await(id)).toMatchObject({ kind: "closed", because: "damaged" });
  expect(await inbox.decide(id, yesTo(PAYLOAD))).toEqual({ kind: "closed", because: "damaged" });
});

test("a question of another version is left to the galley that wrote it", async () => {
  const { inbox } = clients.connect();
  const id = await ask(inbox);
  rewrite(questionFile(id), (text) => text.replace("galley-question 1", "galley-question 2"));
  const other = clients.connect().inbox;
  const reason = "it was written by another version of galley";
  expect(await other.open()).toEqual({ questions: [], unreadable: [{ id, reason }] });
  expect(await other.read(id)).toEqual({ kind: "unreadable", reason });
  expect((await other.decide(id, yesTo(PAYLOAD))).kind).toBe("refused");
  expect(readdirSync(folder())).not.toContain(`${id}.outcome`);
});

test("what is not ours in the folder is passed over, even where its name is", async () => {
  const { inbox } = clients.connect();
  const id = await ask(inbox);
  for (const name of [
    "x.question",
    "..question",
    "A.question",
    "notes.txt",
    ".question",
    `${id}.question.1.tmp`,
    "\n.outcome",
  ])
    writeFileSync(join(folder(), name), "x");
  mkdirSync(join(folder(), "aaaaaaaa-aaaaaaaa.question"));
  execFileSync("mkfifo", [join(folder(), "bbbbbbbb-bbbbbbbb.question")]);
  symlinkSync("/etc/passwd", join(folder(), "cccccccc-cccccccc.question"));
  symlinkSync("/nowhere", join(folder(), "dddddddd-dddddddd.question"));
  const { questions, unreadable } = await inbox.open();
  expect(questions.map((question) => question.id)).toEqual([id]);
  expect(unreadable.map((one) => one.id).sort()).toEqual(["aaaaaaaa-aaaaaaaa", "bbbbbbbb-bbbbbbbb"]);
});

test("the state folder taken away while someone waits is no answer", async () => {
  const { inbox } = clients.connect();
  const id = await ask(inbox);
  const awaited = inbox.await(id);
  rmSync(clients.directory, { recursive: true });
  expect(await awaited).toEqual({ kind: "unknown" });
  const again = await ask(inbox);
  const second = inbox.await(again);
  expect(await clients.connect().inbox.decide(again, yesTo(PAYLOAD))).toMatchObject({ kind: "won" });
  expect(await second).toMatchObject({ kind: "answered" });
});

test("without hints from the system everything is found by looking", async () => {
  const { watch: _, ...blind } = nodeOps;
  const { inbox } = clients.connect({ ops: blind });
  const id = await ask(inbox);
  const awaited = inbox.await(id);
  await clients.connect().inbox.decide(id, yesTo(PAYLOAD));
  expect(await awaited).toMatchObject({ kind: "answered" });
});

describe("a clock that was set can end a question early, never late", () => {
  const at = (hour: number) => () => new Date(Date.UTC(2026, 5, 1, hour));

  test("a reviewer's clock is ahead", async () => {
    const { inbox } = clients.connect({ clock: at(1) });
    const put = await inbox.put({ payload: PAYLOAD, asker: asker("call 1"), withinMs: 60_000 });
    const id = put.kind === "asked" ? put.id : "";
    expect(await openIds(clients.connect({ clock: at(1) }).inbox)).toEqual([id]);
    const ahead = clients.connect({ clock: at(2) }).inbox;
    expect(await ahead.decide(id, yesTo(PAYLOAD))).toEqual({ kind: "closed", because: "expired" });
    expect(await inbox.await(id)).toMatchObject({ kind: "closed", because: "expired" });
  });

  test("every clock is set back after the question was put", async () => {
    let hour = 5;
    const clock = () => at(hour)();
    const { inbox } = clients.connect({ clock });
    const put = await inbox.put({ payload: PAYLOAD, asker: asker("call 1"), withinMs: 40 });
    const id = put.kind === "asked" ? put.id : "";
    hour = 1;
    expect(await inbox.await(id)).toMatchObject({ kind: "closed", because: "expired" });
    expect(await clients.connect({ clock }).inbox.decide(id, yesTo(PAYLOAD))).toMatchObject({ because: "expired" });
  });
});

/** A disk with no room: whatever would need some fails. */
function full(): { readonly ops: StateOps; isFull: boolean } {
  const refuse = (): never => {
    throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
  };
  const disk = {
    isFull: false,
    ops: {
      ...nodeOps,
      writeSync: (...args: Parameters<StateOps["writeSync"]>) => (disk.isFull ? refuse() : nodeOps.writeSync(...args)),
    },
  };
  return disk;
}

describe("on a full disk", () => {
  test("nothing is put, and nothing is left behind", async () => {
    const disk = full();
    disk.isFull = true;
    const { inbox } = clients.connect({ ops: disk.ops });
    expect(await codeOf(() => ask(inbox))).toBe("IO");
    expect(readdirSync(folder(), { recursive: true })).toEqual(["leases"]);
  });

  test("an answer that cannot be kept does not count; the question stays open", async () => {
    const disk = full();
    const id = await ask(clients.connect().inbox);
    const { inbox } = clients.connect({ ops: disk.ops });
    disk.isFull = true;
    expect(await codeOf(() => inbox.decide(id, noTo(PAYLOAD, "lost")))).toBe("IO");
    disk.isFull = false;
    expect(await openIds(inbox)).toEqual([id]);
    expect(await inbox.decide(id, yesTo(PAYLOAD))).toMatchObject({ kind: "won" });
  });

  test("an asker can still withdraw, and its deadline still ends the question", async () => {
    const disk = full();
    const { inbox } = clients.connect({ ops: disk.ops });
    const first = await ask(inbox);
    const put = await inbox.put({ payload: PAYLOAD, asker: asker("call 2"), withinMs: 100 });
    disk.isFull = true;
    expect(await inbox.settle(first)).toMatchObject({ outcome: { kind: "closed", because: "withdrawn" } });
    expect(await inbox.await(put.kind === "asked" ? put.id : "")).toEqual({ kind: "unknown" });
    expect(await openIds(clients.connect().inbox)).toEqual([]);
  });
});

describe("with the n-th file call failing once", () => {
  test.each(["before", "after"] as const)("%s it did its work: what was reported is what happened", async (when) => {
    for (let at = 1; ; at += 1) {
      const faults = new Faults({ at, how: "once", when });
      const { watch: _, ...ops } = nodeOps;
      const world = inboxClients();
      const { inbox } = world.connect({ ops: faults.wrap(ops) });
      const healthy = world.connect().inbox;
      faults.arm();
      const id = await codeOf(() => ask(inbox));
      expect([at, await openIds(healthy)]).toEqual([at, id === "IO" ? [] : [id]]);
      if (id !== "IO") {
        const decided = await codeOf(async () => (await inbox.decide(id, yesTo(PAYLOAD))).kind);
        const outcome = await healthy.read(id);
        const isAnswered = outcome.kind === "question" && outcome.outcome?.kind === "answered";
        const expected = isAnswered ? ["won"] : ["IO", "refused"];
        expect(expected, `call ${at}`).toContain(decided);
        await codeOf(() => inbox.settle(id));
      }
      await inbox.close();
      expect([at, await openIds(healthy)]).toEqual([at, []]);
      await world.close();
      if (faults.count < at) return;
    }
  });
});

function rewrite(path: string, change: (text: string) => string): void {
  const text = readFileSync(path, "utf8");
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(path, changed);
}
