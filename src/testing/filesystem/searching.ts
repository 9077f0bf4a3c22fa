// Contract, part three: glob and grep. One matcher, one dialect, the same on every backend.

import { DIALECT, GLOBS } from "./search-tables.ts";
import { codeOf, type Case, type Harness } from "./subject.ts";

export function searchContract(it: Case, expect: Harness["expect"]): void {
  for (const [pattern, expected] of GLOBS) {
    it(`glob ${JSON.stringify(typeof pattern === "string" ? pattern.slice(0, 40) : pattern)}`, async (bench) => {
      await bench.write(TREE);
      expect(await bench.glob(pattern)).toEqual(expected);
    });
  }

  it("glob is relative to the folder it is asked in", async (bench) => {
    await bench.write(TREE);
    expect(await bench.glob("?.py", { path: "src" })).toEqual(["src/a.py", "src/b.py"]);
    expect(await bench.glob("src/*.py", { path: "src" })).toEqual([]);
    expect(await bench.glob("*", { path: "none" })).toEqual("NOT_FOUND");
    expect(await bench.glob("*", { path: "top.py" })).toEqual("NOT_DIR");
    expect(await bench.glob("*", { path: "../x" })).toEqual("ESCAPE");
  });

  it("glob says the sizes and is not cut", async (bench) => {
    await bench.write({ "a.txt": "é" });
    const found = await bench.files.glob("*", { path: bench.at("") });
    expect(found).toEqual({ entries: [{ path: bench.at("a.txt"), kind: "file", size_bytes: 2 }], truncated: false });
  });

  it("results are in the order of their paths", async (bench) => {
    await bench.write({ "a/x": "n", "a-b": "n", "a.txt": "n", "A/z": "n", a0: "n", é: "n", "a/b/c": "n" });
    const sorted = ["A/z", "a-b", "a.txt", "a/b/c", "a/x", "a0", "é"];
    expect(await bench.glob("**")).toEqual(sorted);
    expect(await bench.grep("n")).toEqual(sorted.map((path) => `${path}:1:n`));
  });

  for (const [name, pattern, line, expected] of DIALECT) {
    it(`grep dialect: ${name}: ${JSON.stringify(pattern.slice(0, 40))} on ${JSON.stringify(line.slice(0, 40))}`, async (bench) => {
      await bench.write({ "f.txt": `${line}\n` });
      const found = await codeOf(() => bench.files.grep(pattern, { path: bench.at("") }));
      expect(typeof found === "string" ? found : found.matches.length === 1).toEqual(expected);
    });
  }

  it("grep gives 1-based lines, a carriage return taken off for the match", async (bench) => {
    await bench.write({ "a.py": "def f():\n    return 12\n", "b.py": "return x\r\nreturn 3\r\n", "c.txt": "return 9" });
    expect(await bench.grep("return \\d+", { fileGlob: "*.py" })).toEqual(["a.py:2:    return 12", "b.py:2:return 3"]);
    expect(await bench.grep("x$")).toEqual(["b.py:1:return x"]);
    expect(await bench.grep("^return 9$")).toEqual(["c.txt:1:return 9"]);
  });

  it("a file glob without a slash is for names at any depth, with one for paths", async (bench) => {
    await bench.write({ "a.py": "n", "src/b.py": "n", "src/deep/c.py": "n", "d.txt": "n" });
    expect(await bench.grep("n", { fileGlob: "*.py" })).toEqual(["a.py:1:n", "src/b.py:1:n", "src/deep/c.py:1:n"]);
    expect(await bench.grep("n", { fileGlob: "src/*.py" })).toEqual(["src/b.py:1:n"]);
    expect(await bench.grep("n", { fileGlob: "*.py", path: "src" })).toEqual(["src/b.py:1:n", "src/deep/c.py:1:n"]);
    expect(await bench.grep("n", { fileGlob: "../*" })).toEqual("PATTERN");
    expect(await bench.grep("n", { fileGlob: "" })).toEqual("PATTERN");
  });

  it("grep takes one file by its path", async (bench) => {
    await bench.write({ "a.txt": "n\nm\n", "b.txt": "n\n" });
    expect(await bench.grep("n|m", { path: "a.txt" })).toEqual(["a.txt:1:n", "a.txt:2:m"]);
    expect(await bench.grep("n", { path: "none.txt" })).toEqual("NOT_FOUND");
  });

  it("binary files are passed over and counted", async (bench) => {
    await bench.put("b.bin", Uint8Array.of(0, 110, 0));
    await bench.write({ "a.txt": "n" });
    const found = await bench.files.grep("n", { path: bench.at("") });
    expect(found).toEqual({
      matches: [{ path: bench.at("a.txt"), line_number: 1, line_content: "n" }],
      truncated: false,
      skipped: { binary: 1 },
    });
  });

  it("a long line is cut around the match and says so", async (bench) => {
    await bench.write({ "long.txt": `${"A".repeat(100_000)}NEEDLE${"B".repeat(100_000)}\n` });
    const [match] = (await bench.files.grep("NEEDLE", { path: bench.at("") })).matches;
    expect(match?.line_content.includes("ANEEDLEB")).toEqual(true);
    expect(/^\[… \d+ characters\] A+NEEDLEB+ \[\d+ characters …\]$/.test(match?.line_content ?? "")).toEqual(true);
    expect((match?.line_content.length ?? 0) < 600).toEqual(true);
  });

  it("matches are bounded in number and in size, and say so", async (bench) => {
    await bench.write({ "many.txt": "hit\n".repeat(5000) });
    const many = await bench.files.grep("hit", { path: bench.at("") });
    expect([many.matches.length, many.truncated]).toEqual([1000, true]);
    await bench.write({ "many.txt": `${"\u0001x".repeat(240)}\n`.repeat(2000) });
    const large = await bench.files.grep("x", { path: bench.at("") });
    expect(large.truncated && JSON.stringify(large).length < 500_000).toEqual(true);
  });

  it(".gitignore files are honoured, nested ones too, and can be switched off", async (bench) => {
    await bench.write({
      ".gitignore": "*.log\n/build/\n!keep.log\n",
      "a.log": "n",
      "keep.log": "n",
      "build/x": "n",
      "src/build/y": "n",
      "src/.gitignore": "secret\n!a.log\n",
      "src/a.log": "n",
      "src/secret": "n",
    });
    const kept = ["keep.log", "src/a.log", "src/build/y"];
    expect(await bench.grep("n")).toEqual(kept.map((path) => `${path}:1:n`));
    expect(await bench.glob("**/*log")).toEqual(["keep.log", "src/a.log"]);
    expect(await bench.glob("**/{*log,x}", { includeIgnored: true })).toEqual([
      "a.log",
      "build/x",
      "keep.log",
      "src/a.log",
    ]);
    expect(await bench.glob("*", { path: "src" })).toEqual(["src/.gitignore", "src/a.log"]);
  });

  it("an ignored folder is searched when it is named", async (bench) => {
    await bench.write({ ".gitignore": "vendor\n", "vendor/a.txt": "x", "b.txt": "x" });
    expect(await bench.grep("x")).toEqual(["b.txt:1:x"]);
    expect(await bench.grep("x", { path: "vendor" })).toEqual(["vendor/a.txt:1:x"]);
  });

  it(".git is never searched", async (bench) => {
    await bench.write({ ".git/config": "n", "sub/.git/HEAD": "n", ".github/x": "n" });
    expect(await bench.grep("n", { includeIgnored: true })).toEqual([".github/x:1:n"]);
    expect(await bench.glob("**", { includeIgnored: true })).toEqual([".github/x"]);
    expect(await bench.glob("*", { path: ".git", includeIgnored: true })).toEqual([]);
  });

  it("what was cancelled is ABORTED", async (bench) => {
    await bench.write({ "a.txt": "n" });
    const signal = AbortSignal.abort();
    expect(await codeOf(() => bench.files.grep("n", { path: bench.at(""), signal }))).toEqual("ABORTED");
    expect(await codeOf(() => bench.files.glob("*", { path: bench.at(""), signal }))).toEqual("ABORTED");
    expect(await codeOf(() => bench.files.read(bench.at("a.txt"), { signal }))).toEqual("ABORTED");
  });
}

const TREE: Readonly<Record<string, string>> = {
  "top.py": "",
  ".hidden": "",
  "src/a.py": "",
  "src/b.py": "",
  "src/c.txt": "",
  "src/deep/er/d.py": "",
  "src/[x].py": "",
  "lib/é😀.py": "",
  "{{name}}/e.py": "",
};
