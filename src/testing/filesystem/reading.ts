// Contract, part one: reading and listing. Bytes come back exactly, refusals have their codes.

import { codeOf, type Case, type Harness } from "./subject.ts";

export function readingContract(it: Case, expect: Harness["expect"]): void {
  for (const [name, content] of TEXTS) {
    it(`read gives back ${name}`, async (subject) => {
      await subject.write({ "dir/a.txt": content });
      expect(await subject.read("dir/a.txt")).toEqual(content);
    });
  }

  for (const [name, options, expected] of PAGES) {
    it(`a page of five lines: ${name}`, async (subject) => {
      await subject.write({ "a.txt": "1\n2\r\n3\n4\n5" });
      const page = await codeOf(() => subject.files.read(subject.at("a.txt"), options as object));
      if (typeof expected === "string") {
        expect(page).toEqual(expected);
        return;
      }
      const [content, offset, limit, truncated] = expected;
      expect(page).toEqual({ path: subject.at("a.txt"), content, total_lines: 5, offset, limit, truncated });
    });
  }

  it("an empty file has no lines", async (subject) => {
    await subject.write({ "a.txt": "" });
    expect(await subject.files.read(subject.at("a.txt"))).toEqual({
      path: subject.at("a.txt"),
      content: "",
      total_lines: 0,
      offset: 0,
      limit: 0,
      truncated: false,
    });
  });

  it("what is not UTF-8 text is refused as BINARY, and readBytes gives it whole", async (subject) => {
    for (const [index, bytes] of BINARIES.entries()) {
      await subject.put(`${index}.bin`, Uint8Array.from(bytes));
      expect(await subject.read(`${index}.bin`)).toEqual("BINARY");
      expect([...(await subject.files.readBytes(subject.at(`${index}.bin`))).bytes]).toEqual(bytes);
    }
  });

  it("what a caller does to the bytes it got changes nothing", async (subject) => {
    await subject.write({ "a.txt": "abc" });
    (await subject.files.readBytes(subject.at("a.txt"))).bytes.fill(0);
    expect(await subject.read("a.txt")).toEqual("abc");
  });

  it("the bytes of one file are not touched by reading another", async (subject) => {
    await subject.write({ "a.txt": "abc", "b.txt": "xyz!" });
    const { bytes } = await subject.files.readBytes(subject.at("a.txt"));
    await subject.files.readBytes(subject.at("b.txt"));
    expect(new TextDecoder().decode(bytes)).toEqual("abc");
  });

  it("the version names the bytes", async (subject) => {
    await subject.write({ "a.txt": "abc", "b.txt": "abc", "c.txt": "abd" });
    const version = async (path: string): Promise<string> => (await subject.files.readBytes(subject.at(path))).version;
    expect((await version("a.txt")) === (await version("b.txt"))).toEqual(true);
    expect((await version("a.txt")) === (await version("c.txt"))).toEqual(false);
  });

  for (const [path, code] of REFUSED) {
    it(`read ${JSON.stringify(path.slice(0, 40))} is ${code}`, async (subject) => {
      await subject.write({ "a.txt": "a", "dir/b.txt": "b" });
      expect(
        await codeOf(() => subject.files.read(path === "" || path === "." ? subject.at("") : subject.at(path))),
      ).toEqual(code);
      expect(await codeOf(() => subject.files.readBytes(subject.at(path)))).toEqual(code);
    });
  }

  it("dots and doubled slashes are harmless", async (subject) => {
    await subject.write({ "dir/a.txt": "a" });
    expect(await subject.read("./dir//./x/../a.txt")).toEqual("a");
  });

  it("list gives each name once, in order, with kinds and sizes", async (subject) => {
    await subject.write({ "src/x.py": "xé", "src/sub/y.py": "y", "src2/z.py": "z", "src.txt": "", Zed: "1" });
    expect(await subject.list()).toEqual(["Zed 1", "src/", "src.txt 0", "src2/"]);
    expect(await subject.list("src")).toEqual(["src/sub/", "src/x.py 3"]);
    expect(await subject.list("src/")).toEqual(["src/sub/", "src/x.py 3"]);
  });

  it("list of a file is NOT_DIR, of nothing NOT_FOUND, of the empty root nothing", async (subject) => {
    expect(await subject.list()).toEqual([]);
    await subject.write({ "a.txt": "a" });
    expect(await subject.list("a.txt")).toEqual("NOT_DIR");
    expect(await subject.list("a.txt/b")).toEqual("NOT_DIR");
    expect(await subject.list("none")).toEqual("NOT_FOUND");
    expect(await subject.list("none/at/all")).toEqual("NOT_FOUND");
  });

  it("errors name the path, in their facts and in their message", async (subject) => {
    const path = subject.at("no/such.txt");
    const missing = await subject.failureOf((files) => files.read(path));
    expect(missing).toEqual({ code: "NOT_FOUND", path, named: [path] });
    await subject.write({ "a.txt": "a" });
    const file = subject.at("a.txt");
    const noFolder = await subject.failureOf((files) => files.list(file));
    expect(noFolder).toEqual({ code: "NOT_DIR", path: file, named: [file] });
  });
}

