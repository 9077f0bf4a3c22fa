#!/usr/bin/env node
// What `galley` runs when it is linked or installed. The work is in dist/cli; this file only finds it.
// CommonJS on purpose (see scripts/build.mjs).

const { existsSync } = require("node:fs");
const { join } = require("node:path");

const main = join(__dirname, "..", "dist", "cli", "main.js");
if (existsSync(main)) {
  require(main);
} else {
  process.stderr.write("galley: not built yet. Run `npm run build` in the folder of this clone, or `npm start`.\n");
  process.exitCode = 2;
}
