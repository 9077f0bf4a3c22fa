// Contract, part three: glob and grep. One matcher, one dialect, the same on every backend.

import { DIALECT, GLOBS } from "./search-tables.ts";
import { codeOf, type Case, type Harness } from "./subject.ts";

export function searchContract(it: Case, expect: Harness["expect"]): void {
  for (const [pattern, expected] of GLOBS) {
    it(`glob ${JSON.stringify(typeof pattern === "string" ? pattern.slice(0, 40) : pattern)}`, async (subject) => {
      await subject.write(TREE);
      expect(await subject.glob(pattern)).toEqual(expected);
    });
  }

  it("glob is relative to the folder it is asked in", async (subject) => {
    await subject.write(TREE);
    expect(await subject.glob("?.py", { path: "src" })).toEqual(["src/a.py", "src/b.py"]);
    expect(await subject.glob("src/*.py", { path: "src" })).toEqual([]);
    expect(await subject.glob("*", { path: "none" })).toEqual("NOT_FOUND");
    expect(await subject.glob("*", { path: "top.py" })).toEqual("NOT_DIR");
    expect(await subject.glob("*", { path: "../x" })).toEqual("ESCAPE");
  });

  it("glob says the sizes and is not cut", async (subject) => {
    await subject.write({ "a.txt": "é" });
    const found = await subject.files.glob("*", { path: subject.at("") });
    expect(found).toEqual({ entries: [{ path: subject.at("a.txt"), kind: "file", size_bytes: 2 }], truncated: false });
  });

  it("results are in the order of their paths", async (subject) => {
    await subject.write({ "a/x": "n", "a-b": "n", "a.txt": "n", "A/z": "n", a0: "n", é: "n", "a/b/c": "n" });
    const sorted = ["A/z", "a-b", "a.txt", "a/b/c", "a/x", "a0", "é"];
    expect(await subject.glob("**")).toEqual(sorted);
    expect(await subject.grep("n")).toEqual(sorted.map((path) => `${path}:1:n`));
  });

  for (const [name, pattern, line, expected] of DIALECT) {
    it(`grep dialect: ${name}: ${JSON.stringify(pattern.slice(0, 40))} on ${JSON.stringify(line.slice(0, 40))}`, async (subject) => {
      await subject.write({ "f.txt": `${line}\n` });
      const found = await codeOf(() => subject.files.grep(pattern, { path: subject.at("") }));
      expect(typeof found === "string" ? found : found.matches.length === 1).toEqual(expected);
    });
  }

  it("grep gives 1-based lines, a carriage return taken off for the match", async (subject) => {
    await subject.write({
      "a.py": "def f():\n    return 12\n",
      "b.py": "return x\r\nreturn 3\r\n",
      "c.txt": "return 9",
    });
    expect(await subject.grep("return \\d+", { fileGlob: "*.py" })).toEqual([
      "a.py:2:    return 12",
      "b.py:2:return 3",
    ]);
    expect(await subject.grep("x$")).toEqual(["b.py:1:return x"]);
    expect(await subject.grep("^return 9$")).toEqual(["c.txt:1:return 9"]);
  });

  it("a file glob without a slash is for names at any depth, with one for paths", async (subject) => {
    await subject.write({ "a.py": "n", "src/b.py": "n", "src/deep/c.py": "n", "d.txt": "n" });
    expect(await subject.grep("n", { fileGlob: "*.py" })).toEqual(["a.py:1:n", "src/b.py:1:n", "src/deep/c.py:1:n"]);
    expect(await subject.grep("n", { fileGlob: "src/*.py" })).toEqual(["src/b.py:1:n"]);
    expect(await subject.grep("n", { fileGlob: "*.py", path: "src" })).toEqual(["src/b.py:1:n", "src/deep/c.py:1:n"]);
    expect(await subject.grep("n", { fileGlob: "../*" })).toEqual("PATTERN");
    expect(await subject.grep("n", { fileGlob: "" })).toEqual("PATTERN");
  });

  it("grep takes one file by its path", async (subject) => {
    await subject.write({ "a.txt": "n\nm\n", "b.txt": "n\n" });
    expect(await subject.grep("n|m", { path: "a.txt" })).toEqual(["a.txt:1:n", "a.txt:2:m"]);
    expect(await subject.grep("n", { path: "none.txt" })).toEqual("NOT_FOUND");
  });

  it("binary files are passed over and counted", async (subject) => {
    await subject.put("b.bin", Uint8Array.of(0, 110, 0));
    await subject.write({ "a.txt": "n" });
    const found = await subject.files.grep("n", { path: subject.at("") });
    expect(found).toEqual({
      matches: [{ path: subject.at("a.txt"), line_number: 1, line_content: "n" }],
      truncated: false,
      skipped: { binary: 1 },
    });
  });

  it("a long line is cut around the match and says so", async (subject) => {
    await subject.write({ "long.txt": `${"A".repeat(100_000)}NEEDLE${"B".repeat(100_000)}\n` });
    const [match] = (await subject.files.grep("NEEDLE", { path: subject.at("") })).matches;
    expect(match?.line_content.includes("ANEEDLEB")).toEqual(true);
    expect(/^\[… \d+ characters\] A+NEEDLEB+ \[\d+ characters …\]$/.test(match?.line_content ?? "")).toEqual(true);
    expect((match?.line_content.length ?? 0) < 600).toEqual(true);
  });

  it("matches are bounded in number and in size, and say so", async (subject) => {
    await subject.write({ "many.txt": "hit\n".repeat(5000) });
    const many = await subject.files.grep("hit", { path: subject.at("") });
    expect([many.matches.length, many.truncated]).toEqual([1000, true]);
    await subject.write({ "many.txt": `${"\u0001x".repeat(240)}\n`.repeat(2000) });
    const large = await subject.files.grep("x", { path: subject.at("") });
    expect(large.truncated && JSON.stringify(large).length < 500_000).toEqual(true);
  });

  it(".gitignore files are honoured, nested ones too, and can be switched off", async (subject) => {
    await subject.write({
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
    expect(await subject.grep("n")).toEqual(kept.map((path) => `${path}:1:n`));
    expect(await subject.glob("**/*log")).toEqual(["keep.log", "src/a.log"]);
    expect(await subject.glob("**/{*log,x}", { includeIgnored: true })).toEqual([
      "a.log",
      "build/x",
      "keep.log",
      "src/a.log",
    ]);
    expect(await subject.glob("*", { path: "src" })).toEqual(["src/.gitignore", "src/a.log"]);
  });

  it("an ignored folder is searched when it is named", async (subject) => {
    await subject.write({ ".gitignore": "vendor\n", "vendor/a.txt": "x", "b.txt": "x" });
    expect(await subject.grep("x")).toEqual(["b.txt:1:x"]);
    expect(await subject.grep("x", { path: "vendor" })).toEqual(["vendor/a.txt:1:x"]);
  });

  it(".git is never searched", async (subject) => {
    await subject.write({ ".git/config": "n", "sub/.git/HEAD": "n", ".github/x": "n" });
    expect(await subject.grep("n", { includeIgnored: true })).toEqual([".github/x:1:n"]);
    expect(await subject.glob("**", { includeIgnored: true })).toEqual([".github/x"]);
    expect(await subject.glob("*", { path: ".git", includeIgnored: true })).toEqual([]);
  });

  it("what was cancelled is ABORTED", async (subject) => {
    await subject.write({ "a.txt": "n" });
    const signal = AbortSignal.abort();
    expect(await codeOf(() => subject.files.grep("n", { path: subject.at(""), signal }))).toEqual("ABORTED");
    expect(await codeOf(() => subject.files.glob("*", { path: subject.at(""), signal }))).toEqual("ABORTED");
    expect(await codeOf(() => subject.files.read(subject.at("a.txt"), { signal }))).toEqual("ABORTED");
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
