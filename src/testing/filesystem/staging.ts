// Contract, part four: the steps of a commit. Each does its one thing, or says why not and changes nothing.

import type { Version } from "../../base/index.ts";
import { glanceAt, type Glance } from "../../fs/index.ts";
import { codeOf, type SubjectCase, type Case, type Harness } from "./subject.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export function stagingContract(it: Case, expect: Harness["expect"]): void {
  it("look distinguishes absent, file and other", async (subject) => {
    await subject.write({ "dir/a.txt": "a" });
    const { staging } = subject.files;
    expect(await staging.look(subject.real("none"))).toEqual({ kind: "absent" });
    expect(await staging.look(subject.real("none/at/all"))).toEqual({ kind: "absent" });
    expect(await staging.look(subject.real("dir"))).toEqual({ kind: "other", code: "IS_DIR" });
    expect(await staging.look(subject.real("dir/a.txt/b"))).toEqual({ kind: "other", code: "NOT_DIR" });
    const file = await subject.files.readBytes(subject.at("dir/a.txt"));
    expect(await staging.look(subject.real("dir/a.txt"))).toEqual({ kind: "file", ...file });
  });

  it("a glance sees what a look sees, whatever was seen before", async (subject) => {
    await subject.write({ "dir/a.txt": "one" });
    const { staging } = subject.files;
    for (const path of ["none", "dir", "dir/a.txt/b"]) {
      expect(await glanceAt(staging, subject.real(path))).toEqual(await staging.look(subject.real(path)));
    }
    const glances: Glance[] = [];
    for (const text of ["one", "two", "one"]) {
      await subject.write({ "dir/a.txt": text });
      const seen = await glanceAt(staging, subject.real("dir/a.txt"), glances.at(-1));
      const { version, mode, target } = await subject.files.readBytes(subject.at("dir/a.txt"));
      expect({ ...seen, stamp: null }).toEqual({ kind: "file", version, mode, target, size: 3, stamp: null });
      // A file that has just been written has no stamp yet, and may have one by now.
      const again = await glanceAt(staging, subject.real("dir/a.txt"), seen);
      expect({ ...again, stamp: null }).toEqual({ ...seen, stamp: null });
      glances.push(seen);
    }
    await subject.files.delete(subject.at("dir/a.txt"));
    expect(await glanceAt(staging, subject.real("dir/a.txt"), glances.at(-1))).toEqual({ kind: "absent" });
  });

  it("makeParents makes what is missing and names it, outermost first", async (subject) => {
    const { staging } = subject.files;
    expect(await staging.makeParents(subject.real("a/b/c.txt"))).toEqual([subject.at("a"), subject.at("a/b")]);
    expect(await staging.makeParents(subject.real("a/b/c.txt"))).toEqual([]);
    expect(await staging.makeParents(subject.real("top.txt"))).toEqual([]);
    await subject.write({ "file.txt": "x" });
    expect(await codeOf(() => staging.makeParents(subject.real("file.txt/x/y")))).toEqual("NOT_DIR");
  });

  it("stage and create bring a new file, once", async (subject) => {
    const { staging } = subject.files;
    await staging.stage(subject.real("new.txt"), "t1", bytes("one"), { mode: null });
    expect(await subject.list()).toEqual(["t1 3"]);
    expect(await staging.create(subject.real("new.txt"), "t1")).toEqual("done");
    expect(await subject.list()).toEqual(["new.txt 3"]);
    await staging.stage(subject.real("new.txt"), "t2", bytes("two"), { mode: null });
    expect(await staging.create(subject.real("new.txt"), "t2")).toEqual("exists");
    expect(await subject.read("new.txt")).toEqual("one");
    await staging.discard(subject.real("new.txt"), "t2");
    expect(await subject.list()).toEqual(["new.txt 3"]);
  });

  it("create gives way to a folder too", async (subject) => {
    const { staging } = subject.files;
    await staging.stage(subject.real("a"), "t", bytes("x"), { mode: null });
    await subject.write({ "a/b": "b" });
    expect(await staging.create(subject.real("a"), "t")).toEqual("exists");
  });

  it("stage takes no name that is taken", async (subject) => {
    const { staging } = subject.files;
    await subject.write({ "a.txt": "a", t: "mine" });
    expect(await codeOf(() => staging.stage(subject.real("a.txt"), "t", bytes("x"), { mode: null }))).toEqual("EXISTS");
    expect(await subject.read("t")).toEqual("mine");
  });

  it("stage needs the folder", async (subject) => {
    const staged = codeOf(() => subject.files.staging.stage(subject.real("no/a.txt"), "t", bytes("x"), { mode: null }));
    expect(await staged).toEqual("NOT_FOUND");
    expect(await subject.list()).toEqual([]);
  });

  it("replace happens only over what was expected", async (subject) => {
    const { staging } = subject.files;
    await subject.write({ "a.txt": "old" });
    const old = await versionAt(subject, "a.txt");
    await staging.stage(subject.real("a.txt"), "t", bytes("new"), { mode: null });
    await subject.write({ "a.txt": "someone else's" });
    expect(await staging.replace(subject.real("a.txt"), "t", { expect: old })).toEqual("stale");
    expect(await subject.read("a.txt")).toEqual("someone else's");
    expect(await staging.replace(subject.real("a.txt"), "t", { expect: await versionAt(subject, "a.txt") })).toEqual(
      "done",
    );
    expect(await subject.read("a.txt")).toEqual("new");
    expect(await subject.list()).toEqual(["a.txt 3"]);
  });

  it("replace of what is gone, or became a folder, is stale", async (subject) => {
    const { staging } = subject.files;
    await subject.write({ "a.txt": "old" });
    const old = await versionAt(subject, "a.txt");
    await staging.stage(subject.real("a.txt"), "t", bytes("new"), { mode: null });
    await subject.files.delete(subject.at("a.txt"));
    expect(await staging.replace(subject.real("a.txt"), "t", { expect: old })).toEqual("stale");
    await subject.write({ "a.txt/b": "b" });
    expect(await staging.replace(subject.real("a.txt"), "t", { expect: old })).toEqual("stale");
    expect(await subject.read("t")).toEqual("new");
  });

  it("remove happens only to what was expected", async (subject) => {
    const { staging } = subject.files;
    await subject.write({ "a.txt": "old" });
    const old = await versionAt(subject, "a.txt");
    await subject.write({ "a.txt": "changed" });
    expect(await staging.remove(subject.real("a.txt"), { expect: old })).toEqual("stale");
    expect(await staging.remove(subject.real("a.txt"), { expect: await versionAt(subject, "a.txt") })).toEqual("done");
    expect(await staging.remove(subject.real("a.txt"), { expect: old })).toEqual("stale");
    expect(await subject.list()).toEqual([]);
  });

  it("discard is quiet about what is not there", async (subject) => {
    const { staging } = subject.files;
    await staging.discard(subject.real("a.txt"), "t");
    await staging.discard(subject.real("no/such/a.txt"), "t");
    await staging.stage(subject.real("a.txt"), "t", bytes("x"), { mode: null });
    await staging.discard(subject.real("a.txt"), "t");
    await staging.discard(subject.real("a.txt"), "t");
    expect(await subject.list()).toEqual([]);
  });

  it("removeDirectory removes only an empty folder", async (subject) => {
    const { staging } = subject.files;
    await subject.write({ "a/b/c.txt": "c" });
    expect(await staging.removeDirectory(subject.real("a/b"))).toEqual(false);
    expect(await staging.removeDirectory(subject.real("a/b/c.txt"))).toEqual(false);
    expect(await staging.removeDirectory(subject.real("none"))).toEqual(false);
    await subject.files.delete(subject.at("a/b/c.txt"));
    expect(await staging.removeDirectory(subject.real("a/b"))).toEqual(true);
    expect(await subject.list("a")).toEqual([]);
    expect(await codeOf(() => staging.removeDirectory(subject.real("")))).toEqual("FORBIDDEN");
  });

  it("flush needs the folder, not the file", async (subject) => {
    await subject.files.staging.flush(subject.real("a.txt"));
    expect(await codeOf(() => subject.files.staging.flush(subject.real("no/a.txt")))).toEqual("NOT_FOUND");
  });

  it("an address names the root and the path below it", async (subject) => {
    const { staging } = subject.files;
    expect(staging.address(subject.real("a/b.txt")).path).toEqual("a/b.txt");
    expect(staging.address(subject.real("a/b.txt")).root).toEqual(staging.address(subject.real("")).root);
  });

  it("a file is no link to remove", async (subject) => {
    await subject.write({ "a/b.txt": "b" });
    for (const path of ["a/b.txt", "a", "none"])
      expect(await subject.files.staging.removeLink(subject.real(path))).toEqual(false);
    expect(await subject.read("a/b.txt")).toEqual("b");
  });
}

async function versionAt(subject: SubjectCase, path: string): Promise<Version> {
  return (await subject.files.readBytes(subject.at(path))).version;
}
