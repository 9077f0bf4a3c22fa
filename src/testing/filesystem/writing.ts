// Contract, part two: writing and deleting. Exact bytes, parents made, files and folders never confused.

import { codeOf, type Case, type Harness } from "./subject.ts";

export function writingContract(it: Case, expect: Harness["expect"]): void {
  it("write makes the folders above and says how many bytes it wrote", async (subject) => {
    expect(await subject.files.write(subject.at("a/b/c.txt"), "é\n")).toEqual(3);
    expect(await subject.read("a/b/c.txt")).toEqual("é\n");
    expect(await subject.list("a")).toEqual(["a/b/"]);
  });

  it("write replaces the whole content", async (subject) => {
    await subject.write({ "a.txt": "long content\n" });
    await subject.write({ "a.txt": "x" });
    expect(await subject.read("a.txt")).toEqual("x");
    expect(await subject.list()).toEqual(["a.txt 1"]);
  });

  for (const name of ["__proto__", "constructor", "-rf", "...", "..foo", "a b'c\"d", "50%", "~", "$HOME", "*", "[a]"]) {
    it(`${name} is a name like any other`, async (subject) => {
      await subject.write({ [`${name}/${name}`]: "x" });
      expect(await subject.read(`${name}/${name}`)).toEqual("x");
      expect(await subject.list()).toEqual([`${name}/`]);
      expect(await subject.files.delete(subject.at(name))).toEqual(1);
    });
  }

  for (const [path, code] of REFUSED) {
    it(`write ${JSON.stringify(path)} is ${code} and changes nothing`, async (subject) => {
      await subject.write({ "a.txt": "a", "dir/b.txt": "b" });
      expect(await codeOf(() => subject.files.write(subject.at(path), "x"))).toEqual(code);
      expect(await subject.list()).toEqual(["a.txt 1", "dir/"]);
      expect(await subject.list("dir")).toEqual(["dir/b.txt 1"]);
    });
  }

  for (const [name, content] of [
    ["half of a character pair", "a\ud800b"],
    ["a number", 1],
    ["nothing", undefined],
    ["bytes", new Uint8Array(1)],
  ] as const) {
    it(`content that is ${name} is INVALID_ARG and changes nothing`, async (subject) => {
      expect(await codeOf(() => subject.files.write(subject.at("s.txt"), content as string))).toEqual("INVALID_ARG");
      expect(await subject.list()).toEqual([]);
    });
  }

  it("content with a NUL is BINARY and changes nothing", async (subject) => {
    expect(await codeOf(() => subject.files.write(subject.at("s.txt"), "a\0b"))).toEqual("BINARY");
    expect(await subject.list()).toEqual([]);
  });

  it("composed and decomposed letters make two names", async (subject) => {
    await subject.write({ "\u00e9.txt": "one", "e\u0301.txt": "two" });
    expect(await subject.read("\u00e9.txt")).toEqual("one");
    expect(await subject.read("e\u0301.txt")).toEqual("two");
  });

  it("delete counts files, takes folders with all below, and leaves the neighbours", async (subject) => {
    await subject.write({ "a/b.txt": "b", "a/c/d.txt": "d", "ab.txt": "n", "a2/x": "n" });
    expect(await subject.files.delete(subject.at("a"))).toEqual(2);
    expect(await subject.read("a/b.txt")).toEqual("NOT_FOUND");
    expect(await subject.list()).toEqual(["a2/", "ab.txt 1"]);
    expect(await subject.files.delete(subject.at("ab.txt"))).toEqual(1);
  });

  it("deleting what is not there, or an empty folder, removes no file", async (subject) => {
    expect(await subject.files.delete(subject.at("none"))).toEqual(0);
    expect(await subject.files.delete(subject.at("none/at/all"))).toEqual(0);
    await subject.write({ "dir/sub/a": "a" });
    await subject.files.delete(subject.at("dir/sub/a"));
    expect(await subject.list("dir")).toEqual(["dir/sub/"]);
    expect(await subject.files.delete(subject.at("dir"))).toEqual(0);
    expect(await subject.list()).toEqual([]);
  });

  for (const path of ["", ".", "dir/..", "./"]) {
    it(`deleting the root, spelled ${JSON.stringify(path)}, is FORBIDDEN`, async (subject) => {
      await subject.write({ "dir/a": "a" });
      const spelled = path === "dir/.." ? subject.at(path) : subject.at("");
      expect(await codeOf(() => subject.files.delete(spelled))).toEqual("FORBIDDEN");
      expect(await subject.read("dir/a")).toEqual("a");
    });
  }

  it("delete refuses a file written as a folder, a path below a file, and a way out", async (subject) => {
    await subject.write({ "a.txt": "a" });
    expect(await codeOf(() => subject.files.delete(subject.at("a.txt/")))).toEqual("NOT_DIR");
    expect(await codeOf(() => subject.files.delete(subject.at("a.txt/b")))).toEqual("NOT_DIR");
    expect(await codeOf(() => subject.files.delete(subject.at("../a.txt")))).toEqual("ESCAPE");
    expect(await subject.read("a.txt")).toEqual("a");
  });
}

const REFUSED: readonly (readonly [string, string])[] = [
  ["", "IS_DIR"],
  ["dir", "IS_DIR"],
  ["dir/", "IS_DIR"],
  ["new/", "IS_DIR"],
  ["new/deep/", "IS_DIR"],
  ["a.txt/", "NOT_DIR"],
  ["a.txt/b", "NOT_DIR"],
  ["a.txt/b/c", "NOT_DIR"],
  ["../x", "ESCAPE"],
  ["a\nb", "INVALID_PATH"],
  ["a\u202eb", "INVALID_PATH"],
];
