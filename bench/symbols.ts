// The symbol map of 2,000 files, the first time and again: what is known by its version is not parsed a second time.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openHostFiles } from "../src/fs/node/index.ts";
import { openState } from "../src/state/index.ts";
import { buildMap, openParserThreads, openSymbolCache, type SymbolMap } from "../src/symbols/index.ts";
import type { BenchRow } from "./rows.ts";

const FILES = 2000;
// About 200 lines a file, as sources mostly are.
const FUNCTIONS = 15;

export async function benchSymbols(): Promise<readonly BenchRow[]> {
  const place = mkdtempSync(join(tmpdir(), "galley-bench-symbols-"));
  const root = join(place, "tree");
  const files = openHostFiles({ root: makeTree(root) });
  try {
    const [cold, first] = await timed(() => mapOf(files, place));
    const [warm, second] = await timed(() => mapOf(files, place));
    if (first.parsed !== FILES || second.parsed !== 0) throw new Error("the cache does not do its work");
    return [
      {
        name: "symbol map of 2,000 files, the first time, ms",
        ours: cold,
        rival: null,
        rivalName: "",
        limit: "≤ 3000 ms on two cores",
        ok: cold <= 3000,
      },
      {
        name: "symbol map of 2,000 files, known already, ms",
        ours: warm,
        rival: cold,
        rivalName: "the first time",
        limit: "< 0.1×",
        ok: warm < cold / 10,
      },
    ];
  } finally {
    files.close();
    rmSync(place, { recursive: true, force: true });
  }
}

async function mapOf(files: ReturnType<typeof openHostFiles>, place: string): Promise<SymbolMap> {
  const { resolve } = createRequire(join(process.cwd(), "package.json"));
  const parser = openParserThreads({
    thread: join(process.cwd(), "dist/cli/symbol-thread.js"),
    grammar: (name) => readFile(resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)),
  });
  const cache = openSymbolCache(openState({ directory: join(place, "state") }).caches, "bench");
  const map = await buildMap({ files: files.real, parser, cache, tokens: 4000 });
  cache.save();
  parser.close();
  return map;
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [number, T]> {
  const from = performance.now();
  const result = await work();
  return [performance.now() - from, result];
}

function makeTree(root: string): string {
  for (let at = 0; at < FILES; at += 1) {
    const path = join(root, `part${at % 40}`, `module${at}.ts`);
    mkdirSync(dirname(path), { recursive: true });
    const uses = Array.from(
      { length: 8 },
      (_, use) => `  total += computeValue${(at * 7 + use * 131) % FILES}(index);`,
    );
    const own = Array.from(
      { length: FUNCTIONS },
      (_, each) =>
        `export function ${each === 0 ? `computeValue${at}` : `helper${each}Of${at}`}(index: number): number {\n  let total = index;\n${uses.join("\n")}\n  return total;\n}\n`,
    );
    writeFileSync(path, `// Part of a made-up project.\n${own.join("\n")}`);
  }
  return root;
}
