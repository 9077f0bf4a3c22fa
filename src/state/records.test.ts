import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "../base/index.ts";
import { Faults } from "../testing/index.ts";
import { nodeOps, type StateOps } from "./ops.ts";
import { openRecords, type Records } from "./records.ts";

let place: string;
beforeEach(() => void (place = mkdtempSync(join(tmpdir(), "galley-records-"))));
afterEach(() => rmSync(place, { recursive: true }));

const folder = () => join(place, "state", "box");
const open = (ops: StateOps = nodeOps): Records =>
  openRecords({ ops, newNonce: newId, folders: [join(place, "state"), folder()] });
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (found: Uint8Array | null) => (found === null ? null : new TextDecoder().decode(found));

test("the first to create a name wins, and its content stays", () => {
  const [first, second] = [open(), open()];
  expect(first.create("a.one", [bytes("he"), bytes("llo")])).toBe("created");
  expect(second.create("a.one", [bytes("other")])).toBe("exists");
  expect(text(second.read("a.one"))).toBe("hello");
  expect(text(second.read("a.one", { from: 1, length: 3 }))).toBe("ell");
  expect(text(second.read("a.one", { from: 3, length: 99 }))).toBe("lo");
  expect(text(second.read("a.one", { from: 99, length: 1 }))).toBe("");
  expect(second.names()).toEqual(["a.one"]);
  second.remove("a.one");
  second.remove("a.one");
  expect([first.names(), first.read("a.one"), first.measure("a.one")]).toEqual([[], null, null]);
});

test("nothing is made until something is created, and then for its owner's eyes only", () => {
  expect([open().names(), readdirSync(place)]).toEqual([[], []]);
  open().create("a.one", []);
  const modes = [join(place, "state"), folder(), join(folder(), "a.one")].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o700, 0o700, 0o600]);
});

test.each(["", "..", "../a.one", "a/b.one", "a.one/..", "A.one", ".one", "a", "a.one\0", "a.b.one"])(
  "a name that is not ours never reaches the disk: %j",
  (name) => {
    expect(() => open().create(name, [])).toThrow("is not the name of a record");
    expect(() => open().read(name)).toThrow("is not the name of a record");
  },
);

test("with any call failing once, the name is ours or it is not there", () => {
  for (const when of ["before", "after"] as const) {
    for (let at = 1; ; at += 1) {
      const faults = new Faults({ at, how: "once", when });
      const records = open(faults.wrap({ ...nodeOps }));
      faults.arm();
      let result: string;
      try {
        result = records.create("a.one", [bytes("hello")]);
      } catch {
        result = "failed";
      }
      expect([at, when, text(open().read("a.one"))]).toEqual([at, when, result === "created" ? "hello" : null]);
      open().remove("a.one");
      if (faults.count < at) break;
    }
  }
});

test("a folder where nothing may be written is an error", () => {
  writeFileSync(join(place, "file"), "");
  const blocked = openRecords({ ops: nodeOps, newNonce: newId, folders: [join(place, "file", "box")] });
  expect(() => blocked.create("a.one", [])).toThrow("could not create a file in its state directory");
});
