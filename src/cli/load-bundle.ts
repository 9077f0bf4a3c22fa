// Loads a bundle with V8's code cache beside it, which the build has made. With a cache from another Node the bundle is
// compiled as usual: slower, the same otherwise.

import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import type { runCommand } from "./app.ts";

declare const __dirname: string; // This file is bundled as CommonJS.
declare const require: NodeJS.Require;

export function loadApp(): { readonly runCommand: typeof runCommand } {
  return loadBundle("app.js") as ReturnType<typeof loadApp>; // app.ts exports it.
}

type Bundle = (module: object, exports: object, require: NodeJS.Require, file: string) => void;

function loadBundle(name: string): object {
  const filename = `${__dirname}/${name}`;
  const cachedData = readCache(`${filename}.cache`);
  if (cachedData === null) return require(filename) as object;
  const source = readFileSync(filename, "latin1"); // The build writes ASCII only, so this is exact, and fast.
  const wrapped = `(function (module, exports, require, __filename) {${source}\n})`;
  const run = new Script(wrapped, { filename, cachedData }).runInThisContext() as Bundle; // The wrapper is one.
  const module = { exports: {} };
  run(module, module.exports, besides, filename);
  return module.exports;
}

const loaded = new Map<string, object>();

/** What bundles are given: files beside them are loaded in the same way, once; everything else is Node's to find. */
const besides = Object.assign((id: string): unknown => {
  if (!id.startsWith("./")) return require(id);
  const known = loaded.get(id) ?? loadBundle(id.slice(2));
  loaded.set(id, known);
  return known;
}, require);

function readCache(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
