// Contract, part two: writing and deleting. Exact bytes, parents made, files and folders never confused.

import { codeOf, type Case, type Harness } from "./subject.ts";

export function writingContract(it: Case, expect: Harness["expect"]): void {
  it("write makes the folders above and says how many bytes it wrote", async (bench) => {
    expect(await bench.files.write(bench.at("a/b/c.txt"), "é\n")).toEqual(3);
    expect(await bench.read("a/b/c.txt")).toEqual("é\n");
    expect(await bench.list("a")).toEqual(["a/b/"]);
  });

  it("write replaces the whole content", async (bench) => {
    await bench.write({ "a.txt": "long content\n" });
    await bench.write({ "a.txt": "x" });
    expect(await bench.read("a.txt")).toEqual("x");
    expect(await bench.list()).toEqual(["a.txt 1"]);
  });

  for (const name of ["__proto__", "constructor", "-rf", "...", "..foo", "a b'c\"d", "50%", "~", "$HOME", "*", "[a]"]) {
    it(`${name} is a name like any other`, async (bench) => {
      await bench.write({ [`${name}/${name}`]: "x" });
      expect(await bench.read(`${name}/${name}`)).toEqual("x");
      expect(await bench.list()).toEqual([`${name}/`]);
      expect(await bench.files.delete(bench.at(name))).toEqual(1);
    });
  }

  for (const [path, code] of REFUSED) {
    it(`write ${JSON.stringify(path)} is ${code} and changes nothing`, async (bench) => {
      await bench.write({ "a.txt": "a", "dir/b.txt": "b" });
      expect(await codeOf(() => bench.files.write(bench.at(path), "x"))).toEqual(code);
      expect(await bench.list()).toEqual(["a.txt 1", "dir/"]);
      expect(await bench.list("dir")).toEqual(["dir/b.txt 1"]);
    });
  }

  for (const [name, content] of [
    ["half of a character pair", "a\ud800b"],
    ["a number", 1],
    ["nothing", undefined],
    ["bytes", new Uint8Array(1)],
  ] as const) {
    it(`content that is ${name} is INVALID_ARG and changes nothing`, async (bench) => {
      expect(await codeOf(() => bench.files.write(bench.at("s.txt"), content as string))).toEqual("INVALID_ARG");
      expect(await bench.list()).toEqual([]);
    });
  }

  it("content with a NUL is BINARY and changes nothing", async (bench) => {
    expect(await codeOf(() => bench.files.write(bench.at("s.txt"), "a\0b"))).toEqual("BINARY");
    expect(await bench.list()).toEqual([]);
  });

  it("composed and decomposed letters make two names", async (bench) => {
    await bench.write({ "\u00e9.txt": "one", "e\u0301.txt": "two" });
    expect(await bench.read("\u00e9.txt")).toEqual("one");
    expect(await bench.read("e\u0301.txt")).toEqual("two");
  });

  it("delete counts files, takes folders with all below, and leaves the neighbours", async (bench) => {
    await bench.write({ "a/b.txt": "b", "a/c/d.txt": "d", "ab.txt": "n", "a2/x": "n" });
    expect(await bench.files.delete(bench.at("a"))).toEqual(2);
    expect(await bench.read("a/b.txt")).toEqual("NOT_FOUND");
    expect(await bench.list()).toEqual(["a2/", "ab.txt 1"]);
    expect(await bench.files.delete(bench.at("ab.txt"))).toEqual(1);
  });

  it("deleting what is not there, or an empty folder, removes no file", async (bench) => {
    expect(await bench.files.delete(bench.at("none"))).toEqual(0);
    expect(await bench.files.delete(bench.at("none/at/all"))).toEqual(0);
    await bench.write({ "dir/sub/a": "a" });
    await bench.files.delete(bench.at("dir/sub/a"));
    expect(await bench.list("dir")).toEqual(["dir/sub/"]);
    expect(await bench.files.delete(bench.at("dir"))).toEqual(0);
    expect(await bench.list()).toEqual([]);
  });

  for (const path of ["", ".", "dir/..", "./"]) {
    it(`deleting the root, spelled ${JSON.stringify(path)}, is FORBIDDEN`, async (bench) => {
      await bench.write({ "dir/a": "a" });
      const spelled = path === "dir/.." ? bench.at(path) : bench.at("");
      expect(await codeOf(() => bench.files.delete(spelled))).toEqual("FORBIDDEN");
      expect(await bench.read("dir/a")).toEqual("a");
    });
  }

  it("delete refuses a file written as a folder, a path below a file, and a way out", async (bench) => {
    await bench.write({ "a.txt": "a" });
    expect(await codeOf(() => bench.files.delete(bench.at("a.txt/")))).toEqual("NOT_DIR");
    expect(await codeOf(() => bench.files.delete(bench.at("a.txt/b")))).toEqual("NOT_DIR");
    expect(await codeOf(() => bench.files.delete(bench.at("../a.txt")))).toEqual("ESCAPE");
    expect(await bench.read("a.txt")).toEqual("a");
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
