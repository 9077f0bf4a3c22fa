// How scripts/chunks.mjs turns ES modules into CommonJS, on small projects: what runs is what was written, or the build ends.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runInThisContext } from "node:vm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "./built.ts";

type Chunk = { readonly code: string; readonly imports: readonly string[]; readonly source: string | null };
type Build = (options: object) => Promise<{ readonly chunks: ReadonlyMap<string, Chunk> }>;

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "galley-chunks-"));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

test("shared code is set up once, before what imports it; import() is a require at that moment", async () => {
  const chunks = await build({
    "app.ts": `
      import * as path from "node:path";
      import { count as counted, note } from "./shared.ts";
      note("app");
      export const late = () => import("./late.ts");
      export const word = ";import{a}from 'x';" + path.posix.join("a", "b") + counted();`,
    "late.ts": `
      import { posix, sep as other } from "node:path";
      import { count, note } from "./shared.ts";
      note("late");
      export { count as again };
      export default class Late { at = posix.sep === other ? 1 : 1 }`,
    "shared.ts": `
      import os from "node:os";
      const seen: string[] = [];
      export const note = (what: string) => void seen.push(what);
      note(os.EOL === undefined ? "none" : "shared");
      let calls = 0;
      export function count() { calls += 1; return [calls, ...seen].join(" "); }`,
  });
  expect([...chunks.values()].flatMap(({ source }) => source ?? []).sort()).toEqual(["app.ts", "late.ts"]);
  const app = run(chunks, "app") as { word: string; late: () => Promise<{ again: () => string; default: object }> };
  expect(app.word).toBe(";import{a}from 'x';a/b1 shared app");
  const late = await app.late();
  expect(late.again()).toBe("2 shared app late");
  expect(late.default).toBeTypeOf("function");
});

test("characters beyond ASCII are escaped, in regular expressions too", async () => {
  const chunks = await build({ "app.ts": `export const found = /«+|[\\u2550═]/.exec("x══y«««")![0] + "é😀";` });
  expect([...chunks.values()].map(({ code }) => /[^\0-\x7f]/.test(code))).toEqual([false]);
  expect(run(chunks, "app")).toEqual({ found: "\u2550\u00e9😀" });
});

test.each([
  ["assigned by a function", "export let at = 1; export const next = () => { at = 2; };"],
  ["counted up", "export let at = 1; export const next = () => { at++; };"],
  ["added to", "export let at = 1; export const next = () => { at += 1; };"],
  ["assigned if missing", "export let at = null; export const next = () => { at ??= 1; };"],
])("an export that is %s later ends the build", async (_, source) => {
  const files = {
    "app.ts": `import { at } from "./state.ts"; export const late = () => import("./late.ts"); export const now = () => at;`,
    "late.ts": `import { at, next } from "./state.ts"; next(); export const now = () => at;`,
    "state.ts": source,
  };
  await expect(build(files)).rejects.toThrow("at is exported and assigned more than once");
});

async function build(files: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, Chunk>> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(scratch, path)), { recursive: true });
    writeFileSync(join(scratch, path), text);
  }
  const { buildChunks } = (await import(join(root, "scripts", "chunks.mjs"))) as { buildChunks: Build };
  const { chunks } = await buildChunks({
    absWorkingDir: scratch,
    outdir: "out",
    bundle: true,
    platform: "node",
    charset: "ascii",
    minifyWhitespace: true,
    minifySyntax: true,
    metafile: true,
    entryPoints: { app: "app.ts" },
    logLevel: "silent",
  });
  return chunks;
}

function run(chunks: ReadonlyMap<string, Chunk>, first: string): unknown {
  const loaded = new Map<string, object>();
  const builtin = createRequire(import.meta.url);
  const load = (id: string): unknown => {
    const name = /^\.\/(.+)\.js$/.exec(id)?.[1];
    if (name === undefined) return builtin(id);
    const known = loaded.get(name);
    if (known !== undefined) return known;
    const exports = {};
    loaded.set(name, exports);
    const code = `(function(module,exports,require){${chunks.get(name)!.code}\n})`;
    (runInThisContext(code) as (...given: unknown[]) => void)({ exports }, exports, load); // The wrapper is a function.
    return exports;
  };
  return load(`./${first}.js`);
}
