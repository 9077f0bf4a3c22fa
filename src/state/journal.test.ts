import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { isFailure, versionOf } from "../base/index.ts";
import { SimulatedDisk, startProcess } from "../testing/index.ts";
import { openJournal, type BatchDraft, type DraftBlob, type Journal } from "./journal.ts";
import type { Held } from "./lock.ts";

const held = {} as Held; // These tests are the only writer.
const DIRECTORY = "/state/batches";

let disk: SimulatedDisk;
let journal: Journal;
beforeEach(() => {
  disk = new SimulatedDisk();
  journal = openJournal(DIRECTORY, startProcess(disk, { name: "p" }).ops);
});

const blob = (bytes: Uint8Array): DraftBlob => ({
  version: versionOf(bytes),
  length: bytes.length,
  bytes: () => bytes,
});
const text = (content: string) => blob(new TextEncoder().encode(content));

function draft(id: string, pairs: readonly (readonly [DraftBlob | null, DraftBlob | null])[]): BatchDraft {
  return {
    id,
    at: "2026-01-02T03:04:05.000Z",
    decided_by: "person",
    atomic: false,
    undoes: null,
    roots: [{ kind: "host", root: "/w" }],
    files: pairs.map(([before, after], change) => ({
      change,
      path: `f${change}`,
      root: 0,
      at: `f${change}`,
      before,
      after,
      mode: { before: 0o755, after: null },
      temps: [`.t${change}`],
    })),
    directories: [{ root: 0, at: "d" }],
  };
}

test("what is kept comes back, byte for byte", () => {
  const content = fc.option(fc.uint8Array({ maxLength: 40 }), { nil: null });
  fc.assert(
    fc.property(fc.array(fc.tuple(content, content), { maxLength: 5 }), (pairs) => {
      const id = `id-${disk.files(DIRECTORY).length}`;
      const wanted = draft(
        id,
        pairs.map(([a, b]) => [a && blob(a), b && blob(b)]),
      );
      journal.begin(held, wanted);
      const batch = journal.read(id);
      if (batch.kind !== "batch") throw new Error(batch.kind);
      const { files, sequence, ...rest } = batch.header;
      const { files: _, ...expected } = wanted;
      expect(rest).toEqual(expected);
      expect(sequence).toBeGreaterThan(0);
      expect(
        files.map((file) => [file.before && batch.bytes(file.before), file.after && batch.bytes(file.after)]),
      ).toEqual(pairs);
    }),
  );
});

test("bytes that do not fit together into what is gathered come back too", () => {
  const sizes = [700_000, 10, 400_000, 0, 2_500_000, 5, 1_048_576, 1];
  const contents = sizes.map((size, at) => new Uint8Array(size).fill(at + 1));
  // Half of them make use of the room they are given.
  const blobs = contents.map((bytes, at): DraftBlob => {
    const copied = (into: Uint8Array): Uint8Array => (into.set(bytes), into.subarray(0, bytes.length));
    const own = (into?: Uint8Array) =>
      into !== undefined && into.length >= bytes.length && at % 2 === 0 ? copied(into) : bytes;
    return { version: versionOf(bytes), length: bytes.length, bytes: own };
  });
  journal.begin(
    held,
    draft(
      "large",
      blobs.map((each) => [null, each]),
    ),
  );
  const batch = journal.read("large");
  if (batch.kind !== "batch") throw new Error(batch.kind);
  const found = batch.header.files.map(({ after }) => batch.bytes(after!));
  expect(found.every((bytes, at) => Buffer.compare(bytes, contents[at]!) === 0)).toBe(true);
});

test("a batch goes from pending to done or interrupted, or is forgotten", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => journal.begin(held, draft(id, [])));
  journal.finish(held, a!, "done");
  journal.finish(held, b!, "interrupted");
  journal.abandon(held, c!);
  expect(journal.list().map(({ id, sequence, state }) => [id, sequence, state])).toEqual([
    ["a", 1, "done"],
    ["b", 2, "interrupted"],
  ]);
  expect(disk.files(DIRECTORY)).toEqual([
    `${DIRECTORY}/000000000001-a.done`,
    `${DIRECTORY}/000000000002-b.interrupted`,
  ]);
});

test("a batch can be read while it is marked", () => {
  const pending = journal.begin(held, draft("a", [[text("old"), null]]));
  const batch = journal.read("a");
  journal.finish(held, pending, "done");
  if (batch.kind !== "batch") throw new Error(batch.kind);
  expect(new TextDecoder().decode(batch.bytes(batch.header.files[0]!.before!))).toBe("old");
});

describe("damage is found", () => {
  const name = `${DIRECTORY}/000000000001-a.pending`;
  const whole = () => {
    journal.begin(held, draft("a", [[text("old"), text("new")]]));
    return disk.find(name)!;
  };

  /** What reading the batch gives: every part of it, or where it refuses. */
  function readAll(): string {
    const batch = journal.read("a");
    if (batch.kind !== "batch") return batch.kind;
    try {
      return batch.header.files
        .map((file) => [file.before!, file.after!].map((each) => batch.bytes(each).length))
        .join();
    } catch (error) {
      return isFailure(error, "IO") ? "bytes refused" : "bug";
    }
  }

  test("cut anywhere", () => {
    const inode = whole();
    const { bytes } = inode;
    for (let length = 0; length < bytes.length; length += 1) {
      inode.bytes = bytes.subarray(0, length);
      expect([length, readAll()]).toEqual([length, "damaged"]);
    }
  });

  test("one bit flipped anywhere", () => {
    const inode = whole();
    const { bytes } = inode;
    for (let at = 0; at < bytes.length - 1; at += 1) {
      const flipped = bytes.slice();
      flipped[at]! ^= 1;
      inode.bytes = flipped;
      // The line break between header and bytes carries nothing.
      const harmless = bytes[at] === 10 && at > 100;
      expect([at, readAll()]).toEqual([at, harmless ? "3,3" : expect.stringMatching(/^(damaged|bytes refused)$/)]);
    }
  });

  test("more than was written", () => {
    const inode = whole();
    inode.bytes = new Uint8Array([...inode.bytes, 0]);
    expect(readAll()).toBe("damaged");
  });
});

test.each([["../../lock"], ["a/b"], ["a.done"], [""], ["*"], ["none"]])("no batch is called %j", (id) => {
  journal.begin(held, draft("a", []));
  expect(journal.read(id)).toEqual({ kind: "gone" });
});

test("a half-written batch of a killed process is removed, and only that", () => {
  journal.begin(held, draft("a", []));
  disk.save(`${DIRECTORY}/000000000002-b.tmp`, "half");
  expect(journal.isUnfinished()).toBe(true);
  journal.tidy(held);
  expect(disk.files(DIRECTORY)).toEqual([`${DIRECTORY}/000000000001-a.pending`]);
});

test("a batch that could not be written leaves nothing", () => {
  const big: DraftBlob = {
    ...text("x"),
    bytes: () => {
      throw Object.assign(new Error(), { code: "ENOSPC" });
    },
  };
  let error: unknown;
  try {
    journal.begin(held, draft("a", [[big, null]]));
  } catch (caught) {
    error = caught;
  }
  expect(isFailure(error, "IO") && error.message).toMatch(/the disk is full.*Nothing was written/);
  expect(disk.files(DIRECTORY)).toEqual([]);
});
