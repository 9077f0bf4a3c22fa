// Contract, part four: the steps of a commit. Each does its one thing, or says why not and changes nothing.

import type { Version } from "../../base/index.ts";
import { glanceAt, type Glance } from "../../fs/index.ts";
import { codeOf, type Bench, type Case, type Harness } from "./subject.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export function stagingContract(it: Case, expect: Harness["expect"]): void {
  it("look tells absent, file and other", async (bench) => {
    await bench.write({ "dir/a.txt": "a" });
    const { staging } = bench.files;
    expect(await staging.look(bench.real("none"))).toEqual({ kind: "absent" });
    expect(await staging.look(bench.real("none/at/all"))).toEqual({ kind: "absent" });
    expect(await staging.look(bench.real("dir"))).toEqual({ kind: "other", code: "IS_DIR" });
    expect(await staging.look(bench.real("dir/a.txt/b"))).toEqual({ kind: "other", code: "NOT_DIR" });
    const file = await bench.files.readBytes(bench.at("dir/a.txt"));
    expect(await staging.look(bench.real("dir/a.txt"))).toEqual({ kind: "file", ...file });
  });

  it("a glance sees what a look sees, whatever was seen before", async (bench) => {
    await bench.write({ "dir/a.txt": "one" });
    const { staging } = bench.files;
    for (const path of ["none", "dir", "dir/a.txt/b"]) {
      expect(await glanceAt(staging, bench.real(path))).toEqual(await staging.look(bench.real(path)));
    }
    const glances: Glance[] = [];
    for (const text of ["one", "two", "one"]) {
      await bench.write({ "dir/a.txt": text });
      const seen = await glanceAt(staging, bench.real("dir/a.txt"), glances.at(-1));
      const { version, mode, target } = await bench.files.readBytes(bench.at("dir/a.txt"));
      expect({ ...seen, stamp: null }).toEqual({ kind: "file", version, mode, target, size: 3, stamp: null });
      // A file that has just been written has no stamp yet, and may have one by now.
      const again = await glanceAt(staging, bench.real("dir/a.txt"), seen);
      expect({ ...again, stamp: null }).toEqual({ ...seen, stamp: null });
      glances.push(seen);
    }
    await bench.files.delete(bench.at("dir/a.txt"));
    expect(await glanceAt(staging, bench.real("dir/a.txt"), glances.at(-1))).toEqual({ kind: "absent" });
  });

  it("makeParents makes what is missing and names it, outermost first", async (bench) => {
    const { staging } = bench.files;
    expect(await staging.makeParents(bench.real("a/b/c.txt"))).toEqual([bench.at("a"), bench.at("a/b")]);
    expect(await staging.makeParents(bench.real("a/b/c.txt"))).toEqual([]);
    expect(await staging.makeParents(bench.real("top.txt"))).toEqual([]);
    await bench.write({ "file.txt": "x" });
    expect(await codeOf(() => staging.makeParents(bench.real("file.txt/x/y")))).toEqual("NOT_DIR");
  });

  it("stage and create bring a new file, once", async (bench) => {
    const { staging } = bench.files;
    await staging.stage(bench.real("new.txt"), "t1", bytes("one"), { mode: null });
    expect(await bench.list()).toEqual(["t1 3"]);
    expect(await staging.create(bench.real("new.txt"), "t1")).toEqual("done");
    expect(await bench.list()).toEqual(["new.txt 3"]);
    await staging.stage(bench.real("new.txt"), "t2", bytes("two"), { mode: null });
    expect(await staging.create(bench.real("new.txt"), "t2")).toEqual("exists");
    expect(await bench.read("new.txt")).toEqual("one");
    await staging.discard(bench.real("new.txt"), "t2");
    expect(await bench.list()).toEqual(["new.txt 3"]);
  });

  it("create gives way to a folder too", async (bench) => {
    const { staging } = bench.files;
    await staging.stage(bench.real("a"), "t", bytes("x"), { mode: null });
    await bench.write({ "a/b": "b" });
    expect(await staging.create(bench.real("a"), "t")).toEqual("exists");
  });

  it("stage takes no name that is taken", async (bench) => {
    const { staging } = bench.files;
    await bench.write({ "a.txt": "a", t: "mine" });
    expect(await codeOf(() => staging.stage(bench.real("a.txt"), "t", bytes("x"), { mode: null }))).toEqual("EXISTS");
    expect(await bench.read("t")).toEqual("mine");
  });

  it("stage needs the folder", async (bench) => {
    const staged = codeOf(() => bench.files.staging.stage(bench.real("no/a.txt"), "t", bytes("x"), { mode: null }));
    expect(await staged).toEqual("NOT_FOUND");
    expect(await bench.list()).toEqual([]);
  });

  it("replace happens only over what was expected", async (bench) => {
    const { staging } = bench.files;
    await bench.write({ "a.txt": "old" });
    const old = await versionAt(bench, "a.txt");
    await staging.stage(bench.real("a.txt"), "t", bytes("new"), { mode: null });
    await bench.write({ "a.txt": "someone else's" });
    expect(await staging.replace(bench.real("a.txt"), "t", { expect: old })).toEqual("stale");
    expect(await bench.read("a.txt")).toEqual("someone else's");
    expect(await staging.replace(bench.real("a.txt"), "t", { expect: await versionAt(bench, "a.txt") })).toEqual(
      "done",
    );
    expect(await bench.read("a.txt")).toEqual("new");
    expect(await bench.list()).toEqual(["a.txt 3"]);
  });

  it("replace of what is gone, or became a folder, is stale", async (bench) => {
    const { staging } = bench.files;
    await bench.write({ "a.txt": "old" });
    const old = await versionAt(bench, "a.txt");
    await staging.stage(bench.real("a.txt"), "t", bytes("new"), { mode: null });
    await bench.files.delete(bench.at("a.txt"));
    expect(await staging.replace(bench.real("a.txt"), "t", { expect: old })).toEqual("stale");
    await bench.write({ "a.txt/b": "b" });
    expect(await staging.replace(bench.real("a.txt"), "t", { expect: old })).toEqual("stale");
    expect(await bench.read("t")).toEqual("new");
  });

  it("remove happens only to what was expected", async (bench) => {
    const { staging } = bench.files;
    await bench.write({ "a.txt": "old" });
    const old = await versionAt(bench, "a.txt");
    await bench.write({ "a.txt": "changed" });
    expect(await staging.remove(bench.real("a.txt"), { expect: old })).toEqual("stale");
    expect(await staging.remove(bench.real("a.txt"), { expect: await versionAt(bench, "a.txt") })).toEqual("done");
    expect(await staging.remove(bench.real("a.txt"), { expect: old })).toEqual("stale");
    expect(await bench.list()).toEqual([]);
  });

  it("discard is quiet about what is not there", async (bench) => {
    const { staging } = bench.files;
    await staging.discard(bench.real("a.txt"), "t");
    await staging.discard(bench.real("no/such/a.txt"), "t");
    await staging.stage(bench.real("a.txt"), "t", bytes("x"), { mode: null });
    await staging.discard(bench.real("a.txt"), "t");
    await staging.discard(bench.real("a.txt"), "t");
    expect(await bench.list()).toEqual([]);
  });

  it("removeDirectory removes only an empty folder", async (bench) => {
    const { staging } = bench.files;
    await bench.write({ "a/b/c.txt": "c" });
    expect(await staging.removeDirectory(bench.real("a/b"))).toEqual(false);
    expect(await staging.removeDirectory(bench.real("a/b/c.txt"))).toEqual(false);
    expect(await staging.removeDirectory(bench.real("none"))).toEqual(false);
    await bench.files.delete(bench.at("a/b/c.txt"));
    expect(await staging.removeDirectory(bench.real("a/b"))).toEqual(true);
    expect(await bench.list("a")).toEqual([]);
    expect(await codeOf(() => staging.removeDirectory(bench.real("")))).toEqual("FORBIDDEN");
  });

  it("flush needs the folder, not the file", async (bench) => {
    await bench.files.staging.flush(bench.real("a.txt"));
    expect(await codeOf(() => bench.files.staging.flush(bench.real("no/a.txt")))).toEqual("NOT_FOUND");
  });

  it("an address names the root and the path below it", async (bench) => {
    const { staging } = bench.files;
    expect(staging.address(bench.real("a/b.txt")).path).toEqual("a/b.txt");
    expect(staging.address(bench.real("a/b.txt")).root).toEqual(staging.address(bench.real("")).root);
  });

  it("a file is no link to remove", async (bench) => {
    await bench.write({ "a/b.txt": "b" });
    for (const path of ["a/b.txt", "a", "none"])
      expect(await bench.files.staging.removeLink(bench.real(path))).toEqual(false);
    expect(await bench.read("a/b.txt")).toEqual("b");
  });
}

async function versionAt(bench: Bench, path: string): Promise<Version> {
  return (await bench.files.readBytes(bench.at(path))).version;
}
