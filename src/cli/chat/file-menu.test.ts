import { expect, test } from "vitest";
import type { Listing } from "../../fs/index.ts";
import { fileNamed } from "./add-mentioned.ts";
import { fileMenu } from "./file-menu.ts";
import type { FoundSymbols, SymbolsRead } from "./menu-thread.ts";

const LISTING: Listing = { entries: [{ path: "src/a.ts", kind: "file", size_bytes: 5 }], truncated: false };
const FOUND: FoundSymbols = [{ path: "src/a.ts", names: [["total", "function", 3]] }];

function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((settle, fail) => ([resolve, reject] = [settle, fail]));
  return { promise, resolve, reject };
}

/** A menu whose files and symbols come when the test says so. */
function opened() {
  const files = later<Listing>();
  const read = later<SymbolsRead | null>();
  let found: (symbols: FoundSymbols) => void = () => undefined;
  let clock = 0;
  let asked = 0;
  const changes: string[][] = [];
  const menu = fileMenu({
    list: () => files.promise,
    symbols: (each) => {
      asked += 1;
      found = each;
      return read.promise;
    },
    show: (path) => path,
    now: () => clock,
  });
  const changed = (): void => void changes.push(menu.entries().map(({ label }) => label));
  menu.open(changed);
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    menu,
    files,
    read,
    changes,
    settled,
    changed,
    find: () => found(FOUND),
    pass: (ms: number) => (clock += ms),
    asked: () => asked,
  };
}

test("files are offered before the symbols are read, which is said", async () => {
  const { menu, files, read, changes, settled, find, pass } = opened();
  expect(menu.note()).toBe("Reading the files…");
  files.resolve(LISTING);
  await settled();
  expect([changes, menu.note()]).toEqual([[["src/a.ts", "src/"]], "reading the symbols…"]);
  pass(2_000);
  find();
  expect(changes.at(-1)).toEqual(["src/a.ts", "src/", "total"]);
  read.resolve({ leftOut: 2, truncated: false });
  await settled();
  expect(menu.note()).toBe("no symbols of 2 files");
  expect(menu.entries().at(-1)).toEqual({
    label: "total",
    detail: "function  src/a.ts:3",
    value: "src/a.ts#total",
    rank: 2,
  });
});

test("symbols that cannot be read leave the files, and say why", async () => {
  const { menu, files, read, settled } = opened();
  files.resolve(LISTING);
  await settled();
  read.reject(new Error("no parser"));
  await settled();
  expect([menu.entries().length, menu.note()]).toEqual([2, "the symbols could not be read: no parser"]);
});

test("symbols are read again when they are old, and never twice at once", async () => {
  const { menu, files, read, settled, changed, pass, asked } = opened();
  files.resolve(LISTING);
  await settled();
  menu.open(changed);
  await settled();
  expect(asked()).toBe(1);
  read.resolve({ leftOut: 0, truncated: true });
  await settled();
  expect(menu.note()).toBe("there are more symbols than are listed");
  pass(10_000);
  menu.open(changed);
  await settled();
  expect(asked()).toBe(1);
  pass(30_000);
  menu.open(changed);
  await settled();
  expect(asked()).toBe(2);
});

test.each([
  ["src/a.ts", { path: "src/a.ts", symbol: null }],
  ["src/a.ts#total", { path: "src/a.ts", symbol: "total" }],
  ["src/a.ts##hidden", { path: "src/a.ts", symbol: "#hidden" }],
  ["c#.md", { path: "c#.md", symbol: null }],
  ["c#.md#Title", { path: "c#.md", symbol: "Title" }],
  ["src/a.ts#", null],
  ["#top", null],
  ["src/b.ts#total", null],
])("%s names a file, or nothing", (name, named) =>
  expect(fileNamed(name, (path) => ["src/a.ts", "c#.md"].includes(path))).toEqual(named),
);
