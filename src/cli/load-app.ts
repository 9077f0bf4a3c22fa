// Loads the bundle of all commands with V8's code cache beside it, which the build has made. Without the cache, or with
// one from another Node, the bundle is compiled as usual: slower, the same otherwise.

import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import type { runCommand } from "./app.ts";

declare const __dirname: string; // This file is bundled as CommonJS.
declare const require: NodeJS.Require;

export function loadApp(): { readonly runCommand: typeof runCommand } {
  const filename = `${__dirname}/app.js`;
  const source = readFileSync(filename, "latin1"); // The build writes ASCII only, so this is exact, and fast.
  const cachedData = readCache(`${filename}.cache`);
  const wrapped = `(function (module, exports, require, __filename) {${source}\n})`;
  const script = new Script(wrapped, { filename, ...(cachedData ? { cachedData } : {}) });
  const module = { exports: {} };
  // The wrapper above is such a function.
  const run = script.runInThisContext() as (
    module: object,
    exports: object,
    require: NodeJS.Require,
    file: string,
  ) => void;
  run(module, module.exports, require, filename);
  return module.exports as ReturnType<typeof loadApp>; // app.ts exports it.
}

function readCache(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
