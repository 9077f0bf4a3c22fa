#!/usr/bin/env node
// What `galley` runs when it is linked or installed. The work is in dist/cli; this file only finds it.

import { existsSync } from "node:fs";

const main = new URL("../dist/cli/main.js", import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write("galley: not built yet. Run `npm run build` in the folder of this clone, or `npm start`.\n");
  process.exitCode = 2;
}
