// Source files made to be slow to parse: the map gives them up, says so, remembers it, and can be interrupted while one
// of them is being parsed.

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import treeSitter from "@vscode/tree-sitter-wasm";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createMemoryFiles } from "../src/fs/index.ts";
import {
  buildMap,
  createSymbolParser,
  openParserThreads,
  type FileSymbols,
  type SymbolMap,
} from "../src/symbols/index.ts";
import { ensureBuilt, program, root } from "./built.ts";
import { untilBusy } from "./support/busy.ts";
import { Place } from "./support/galley.ts";

/** Each raw string looks for its end through all that follows: minutes, before this had a limit. */
const SLOW = 'r#"'.repeat(30_000);
const FILES = { "src/a.rs": "fn first() {}\n", "src/slow.rs": SLOW, "src/z.ts": "export function last() {}\n" };

// Well below what the slow file would take without a limit.
vi.setConfig({ testTimeout: 50_000 });
beforeAll(ensureBuilt);

const { resolve } = createRequire(import.meta.url);
const THREADS = [
  ["the command line's", join(root, "dist/cli/symbol-thread.js")],
  ["the library's", pathToFileURL(join(root, "dist/lib/symbols/parse-thread.js"))],
] as const;

const open = (thread: string | URL, limitMs = 1000) => {
  const parser = openParserThreads({
    thread,
    limitMs,
    grammar: (name) => readFile(resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)),
  });
  onTestFinished(() => parser.close());
  return parser;
};

class Memory {
  readonly known = new Map<string, FileSymbols | "too-slow">();
  get(version: string): FileSymbols | "too-slow" | null {
    return this.known.get(version) ?? null;
  }
  set(version: string, symbols: FileSymbols | "too-slow"): void {
    this.known.set(version, symbols);
  }
}

describe.each(THREADS)("%s thread", (_, thread) => {
  test("a file that takes too long is left out and the others are parsed", async () => {
    const files = createMemoryFiles({ files: FILES });
    const cache = new Memory();
    const draw = (): Promise<SymbolMap> => buildMap({ files: files.real, parser: open(thread), cache, tokens: 1000 });
    const first = await draw();
    expect(first.left_out).toEqual([{ path: "src/slow.rs", why: "SLOW" }]);
    expect(first.text).toContain("fn first()");
    expect(first.text).toContain("function last()");
    expect(first.parsed).toBe(3);
    const second = await draw();
    expect({ ...second, parsed: first.parsed }).toEqual(first);
    expect(second.parsed).toBe(0);
    await files.write("src/slow.rs", "fn mended() {}\n");
    const third = await draw();
    expect({ parsed: third.parsed, left: third.left_out }).toEqual({ parsed: 1, left: [] });
  });

  test("parses what a parser in place parses, in any order and many at a time", async () => {
    const parser = open(thread, 10_000);
    const texts = Array.from({ length: 40 }, (__, at) => `export const value${at} = ${at};\n`);
    const parsed = await Promise.all(texts.map((text, at) => parser.parse(`a${at}.ts`, text)));
    expect(parsed.map((each) => (each !== null && each !== "too-slow" ? each.definitions[0]?.name : each))).toEqual(
      texts.map((___, at) => `value${at}`),
    );
    expect(await parser.parse("a.txt", "x")).toBeNull();
  });

  test("an interrupt ends it while it parses, and it goes on afterwards", async () => {
    const parser = open(thread, 600_000);
    const interrupt = new AbortController();
    await parser.parse("a.rs", "fn first() {}"); // From here on it parses at once.
    const slow = parser.parse("slow.rs", SLOW, { signal: interrupt.signal });
    const behind = parser.parse("b.rs", "fn behind() {}");
    setTimeout(() => interrupt.abort(), 100);
    await expect(slow).rejects.toMatchObject({ code: "ABORTED" });
    expect(await behind).toMatchObject({ definitions: [{ name: "behind" }] });
    const files = createMemoryFiles({ files: FILES });
    const again = new AbortController();
    const map = buildMap({ files: files.real, parser, cache: new Memory(), tokens: 1000, signal: again.signal });
    setTimeout(() => again.abort(new Error("enough")), 100);
    await expect(map).rejects.toThrow("enough");
  });
});