const TEXTS: readonly (readonly [string, string])[] = [
  ["the empty text", ""],
  ["a text without a final line break", "a\nb"],
  ["a final line break", "a\nb\n"],
  ["blank lines at the end", "a\n\n\n"],
  ["CRLF and mixed endings", "a\r\nb\nc\r\n"],
  ["a lone carriage return", "a\rb\n"],
  ["a byte order mark", "\ufeffa\n"],
  ["separators that are no line breaks", "a\u2028b\u2029c\u0085d\u000be\u000cf\u001cg\n"],
  ["blanks at line ends", "a  \n\tb\t\n"],
  ["characters outside the first plane", "😀 é é ﬁ\n"],
  ["what a replacement would expand", "$& $1 $$ $`\n"],
];

type PageRow = readonly [string, unknown, string | readonly [string, number, number, boolean]];
const PAGES: readonly PageRow[] = [
  ["all of it", {}, ["1\n2\r\n3\n4\n5", 0, 5, false]],
  ["without a limit", { limit: null }, ["1\n2\r\n3\n4\n5", 0, 5, false]],
  ["the first two", { limit: 2 }, ["1\n2\r\n", 0, 2, true]],
  ["from the second", { offset: 1 }, ["2\r\n3\n4\n5", 1, 4, false]],
  ["one in the middle", { offset: 1, limit: 1 }, ["2\r\n", 1, 1, true]],
  ["the last", { offset: 4, limit: 9 }, ["5", 4, 1, false]],
  ["none", { limit: 0 }, ["", 0, 0, true]],
  ["at the end", { offset: 5 }, ["", 5, 0, false]],
  ["past the end", { offset: 99, limit: 3 }, ["", 99, 0, false]],
  ["a negative offset", { offset: -1 }, "INVALID_ARG"],
  ["a negative limit", { limit: -5 }, "INVALID_ARG"],
  ["an offset that is no number", { offset: Number.NaN }, "INVALID_ARG"],
  ["a text for an offset", { offset: "1" }, "INVALID_ARG"],
  ["a fraction", { offset: 0.5 }, "INVALID_ARG"],
  ["an endless limit", { limit: Infinity }, "INVALID_ARG"],
  ["a text for a limit", { limit: "all" }, "INVALID_ARG"],
  ["a list for a limit", { limit: [1] }, "INVALID_ARG"],
];

const BINARIES: readonly (readonly number[])[] = [
  [0, 83, 0],
  [0x61, 0x62, 0xff, 0x63],
  [0xc3],
  [0xed, 0xa0, 0x80],
  [0xc0, 0x80],
];

const REFUSED: readonly (readonly [string, string])[] = [
  ["none.txt", "NOT_FOUND"],
  ["none/a.txt", "NOT_FOUND"],
  ["", "IS_DIR"],
  [".", "IS_DIR"],
  ["dir", "IS_DIR"],
  ["dir/", "IS_DIR"],
  ["a.txt/", "NOT_DIR"],
  ["a.txt/.", "NOT_DIR"],
  ["a.txt/b", "NOT_DIR"],
  ["../a.txt", "ESCAPE"],
  ["dir/../../a.txt", "ESCAPE"],
  ["a\u0000b", "INVALID_PATH"],
  ["a\nb", "INVALID_PATH"],
  ["dir\\b.txt", "INVALID_PATH"],
  ["a\u200bb", "INVALID_PATH"],
  ["\ud800", "INVALID_PATH"],
  ["x".repeat(256), "INVALID_PATH"],
];
