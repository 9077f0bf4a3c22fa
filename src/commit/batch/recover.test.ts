import { beforeEach, describe, expect, test } from "vitest";
import { asReal, versionOf } from "../../base/index.ts";
import { planEdits, type Found } from "../../edits/index.ts";
import type { Filesystem } from "../../fs/index.ts";
import { openState, type State } from "../../state/index.ts";
import { Killed, scriptedAsk, SimulatedDisk, startProcess } from "../../testing/index.ts";
import type { Text } from "../../text/index.ts";
import { toolEdits } from "../../../test/support/tool-edits.ts";
import { carryOut } from "../carry-out.ts";
import { recover } from "./recover.ts";

let disk: SimulatedDisk;
beforeEach(() => {
  disk = new SimulatedDisk();
  disk.save("/w/a.txt", "a\n");
  disk.save("/w/b.txt", "b\n");
});

/** The n-th process: those before it are dead. */
function stateOf(pid: number, ops = startProcess(disk, { name: "later" }).ops): State {
  const self = { pid, start: "1", boot: "b", space: "s", machine: "m" };
  const clock = () => new Date(Date.UTC(2026, 0, 2, 3, 4, 5));
  return openState({
    directory: "/state",
    ops,
    clock,
    newId: () => "r1",
    processes: { self, lifeOf: (owner) => (owner.pid === pid ? "alive" : "dead") },
  });
}

const later = () => ({ state: stateOf(2), openRoot: () => startProcess(disk, { name: "later" }).staging("/w") });

/** Changes a, b and a new file, and is killed right before its n-th call of that name. */
async function killedAt(call: string, times: number, { atomic = false } = {}): Promise<void> {
  let seen = 0;
  const doomed = startProcess(disk, {
    name: "doomed",
    onCall: ({ name }) => {
      if (name === call && (seen += 1) === times) doomed.kill();
    },
  });
  const edits = toolEdits([
    ["a.txt", { kind: "overwrite", content: "A\n" }],
    ["b.txt", { kind: "overwrite", content: "B\n" }],
    ["new/deep/c.txt", { kind: "create", content: "C\n" }],
  ]);
  const found = edits.map(({ path }): [typeof path, Found] => {
    const text = disk.text(`/w/${path}`) as Text | null; // ASCII.
    if (text === null) return [path, { kind: "absent", real: asReal(path) }];
    const version = versionOf(new TextEncoder().encode(text));
    return [path, { kind: "text", snapshot: { path, real: asReal(path), version, text, mode: 0o644, links: 1 } }];
  });
  const files = { staging: doomed.staging("/w") } as Filesystem; // All that carryOut uses here.
  const run = carryOut({
    plan: planEdits(edits, new Map(found)),
    files,
    state: stateOf(1, doomed.ops),
    ask: scriptedAsk(() => "apply"),
    atomic,
  });
  await expect(run).rejects.toThrow(Killed);
}

const WHEN = "(receipt r1, 2026-01-02T03:04:05.000Z)";
const files = () => disk.files("/w").map((path) => `${path.slice(3)} ${disk.text(path)!.trim()}`);

describe("the next start", () => {
  test.each<[string, string, number, string, readonly string[]]>([
    ["before anything was written", "replace", 1, "Nothing of it was written.", ["a.txt a", "b.txt b"]],
    [
      "in the middle",
      "replace",
      2,
      'Written: a.txt. Not written: b.txt, new/deep/c.txt. "galley undo r1" undoes what was written.',
      ["a.txt A", "b.txt b"],
    ],
    [
      "before the last file",
      "create",
      1,
      'Written: a.txt, b.txt. Not written: new/deep/c.txt. "galley undo r1" undoes what was written.',
      ["a.txt A", "b.txt B"],
    ],
    [
      "before it could be logged",
      "flush",
      1,
      'Written: a.txt, b.txt, new/deep/c.txt. "galley undo r1" undoes what was written.',
      ["a.txt A", "b.txt B", "new/deep/c.txt C"],
    ],
  ])("says what became of a batch killed %s, once", async (_, call, times, message, expected) => {
    await killedAt(call, times);
    expect((await recover(later())).map((each) => each.message)).toEqual([
      `A batch of 3 files was interrupted ${WHEN}. ${message}`,
    ]);
    expect([files(), await recover(later())]).toEqual([expected, []]);
    expect(disk.isDirectory("/w/new")).toBe(expected.length === 3);
    expect(disk.files("/state")).toEqual(["/state/batches/000000000001-r1.interrupted", "/state/log.jsonl"]);
    expect(
      stateOf(3)
        .log.list()
        .entries.map((entry) => entry.state),
    ).toEqual(["interrupted"]);
  });

  test("puts an all-or-nothing batch back", async () => {
    await killedAt("replace", 2, { atomic: true });
    expect((await recover(later())).map((each) => each.message)).toEqual([
      `A batch of 3 files was interrupted ${WHEN}. Nothing of it was written.`,
    ]);
    expect(files()).toEqual(["a.txt a", "b.txt b"]);
  });

  test("leaves alone what was changed since, also of an all-or-nothing batch", async () => {
    await killedAt("replace", 2, { atomic: true });
    disk.save("/w/a.txt", "mine\n");
    const [recovered] = await recover(later());
    expect(recovered!.message).toContain("Changed since or not visible, left alone: a.txt.");
    expect(files()).toEqual(["a.txt mine", "b.txt b"]);
  });

  test("says nothing of a batch that was logged before it was killed", async () => {
    await killedAt("rename", 2); // The first gives the batch its name, the second marks it done.
    expect(await recover(later())).toEqual([]);
    expect(disk.files("/state")).toEqual(["/state/batches/000000000001-r1.done", "/state/log.jsonl"]);
  });

  test("does not guess when the record is damaged", async () => {
    await killedAt("replace", 2);
    const record = disk.find("/state/batches/000000000001-r1.pending")!;
    record.bytes = record.bytes.subarray(0, 200);
    const [recovered] = await recover(later());
    expect(recovered).toMatchObject({
      receipt_id: "r1",
      files: [],
      message: expect.stringMatching(/cannot be read: its end is missing.*left alone/),
    });
    expect(await recover(later())).toEqual([]);
  });

  test("says that a folder cannot be opened", async () => {
    await killedAt("replace", 2);
    const [recovered] = await recover({ ...later(), openRoot: () => null });
    expect(recovered!.message).toMatch(
      /left alone: a\.txt, b\.txt, new\/deep\/c\.txt\. A folder it wrote to cannot be opened now/,
    );
  });
});
