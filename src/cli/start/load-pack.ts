// Loads the chunks of the command line out of packs, each with V8's code cache beside it where the build has made one.
// On another Node than the one of the build, kept-code.ts takes the place of those caches. Each chunk is set up once, from its
// own pack or from a copy in one that is open.

import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import type { runCommand } from "../app.ts";
import type { runCommandLine } from "./command-line.ts";
import type { KeptCode, keptCode } from "./kept-code.ts";

declare const __dirname: string; // This file is bundled as CommonJS.
declare const require: NodeJS.Require;
declare const GALLEY_V8: string; // The V8 that the caches are for: put in by the build.

export function loadApp(): { readonly runCommand: typeof runCommand } {
  return load("app:app") as ReturnType<typeof loadApp>; // app.ts exports it.
}

/** For a hook: opens its pack, which has a copy of whatever else it needs. */
export function loadCommandLine(): { readonly runCommandLine: typeof runCommandLine } {
  return load("hook:command-line") as ReturnType<typeof loadCommandLine>; // The build puts it there.
}

type Chunk = (module: object, exports: object, require: NodeJS.Require, file: string) => void;

const packs = new Map<string, Readonly<Record<string, Chunk>>>();
const loaded = new Map<string, unknown>();
const copies = new Map<string, Chunk>();

/** The build names a chunk by its pack and itself; `node:` and what is installed are Node's to find. */
const load = Object.assign((id: string): unknown => {
  const known = loaded.get(id);
  if (known !== undefined) return known;
  const [, pack, name] = /^(?!node:)([^:]+):(.+)$/.exec(id) ?? [];
  if (pack === undefined || name === undefined) {
    const found: unknown = require(id);
    loaded.set(id, found);
    return found;
  }
  const module = { exports: {} };
  loaded.set(id, module.exports);
  const chunk = copies.get(id) ?? packOf(pack)[name]!; // The build wrote both.
  chunk(module, module.exports, load, `${__dirname}/${pack}.js`);
  return module.exports;
}, require);

function packOf(name: string): Readonly<Record<string, Chunk>> {
  const known = packs.get(name);
  if (known !== undefined) return known;
  const filename = `${__dirname}/${name}.js`;
  const text = readFileSync(filename, "latin1"); // The build writes ASCII only, so this is exact, and fast.
  const script = otherNode()?.compile({ name, filename, text }) ?? compile(filename, text);
  const pack = script.runInThisContext() as Readonly<Record<string, Chunk>>; // A pack is one such expression.
  packs.set(name, pack);
  // A copy has the name of its pack before its own.
  for (const [id, chunk] of Object.entries(pack)) if (id.includes(":")) copies.set(id, chunk);
  return pack;
}

function compile(filename: string, text: string): Script {
  const cachedData = readCache(`${filename}.cache`);
  return new Script(text, cachedData === null ? { filename } : { filename, cachedData });
}

let kept: KeptCode | null | undefined;

/** Null on the Node of the build. */
function otherNode(): KeptCode | null {
  if (process.versions.v8 === GALLEY_V8) return null;
  if (kept !== undefined) return kept;
  const module = require(`${__dirname}/kept-code.js`) as { readonly keptCode: typeof keptCode }; // Built beside this file.
  return (kept = module.keptCode());
}

function readCache(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