test("many of them do not add up without end: the rest is left for another time", async () => {
  const files = createMemoryFiles({
    files: Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${at}.rs`, `${SLOW}${at}`])),
  });
  const cache = new Memory();
  const map = await buildMap({ files: files.real, parser: open(THREADS[0][1], 50), cache, tokens: 1000 });
  expect(map.left_out.map(({ why }) => why)).toEqual(Array.from({ length: 12 }, () => "SLOW"));
  expect(cache.known.size).toBeLessThan(12);
});

test("a thread that cannot start leaves files out instead of stopping the map", async () => {
  const files = createMemoryFiles({ files: { "a.ts": "export const a = 1;\n", "b.ts": "export const b = 1;\n" } });
  const parser = open(join(root, "no-such-thread.js"));
  const map = await buildMap({ files: files.real, parser, cache: new Memory(), tokens: 1000 });
  expect(map.left_out.map(({ why }) => why)).toEqual(["PARSE", "PARSE"]);
});

describe("a thread that breaks", () => {
  // A stand-in for the parser: it ends, throws or hangs when a file says so, and finds one definition in any other.
  const thread = `
    const { parentPort } = require("node:worker_threads");
    parentPort.on("message", ({ id, text }) => {
      parentPort.postMessage({ kind: "started", id });
      if (text === "exit") process.exit(3);
      if (text === "throw") throw new Error("broken");
      if (text === "hang") for (;;);
      if (text === "fail") return parentPort.postMessage({ kind: "failed", id, why: "no", isBroken: true });
      const definition = { name: text, kind: "function", line: 1, depth: 0, signature: text };
      parentPort.postMessage({ kind: "parsed", id, symbols: { definitions: [definition], words: text } });
    });`;
  test.each([1, 2, 4])(
    "with up to %i threads the file is left out by name and every other one is parsed",
    async (most) => {
      const file = join(mkdtempSync(join(tmpdir(), "galley-thread-")), "thread.cjs");
      onTestFinished(() => rmSync(dirname(file), { recursive: true }));
      writeFileSync(file, thread);
      const bad = { "f10.ts": "exit", "f20.ts": "throw", "f30.ts": "hang", "f40.ts": "fail" };
      const good = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`g${at}.ts`, `name${at}`]));
      const files = createMemoryFiles({ files: { ...good, ...bad } });
      const parser = openParserThreads({ thread: file, limitMs: 2000, most, grammar: async () => new Uint8Array() });
      onTestFinished(() => parser.close());
      const counts: number[] = [];
      const map = await buildMap({
        files: files.real,
        parser,
        cache: new Memory(),
        tokens: 10_000,
        progress: (done) => counts.push(done),
      });
      expect(map.left_out).toEqual([
        { path: "f10.ts", why: "PARSE" },
        { path: "f20.ts", why: "PARSE" },
        { path: "f30.ts", why: "SLOW" },
        { path: "f40.ts", why: "PARSE" },
      ]);
      expect({ definitions: map.definitions, parsed: map.parsed }).toEqual({ definitions: 60, parsed: 64 });
      expect(counts).toEqual(Array.from({ length: 65 }, (_, at) => at));
    },
  );
});

test("with any number of threads the map is the one that a parser in place gives", async () => {
  const texts = Array.from(
    { length: 120 },
    (_, at) =>
      `export function value${at}() {\n${`  call${(at * 7) % 120}(value${(at * 13) % 120});\n`.repeat(at)}}\nexports.x${at} = () => 1;\n`,
  );
  const files = createMemoryFiles({
    files: Object.fromEntries(texts.map((text, at) => [`f${at}.${["ts", "js", "py"][at % 3]}`, text])),
  });
  const grammar = (name: string): Promise<Uint8Array> =>
    readFile(resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`));
  const inPlace = createSymbolParser({ treeSitter: async () => treeSitter, grammar });
  const wanted = await buildMap({ files: files.real, parser: inPlace, cache: new Memory(), tokens: 3000 });
  expect(wanted).toMatchObject({ files: 120, parsed: 120, left_out: [] });
  for (const most of [1, 2, 3]) {
    const parser = openParserThreads({ thread: THREADS[0][1], most, grammar });
    onTestFinished(() => parser.close());
    expect(await buildMap({ files: files.real, parser, cache: new Memory(), tokens: 3000 })).toEqual(wanted);
  }
});

test("galley map: Ctrl-C while a file is being parsed ends it with 130", async () => {
  const place = new Place(FILES);
  const child = spawn(process.execPath, [program, "map", "src/slow.rs"], {
    cwd: place.folder,
    env: { PATH: process.env["PATH"], HOME: place.base, XDG_STATE_HOME: join(place.base, "state") },
    stdio: "ignore",
  });
  const ended = new Promise<number | null>((done) => child.on("close", (code) => done(code)));
  await untilBusy(child.pid!, 0.45); // Starting takes a third of that.
  child.kill("SIGINT");
  expect(await ended).toBe(130);
});

test("galley map names the file and remembers it", () => {
  const place = new Place(FILES);
  const { code, out, err } = place.galley(["map"]);
  expect({ code, err }).toEqual({ code: 0, err: "Left out: src/slow.rs (parsing took too long).\n" });
  expect(out).toContain("fn first()");
  const { value } = place.json(["map"]);
  expect(value).toMatchObject({ parsed: 0, left_out: [{ path: "src/slow.rs", why: "SLOW" }] });
});
